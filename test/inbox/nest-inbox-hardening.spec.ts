import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Inject, Injectable, Scope } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { durableInbox, OnPayEvent, PayEventType, PayInboxService } from 'nestjs-pay';
import type { DurableInboxOptions, PayModuleOptions, ReceivedPayEvent } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { buy, paymentBody, post, startShop } from '../e2e/webhook-shop.js';
import type { Shop } from '../e2e/webhook-shop.js';
import { until } from './books.js';

jest.setTimeout(30_000);

let db: PGlite;
let simulator: PaySimulator;
let schemas = 0;
let schema: string;
let shops: Shop[];

beforeAll(async () => {
  db = await PGlite.create();
  simulator = await createPaySimulator({ seed: 'inbox hardening', clock: 'manual' });
}, 60_000);
afterAll(async () => {
  await simulator.close();
  await db.close();
});
beforeEach(() => {
  simulator.reset();
  shops = [];
  schema = `pay${++schemas}`;
});
afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.close()));
});

interface OpenOptions extends Partial<DurableInboxOptions> {
  providers?: Provider[];
  webhooks?: PayModuleOptions['webhooks'];
}

async function open({ providers = [], webhooks, ...inboxOptions }: OpenOptions = {}): Promise<{
  shop: Shop;
  inbox: PayInboxService;
}> {
  const inbox = durableInbox({
    store: pgliteStore(db, { schema }),
    pollMs: 20,
    retryMs: 10,
    ...inboxOptions,
  });
  const shop = await startShop('express', simulator, { webhooks: { ...webhooks, inbox }, providers });
  shops.push(shop);
  return { shop, inbox: shop.app.get(PayInboxService, { strict: false }) };
}

const unconfirmable = (id: string, data: Record<string, unknown> = {}): string =>
  JSON.stringify({
    EventTypeId: PayEventType.AccountTransactionCreated,
    EventData: { WalletTransactionId: id, ...data },
  });

describe('a durable inbox under attack', () => {
  it('does not have a true event wait for one of its order that nothing confirms and a handler chokes on', async () => {
    @Injectable()
    class Choking {
      tried = 0;
      @OnPayEvent(PayEventType.AccountTransactionCreated, { unconfirmed: true })
      hint(): void {
        this.tried++;
        throw new Error('what is this?');
      }
    }
    const { shop } = await open({ providers: [Choking], retryMs: 3_600_000 });
    const purchase = await buy(shop, simulator);
    await post(shop.hook, unconfirmable('w', { OrderCode: purchase.orderCode }));
    await until(() => shop.app.get(Choking).tried === 1);
    await post(shop.hook, paymentBody(simulator, purchase));
    await until(() => shop.ledger.payments.length === 1);
  });

  it('does not store what nothing confirms and nobody takes', async () => {
    const { shop, inbox } = await open({ concurrency: 0 });
    for (const id of ['a', 'b']) expect((await post(shop.hook, unconfirmable(id))).status).toBe(200);
    expect(await inbox.stats()).toMatchObject({ backlog: 0 });
    expect(shop.counts()).toMatchObject({ ignored: 2, stored: 0 });
  });

  it('takes the true event though one with the same content came before it was true', async () => {
    const { shop, inbox } = await open({ maxRefusals: 1 });
    const purchase = await buy(shop, simulator);
    simulator.faults.add({
      kind: 'status',
      operation: 'transactions.getTransactionById',
      status: 404,
      times: 1,
    });
    const body = paymentBody(simulator, purchase).toString();
    await post(shop.hook, body.replace(/"MessageId":"[^"]*"/, '"MessageId":"guessed"'));
    await until(async () => (await inbox.stats()).refused === 1);
    await post(shop.hook, body);
    await until(() => shop.ledger.payments.length === 1);
  });

  it('has a request-scoped handler made anew for each event and each attempt, with the event in it', async () => {
    const made: string[] = [];
    let failures = 1;
    @Injectable({ scope: Scope.REQUEST })
    class PerEvent {
      constructor(@Inject(REQUEST) readonly event: ReceivedPayEvent) {
        made.push(event.idempotencyKey);
      }
      @OnPayEvent(PayEventType.TransactionPaymentCreated)
      paid(event: ReceivedPayEvent): void {
        expect(this.event).toBe(event);
        if (failures-- > 0) throw new Error('not yet');
      }
    }
    const { shop } = await open({ providers: [PerEvent] });
    const purchases = [await buy(shop, simulator), await buy(shop, simulator)];
    for (const [index, purchase] of purchases.entries()) {
      await post(shop.hook, paymentBody(simulator, purchase));
      await until(() => shop.counts().handled === index + 1);
    }
    const [first, second] = purchases.map(({ transactionId }) => `1796:wallet:content:${transactionId}`);
    expect(made).toEqual([first, first, second]);
  });
});
