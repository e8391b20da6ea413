// A process that charges subscriptions, and kills itself at the statement that a message names.
import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PayModule, PayTransaction } from 'nestjs-pay';
import { postgresStore, sqlIdempotency, sqlStore } from 'nestjs-pay/postgres';
import { OnPaySubscription, PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { Pool } from 'pg';

const { PAY_TEST_WALLET, PAY_TEST_DATABASE, PAY_TEST_LEASE } = process.env;
const leaseMs = Number(PAY_TEST_LEASE);

let now = 0;
let statementsLeft = Infinity;
/** Counts before and after each statement, so that each gap between two steps is a place to die. */
const step = () => {
  if (--statementsLeft <= 0) process.kill(process.pid, 'SIGKILL');
};
const counted = (session) => ({
  async query(text, values) {
    step();
    const result = await session.query(text, values);
    step();
    return result;
  },
});
const plain = postgresStore({ pool: new Pool({ connectionString: PAY_TEST_DATABASE, max: 12 }) }).sql
  .database;
const database = {
  ...counted(plain),
  transaction: (run) => plain.transaction((session, client) => run(counted(session), client)),
};

class Books {
  async note(event, db) {
    const { subscription, type, period = -1, amount = 0, transactionId = null } = event;
    await db.query(
      'insert into books (subscription, type, period, amount, transaction_id) values ($1, $2, $3, $4, $5)',
      [...[subscription.id, type, period, amount, transactionId]],
    );
  }
}
PayTransaction()(Books.prototype, 'note', 1);
OnPaySubscription(
  'started',
  'charged',
  'declined',
  'card_needed',
  'paid_twice',
  'past_due',
  'missed',
  'returned',
  'unexpected_charge',
  'ended',
)(Books.prototype, 'note', Object.getOwnPropertyDescriptor(Books.prototype, 'note'));
Injectable()(Books);

class AppModule {}
Module({
  imports: [
    PayModule.forRoot({
      wallet: { ...JSON.parse(PAY_TEST_WALLET), maxRetries: 0, timeoutMs: 10_000 },
      tokens: 'shared',
      idempotency: sqlIdempotency(database, {
        now: () => new Date(now),
        [Symbol.for('nestjs-pay:test-times')]: { lookupMs: 300, waitMs: 200 },
      }),
    }),
    PaySubscriptionsModule.forRoot({
      store: sqlStore(database, { now: () => new Date(now) }),
      leaseMs,
      missedPeriods: 'collect',
    }),
  ],
  providers: [Books],
})(AppModule);

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
const subscriptions = app.get(PaySubscriptions);
process.on('disconnect', () => process.exit());
process.on('message', async ({ call, now: time, dieAfter = Infinity, options }) => {
  now = time;
  statementsLeft = dieAfter;
  const result = await (call === 'subscribe' ? subscriptions.subscribe(options) : subscriptions.runDue());
  process.send({ result, rss: process.memoryUsage().rss });
});
process.send({ result: 'ready' });
