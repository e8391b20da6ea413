import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Inject, Injectable, Scope } from '@nestjs/common';
import type { Provider, Type } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { durableInbox, OnPayEvent, PayEventType, PayInboxService, PayWebhook } from 'nestjs-pay';
import type { DurableInboxOptions, PayModuleOptions, ReceivedPayEvent } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { buy, paymentBody, post, startShop } from '../e2e/webhook-shop.js';
import type { Shop } from '../e2e/webhook-shop.js';
import { newPglite } from '../pglite.js';
import { until } from '../until.js';
import { withTimes } from '../times.js';
import type { TestTimes } from '../times.js';

/** The service's addresses are those of this machine. All other senders are unknown. */
const OPEN = { sourceAddresses: 'any', trustedProxies: ['127.0.0.1'] } as const;

@PayWebhook('one')
@Controller('hooks')
class One {}

@PayWebhook('two')
@Controller('hooks')
class Two {}

let db: PGlite;
let simulator: PaySimulator;
let schemas = 0;
let schema: string;
let shops: Shop[];

beforeAll(async () => {
  db = await newPglite();
  simulator = await createPaySimulator({ seed: 'inbox hardening', clock: 'manual' });
});
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

interface OpenOptions extends Partial<DurableInboxOptions>, TestTimes {
  providers?: Provider[];
  webhooks?: PayModuleOptions['webhooks'];
  controllers?: Type[];
  path?: string;
}

async function open({
  providers = [],
  webhooks,
  controllers,
  path,
  ...inboxOptions
}: OpenOptions = {}): Promise<{
  shop: Shop;
  inbox: PayInboxService;
}> {
  const inbox = durableInbox(
    withTimes({ store: pgliteStore(db, { schema }), pollMs: 50, retryMs: 10, ...inboxOptions }),
  );
  const shop = await startShop('express', simulator, {
    webhooks: { ...webhooks, inbox },
    providers,
    controllers,
    path,
  });
  shops.push(shop);
  return { shop, inbox: shop.app.get(PayInboxService, { strict: false }) };
}

const unconfirmable = (id: string, data: Record<string, unknown> = {}): string =>
  JSON.stringify({
    EventTypeId: PayEventType.AccountTransactionCreated,
    EventData: { WalletTransactionId: id, ...data },
  });

describe('a durable inbox under attack', () => {
  it('handles a true event while an unconfirmable one of the same order fails', async () => {
    @Injectable()
    class Failing {
      tried = 0;
      @OnPayEvent(PayEventType.AccountTransactionCreated, { unconfirmed: true })
      hint(): void {
        this.tried++;
        throw new Error('invalid event');
      }
    }
    const { shop } = await open({ providers: [Failing], retryMs: 3_600_000 });
    const purchase = await buy(shop, simulator);
    await post(shop.hook, unconfirmable('w', { OrderCode: purchase.orderCode }));
    await until(() => shop.app.get(Failing).tried === 1);
    await post(shop.hook, paymentBody(simulator, purchase));
    await until(() => shop.ledger.payments.length === 1);
  });

  it('does not store an unconfirmable event without a handler', async () => {
    const { shop, inbox } = await open({ concurrency: 0 });
    for (const id of ['a', 'b']) expect((await post(shop.hook, unconfirmable(id))).status).toBe(200);
    expect(await inbox.stats()).toMatchObject({ backlog: 0, unconfirmed: 0 });
    expect(shop.counts()).toMatchObject({ ignored: 2, stored: 0 });
  });

  it('handles an event that the service denies once, because its reads lag behind its webhooks', async () => {
    const { shop } = await open();
    const body = paymentBody(simulator, await buy(shop, simulator));
    const operation = 'transactions.getTransactionById';
    simulator.faults.add({ kind: 'status', operation, status: 404, times: 1 });
    await post(shop.hook, body);
    await until(() => shop.ledger.payments.length === 1);
  });

  it('creates a request-scoped handler for each attempt, with the event injected', async () => {
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

  it('stores one row for all forged deliveries of a payment, and handles it with what the service posts', async () => {
    const { shop, inbox } = await open({ webhooks: OPEN, concurrency: 0 });
    const purchase = await buy(shop, simulator);
    for (let Amount = 1; Amount <= 10; Amount++) {
      const forged = paymentBody(simulator, purchase, { Amount, Email: `forged-${Amount}@example.com` });
      const { status } = await post(shop.hook, forged, { 'x-forwarded-for': `203.0.113.${Amount}` });
      expect(status).toBe(200);
    }
    expect(await inbox.stats()).toMatchObject({ unconfirmed: 1 });
    const body = paymentBody(simulator, purchase, { Email: 'true@example.com' });
    await post(shop.hook, body, { 'x-forwarded-for': '127.0.0.9' });
    expect(await inbox.stats()).toMatchObject({ unconfirmed: 1 });
    expect(shop.counts()).toMatchObject({ stored: 2, duplicate: 9 });
    const { rows } = await db.query<{ delivery: string }>(`select delivery from ${schema}.inbox_deliveries`);
    expect(rows[0]?.delivery).toContain('true@example.com');
    const { shop: worker } = await open({ webhooks: OPEN });
    await until(() => worker.ledger.payments.length === 1);
    expect(worker.ledger.payments).toMatchObject([{ data: { Amount: 24.5 } }]);
  });

  it('responds with 503 above the limit of unconfirmed deliveries, but stores those of the service', async () => {
    const { shop, inbox } = await open({ concurrency: 0, maxUnconfirmed: 10, webhooks: OPEN });
    const purchases = [await buy(shop, simulator), await buy(shop, simulator)];
    const forged = (n: number) =>
      paymentBody(simulator, {
        ...purchases[0]!,
        transactionId: `aaaaaaaa-0000-4000-8000-0000000000${10 + n}`,
      });
    for (let n = 1; n <= 10; n++) {
      const { status } = await post(shop.hook, forged(n), { 'x-forwarded-for': `203.0.113.${n}` });
      expect(status).toBe(200);
    }
    const refused = await post(shop.hook, forged(11), { 'x-forwarded-for': '203.0.113.11' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await inbox.stats()).toMatchObject({ unconfirmed: 10 });
    for (const purchase of purchases) {
      const body = paymentBody(simulator, purchase);
      expect((await post(shop.hook, body, { 'x-forwarded-for': '127.0.0.9' })).status).toBe(200);
    }
    expect(shop.counts()).toMatchObject({ stored: 12, errors: { overload: 1 } });
    expect(await inbox.stats()).toMatchObject({ unconfirmed: 12 });
    // Another process with a worker handles the true events, although forged ones are waiting before them.
    const { shop: worker } = await open({ webhooks: OPEN });
    await until(() => worker.ledger.payments.length === 2);
  });

  it('counts unconfirmable events that wait for their handlers against the limit', async () => {
    @Injectable()
    class Never {
      @OnPayEvent(PayEventType.AccountTransactionCreated, { unconfirmed: true })
      hint(): Promise<void> {
        throw new Error('not now');
      }
    }
    const { shop, inbox } = await open({
      providers: [Never],
      maxUnconfirmed: 10,
      retryMs: 3_600_000,
      webhooks: OPEN,
    });
    const postFrom = async (n: number): Promise<number> =>
      (await post(shop.hook, unconfirmable(`w${n}`, { OrderCode: 1 }), { 'x-forwarded-for': '203.0.113.1' }))
        .status;
    for (let n = 1; n <= 10; n++) {
      await postFrom(n);
      await until(async () => (await inbox.stats()).backlog === n);
    }
    // The number is read again once a second.
    await until(async () => (await postFrom(11)) === 503);
    expect((await inbox.stats()).backlog).toBeLessThanOrEqual(11);
  });

  it('delays deliveries above the read budget without counting an attempt, and handles others', async () => {
    const { shop, inbox } = await open({
      webhooks: { ...OPEN, readsPerMinute: 20 },
    });
    const purchase = await buy(shop, simulator);
    for (let n = 1; n <= 5; n++) {
      const transactionId = `aaaaaaaa-0000-4000-8000-0000000000${10 + n}`;
      const forged = paymentBody(simulator, { ...purchase, transactionId });
      await post(shop.hook, forged, { 'x-forwarded-for': '203.0.113.1' });
    }
    await post(shop.hook, paymentBody(simulator, purchase), { 'x-forwarded-for': '127.0.0.9' });
    await until(() => shop.ledger.payments.length === 1);
    const reads = () =>
      simulator.requests().filter(({ operation }) => operation?.endsWith('getTransactionById'));
    await until(() => reads().length === 3);
    expect(await inbox.stats()).toMatchObject({ unconfirmed: 5, dead: 0 });
  });

  it('does not handle a stored event of another payment source', async () => {
    const { shop, inbox } = await open({ webhooks: { sourceCodes: ['1111'] } });
    const body = paymentBody(simulator, await buy(shop, simulator), { SourceCode: '1111' });
    expect((await post(shop.hook, body)).status).toBe(200);
    await until(() => shop.counts().otherRecipient === 1);
    expect(shop.ledger.payments).toEqual([]);
    expect(await inbox.stats()).toMatchObject({ backlog: 0, dead: 0, unconfirmed: 0 });
  });

  it('handles an event once per endpoint', async () => {
    const { shop } = await open({ controllers: [One, Two], path: 'hooks/one' });
    const body = paymentBody(simulator, await buy(shop, simulator));
    const other = shop.hook.replace('one', 'two');
    for (const hook of [shop.hook, other, shop.hook, other])
      expect((await post(hook, body)).status).toBe(200);
    await until(() => shop.counts().handled === 2);
    expect(shop.ledger.payments).toHaveLength(2);
    expect(shop.counts()).toMatchObject({ stored: 2, duplicate: 2 });
  });

  it('releases the handler instance of an event to the garbage collector', async () => {
    const made: WeakRef<object>[] = [];
    @Injectable({ scope: Scope.REQUEST })
    class PerEvent {
      constructor(@Inject(REQUEST) readonly event: ReceivedPayEvent) {
        made.push(new WeakRef(this), new WeakRef(event));
      }
      @OnPayEvent(PayEventType.TransactionPaymentCreated)
      paid(): void {}
    }
    const { shop } = await open({ providers: [PerEvent] });
    for (let count = 1; count <= 20; count++) {
      await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
      await until(() => shop.counts().handled === count);
    }
    shop.ledger.payments.length = 0;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // The last iteration still references two objects.
    await until(() => {
      collect();
      return made.filter((one) => one.deref() !== undefined).length <= 2;
    });
    expect(made).toHaveLength(40);
  });

  it('confirms a denied event at once when the service delivers it again', async () => {
    const { shop } = await open({ retryMs: 3_600_000 });
    const body = paymentBody(simulator, await buy(shop, simulator));
    const operation = 'transactions.getTransactionById';
    simulator.faults.add({ kind: 'status', operation, status: 404, times: 1 });
    await post(shop.hook, body);
    await until(async () => {
      const { rows } = await db.query(`select 1 from ${schema}.inbox_deliveries where denials = 1`);
      return rows.length === 1;
    });
    await post(shop.hook, body);
    await until(() => shop.ledger.payments.length === 1);
    expect(shop.counts()).toMatchObject({ stored: 2, duplicate: 0, handled: 1 });
  });
});

@Injectable()
class NewHandler {
  readonly seen: ReceivedPayEvent[] = [];
  @OnPayEvent(PayEventType.TransferCreated, { unconfirmed: true })
  on(event: ReceivedPayEvent): void {
    this.seen.push(event);
  }
}

describe('a rolling deployment', () => {
  it('leaves an event that only the new version handles to the new version', async () => {
    const old = await open();
    // The new version only stores the delivery, so the old version claims it.
    const fresh = await open({ providers: [NewHandler], concurrency: 0 });
    const body = JSON.stringify({
      EventTypeId: PayEventType.TransferCreated,
      EventData: { TransferId: 'aaaaaaaa-0000-4000-8000-000000000001', Amount: 1 },
    });
    expect((await post(fresh.shop.hook, body)).status).toBe(200);
    const waits = `select 1 from ${schema}.inbox_events where error is not null and attempts = 0`;
    await until(async () => (await db.query(waits)).rows.length === 1);
    expect(old.shop.counts()).toMatchObject({ handled: 0, ignored: 0 });
    expect(await old.inbox.stats()).toMatchObject({ backlog: 1, dead: 0 });
    await db.query(`update ${schema}.inbox_events set due_at = now()`);
    const busy = await open({ providers: [NewHandler] });
    await until(() => busy.shop.app.get(NewHandler).seen.length === 1);
  });
});
