import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox, PayInboxService } from 'nestjs-pay';
import type { DurableInboxOptions, PayInboxStore } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { buy, paymentBody, post, startShop } from '../e2e/webhook-shop.js';
import type { Shop } from '../e2e/webhook-shop.js';
import { newPglite } from '../pglite.js';
import { until } from '../until.js';
import { Books, createDeferred } from './books.js';
import { withTimes } from '../times.js';
import type { TestTimes } from '../times.js';

let db: PGlite;
let simulator: PaySimulator;
let schemas = 0;
let schema: string;
let shops: Shop[];

beforeAll(async () => {
  db = await newPglite();
  simulator = await createPaySimulator({ seed: 'inbox', clock: 'manual' });
});
afterAll(async () => {
  await simulator.close();
  await db.close();
});
beforeEach(async () => {
  simulator.reset();
  shops = [];
  schema = Books.schema = `pay${++schemas}`;
  await db.exec(`create schema ${schema}; create table ${schema}.payments (id text, source text)`);
});
afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.close()));
});

const storeOf = () => pgliteStore(db, { schema });
const payments = async () =>
  (await db.query<{ id: string; source: string }>(`select * from ${schema}.payments`)).rows;

/** Starts a process of the shop. All processes share one database. */
async function open(
  options: Partial<DurableInboxOptions> & TestTimes & { books?: boolean } = {},
): Promise<{ shop: Shop; inbox: PayInboxService; books: Books }> {
  const { books = false, ...inboxOptions } = options;
  const inbox = durableInbox(withTimes({ store: storeOf(), pollMs: 50, retryMs: 10, ...inboxOptions }));
  const shop = await startShop('express', simulator, {
    webhooks: { inbox },
    providers: books ? [Books] : [],
  });
  shops.push(shop);
  return {
    shop,
    inbox: shop.app.get(PayInboxService, { strict: false }),
    books: books ? shop.app.get(Books) : new Books(),
  };
}

describe('a durable inbox', () => {
  it('responds with 200 once the event is stored, and handles it afterwards', async () => {
    const { shop, inbox } = await open();
    const { promise, resolve } = createDeferred();
    shop.ledger.gate = promise;
    const purchase = await buy(shop, simulator);
    const response = await post(shop.hook, paymentBody(simulator, purchase));
    expect(response.status).toBe(200);
    expect(shop.ledger.payments).toEqual([]);
    await until(async () => (await inbox.stats()).backlog === 1);
    resolve();
    await until(() => shop.counts().handled === 1);
    expect(shop.ledger.payments).toMatchObject([
      { confirmedBy: 'api', source: 'webhook', data: { TransactionId: purchase.transactionId } },
    ]);
    expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.counts()).toMatchObject({ received: 2, stored: 1, duplicate: 1, handled: 1 });
    expect(await inbox.stats()).toMatchObject({ backlog: 0, oldestAgeMs: null });
  });

  it('responds with 503 with Retry-After while its database is down, and loses no event', async () => {
    let isDown = true;
    const store: PayInboxStore = new Proxy(storeOf(), {
      get: (target, name) => {
        const method = Reflect.get(target, name, target) as unknown;
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) =>
          isDown && name === 'addDelivery'
            ? Promise.reject(new Error('connection refused'))
            : (method.apply(target, args) as unknown);
      },
    });
    const { shop } = await open({ store });
    const body = paymentBody(simulator, await buy(shop, simulator));
    const refused = await post(shop.hook, body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await refused.text()).not.toContain('refused');
    expect(shop.counts().errors).toEqual({ inbox: 1 });
    isDown = false;
    expect((await post(shop.hook, body)).status).toBe(200);
    await until(() => shop.ledger.payments.length === 1);
  });

  it('retries an event whose handler failed', async () => {
    const { shop } = await open();
    shop.ledger.failures = 3;
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(() => shop.counts().handled === 1);
    expect(shop.ledger.payments).toHaveLength(1);
    expect(shop.logger.text()).toMatch(/Ledger\.paid failed/);
  });

  it('handles the true event after a forged one of the same payment', async () => {
    // The forged one waits for its next read, because a delivery that arrives during a read counts as a duplicate.
    const { shop, inbox } = await open({ retryMs: 60_000 });
    const purchase = await buy(shop, simulator);
    await post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 }));
    const denied = `select from ${schema}.inbox_deliveries where denials > 0 and token is null`;
    await until(async () => (await db.query(denied)).rows.length === 1);
    expect(shop.ledger.payments).toEqual([]);
    await post(shop.hook, paymentBody(simulator, purchase));
    await until(() => shop.ledger.payments.length === 1);
    expect(shop.ledger.payments).toMatchObject([{ data: { Amount: 24.5 } }]);
    expect(await inbox.stats()).toMatchObject({ unconfirmed: 0, dead: 0 });
  });

  it('commits the writes of a handler together with its event, exactly once', async () => {
    const { shop, books } = await open({ books: true });
    books.failures = 2;
    const { transactionId, ...rest } = await buy(shop, simulator);
    await post(shop.hook, paymentBody(simulator, { transactionId, ...rest }));
    await until(() => shop.counts().handled === 1);
    expect(books.attempts).toBe(3);
    expect(await payments()).toEqual([{ id: transactionId, source: 'webhook' }]);
  });

  it('handles each event once with two processes on one database', async () => {
    const pods = [await open({ books: true }), await open({ books: true })];
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) {
      const purchase = await buy(pods[0]!.shop, simulator, 2450, 'cart-1');
      ids.push(purchase.transactionId);
      const body = paymentBody(simulator, purchase);
      await Promise.all([...pods, ...pods].map(({ shop }) => post(shop.hook, body)));
    }
    await until(() => pods.reduce((sum, { shop }) => sum + shop.counts().handled, 0) === ids.length);
    expect((await payments()).map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('moves an event to the dead letters after the last attempt, and lists, replays and discards it', async () => {
    const { shop, inbox } = await open({ maxAttempts: 2 });
    shop.ledger.failures = 4;
    const purchases = [await buy(shop, simulator), await buy(shop, simulator)];
    for (const purchase of purchases) await post(shop.hook, paymentBody(simulator, purchase));
    await until(async () => (await inbox.stats()).dead === 2);
    expect(shop.logger.text()).toMatch(/event 1796 \(ID \d+\) is moved to the dead letters after 2 attempts/);
    const [second, first] = await inbox.deadLetters();
    expect(first).toMatchObject({
      reason: 'failed',
      attempts: 2,
      error: 'Ledger.paid failed: Error: the database is not available',
      delivery: { event: { data: { TransactionId: purchases[0]?.transactionId } } },
    });
    expect(await inbox.deadLetter(first?.id ?? '')).toEqual(first);
    expect(await inbox.replay(first?.id ?? '')).toBe(true);
    await until(() => shop.ledger.payments.length === 1);
    expect(await inbox.discard(second?.id ?? '')).toBe(true);
    expect(await inbox.discard(second?.id ?? '')).toBe(false);
    await post(shop.hook, paymentBody(simulator, purchases[1]!));
    expect(shop.counts()).toMatchObject({ duplicate: 1, handled: 1 });
    expect(await inbox.stats()).toEqual({
      backlog: 0,
      oldestAgeMs: null,
      dead: 0,
      unconfirmed: 0,
    });
  });
});

describe('the error of a dead letter', () => {
  it("is the handler's error without secrets, and not too long", async () => {
    const { shop, inbox } = await open({ maxAttempts: 1 });
    shop.ledger.failures = 1;
    shop.ledger.error = new TypeError(
      `POST /ship failed for card 4111 1111 1111 1111 with Authorization: Bearer abc.def-123 ${'x'.repeat(5_000)}`,
    );
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(async () => (await inbox.stats()).dead === 1);
    const { rows } = await db.query<{ error: string }>(
      `select error from ${schema}.inbox_events where state = 'dead'`,
    );
    const [{ error } = { error: '' }] = await inbox.deadLetters();
    expect(rows).toEqual([{ error }]);
    expect(error).toMatch(
      /^Ledger\.paid failed: TypeError: POST \/ship failed for card \[hidden\] with Authorization: Bearer \[hidden\] x+$/,
    );
    expect(error.length).toBeLessThan(500);
  });
});

describe('a shutdown', () => {
  it('waits for running handlers', async () => {
    const { shop } = await open();
    const { promise, resolve } = createDeferred();
    shop.ledger.gate = promise;
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(() => shop.ledger.begun === 1);
    const closing = shop.close();
    resolve();
    await closing;
    expect(shop.ledger.payments).toHaveLength(1);
    expect(await storeOf().stats()).toMatchObject({ backlog: 0, unconfirmed: 0 });
  });

  it('releases events that do not end in time, so that another process handles them at once', async () => {
    const { shop } = await open({ drainMs: 20, leaseMs: 3_000_000 });
    shop.ledger.gate = new Promise(() => undefined);
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(() => shop.ledger.begun === 1);
    await shop.close();
    const next = await open();
    await until(() => next.shop.ledger.payments.length === 1);
  });
});
