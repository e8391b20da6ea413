// A NestJS shop that stores its events in a database.
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PGlite } from '@electric-sql/pglite';
import type { Transaction } from '@electric-sql/pglite';
import { durableInbox, memoryIdempotency, OnPayEvent, PayEventType, PayInboxService, PayModule, PayTransaction, PayWallet, unwrap } from 'nestjs-pay';
import type { PaymentCreatedEvent, PayWebhookModuleOptions } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'nestjs-pay/simulator';
import { CARD } from './card.js';

const db = await PGlite.create();
await db.exec('create table paid (order_code text)');

@Injectable()
class Ledger {
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async book({ data }: PaymentCreatedEvent, @PayTransaction() tx: Transaction): Promise<void> {
    await tx.query('insert into paid values ($1)', [data.OrderCodeText]);
  }
}

const simulator = await createPaySimulator();
const webhooks: PayWebhookModuleOptions = {
  path: 'pay/webhook',
  inbox: durableInbox({ store: pgliteStore(db), pollMs: 50, maxRejectedAttempts: 8, unconfirmedMs: 259_200_000 }),
};
const wallet = {
  ...simulator.credentials.merchant,
  endpoints: simulator.endpoints,
  dev: true,
};

@Module({ imports: [PayModule.forRoot({ wallet, webhooks, idempotency: memoryIdempotency() })], providers: [Ledger] })
class AppModule {}

const app = await NestFactory.create(AppModule, { rawBody: true, logger: ['error'] });
await app.listen(0, '127.0.0.1');
await simulator.webhooks.register({ url: `${await app.getUrl()}/pay/webhook`, eventTypeIds: [1796] });
const pay = app.get(PayWallet, { strict: false });
const { orderCodeText } = unwrap(await pay.payments.createOrder({ amount: 2450 }, { idempotencyKey: 'order-1' }));
simulator.checkout.pay(orderCodeText, CARD);
await simulator.deliveries.settled();
const inbox = app.get(PayInboxService, { strict: false });
for (;;) {
  const { rows } = await db.query('select 1 from paid');
  if (rows.length > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const { rows } = await db.query<{ order_code: string }>('select order_code from paid');
const { dead } = await inbox.stats();
await app.close();
await simulator.close();
await db.close();
console.log(JSON.stringify({ isPaid: rows[0]?.order_code === orderCodeText, dead }));
