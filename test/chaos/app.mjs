// An application that runs as three processes. It books each event in the inbox transaction, and reconciles.
import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  durableInbox,
  OnPayEvent,
  PaymentTimeline,
  PayModule,
  PayReconciler,
  PayTransaction,
} from 'nestjs-pay';
import { PayWebhook } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import { handlerLog } from './handler-log.mjs';

const { url, schema, wallet, share, of, failing, poisoned, crashing, maxAttempts, leaseMs, logFile, reads } =
  JSON.parse(process.env.PAY_CHAOS_APP);
// Ends the process when the test process has ended.
process.on('disconnect', () => process.exit());
const RECONCILE_EVERY_MS = 300;
const pool = new Pool({ connectionString: url, max: 12 });
const log = handlerLog(logFile);

class WebhookController {}
Controller('hooks/pay')(WebhookController);
PayWebhook()(WebhookController);

class Books {
  async book(event, db) {
    const order = event.data.OrderCodeText;
    const end = log.begin(order);
    try {
      if (event.eventTypeId === 1796 && crashing.includes(order)) process.kill(process.pid, 'SIGKILL');
      const { rows } = await db.query(`select timeline from ${schema}.books where order_code = $1`, [order]);
      await db.query(`insert into ${schema}.effects (type, subject, source, app) values ($1, $2, $3, $4)`, [
        event.eventTypeId,
        event.data.TransactionId ?? order,
        event.source,
        process.pid,
      ]);
      // Without a lock, this overwrites the result of any handler of the same order that runs at the same time.
      const timeline = PaymentTimeline.fromJSON(JSON.parse(rows[0].timeline)).withEvent(event);
      const amount = Math.abs(Math.round((event.data.Amount ?? 0) * 100));
      await db.query(
        `update ${schema}.books set timeline = $2, captured = captured + $3, refunded = refunded + $4 where order_code = $1`,
        [
          order,
          JSON.stringify(timeline),
          event.eventTypeId === 1796 ? amount : 0,
          event.eventTypeId === 1797 ? amount : 0,
        ],
      );
      if (order === poisoned) throw new Error('this order cannot be booked');
      if (Math.random() < failing) throw new Error('the books are closed for a moment');
    } finally {
      end();
    }
  }
}
OnPayEvent('*')(Books.prototype, 'book', Object.getOwnPropertyDescriptor(Books.prototype, 'book'));
PayTransaction()(Books.prototype, 'book', 1);

const inbox = durableInbox({
  store: postgresStore({ pool, schema }),
  maxAttempts,
  [Symbol.for('nestjs-pay:test-times')]: { leaseMs, pollMs: 200, retryMs: 20, maxRetryMs: 500 },
});
class AppModule {}
Module({
  imports: [
    PayModule.forRoot({
      wallet,
      webhooks: {
        inbox,
        readsPerMinute: 1_000_000,
      },
    }),
  ],
  controllers: [WebhookController],
  providers: [Books],
})(AppModule);

const app = await NestFactory.create(AppModule, { rawBody: true, logger: false });
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
process.send({ port: Number(new URL(await app.getUrl()).port) });

const reconciler = app.get(PayReconciler);
const myOrders = `select order_code from ${schema}.books where n % $1 = $2 order by n`;
for (;;) {
  try {
    const { rows } = await pool.query(myOrders, [of, share]);
    await reconciler.reconcile({ orders: rows.map((row) => row.order_code), maxReads: reads });
  } catch {
    // The database is down. The next run retries.
  }
  await pause(RECONCILE_EVERY_MS);
}
