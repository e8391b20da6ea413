import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { durableInbox, PayInboxService, PayModule } from 'nestjs-pay';
import type { DurableInboxOptions } from 'nestjs-pay';
import { redisStore } from 'nestjs-pay/redis';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { boot, walletOf } from '../e2e/nest-app.js';
import { buy, paymentBody, PayWebhookController, post, startShop } from '../e2e/webhook-shop.js';
import type { Shop } from '../e2e/webhook-shop.js';
import { Books, makeGate } from './books.js';
import { until } from '../until.js';
import { deleteKeys, HAS_REDIS_BINARY, startRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';

jest.setTimeout(30_000);

const onServer = HAS_REDIS_BINARY ? describe : describe.skip;
onServer('an application whose inbox is in Redis', () => {
  let server: RedisServer;
  let connection: Redis;
  let simulator: PaySimulator;
  let shops: Shop[];
  beforeAll(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { retryStrategy: () => 20 });
    connection.on('error', () => undefined);
    simulator = await createPaySimulator({ seed: 'redis', clock: 'manual' });
  });
  afterAll(async () => {
    await simulator.close();
    connection.disconnect();
    await server.stop();
  });
  beforeEach(() => {
    simulator.reset();
    shops = [];
  });
  afterEach(async () => {
    await Promise.all(shops.map((shop) => shop.close()));
    await deleteKeys(connection, 'pay');
  });

  /** A process of the shop: all that are open share one Redis. */
  async function open(
    options: Partial<DurableInboxOptions> = {},
    timeoutMs = 5_000,
  ): Promise<{ shop: Shop; inbox: PayInboxService }> {
    const store = redisStore({ connection, timeoutMs });
    const inbox = durableInbox({ store, pollMs: 20, retryMs: 10, ...options });
    const shop = await startShop('express', simulator, { webhooks: { inbox } });
    shops.push(shop);
    return { shop, inbox: shop.app.get(PayInboxService, { strict: false }) };
  }

  it('answers 200 once the event is stored, handles it after, and knows it again', async () => {
    const { shop, inbox } = await open();
    const { gate, open: openGate } = makeGate();
    shop.ledger.gate = gate;
    const purchase = await buy(shop, simulator);
    expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.ledger.payments).toEqual([]);
    expect(await inbox.stats()).toMatchObject({ backlog: 1, dead: 0 });
    openGate();
    await until(() => shop.counts().handled === 1);
    expect(shop.ledger.payments).toMatchObject([
      { confirmedBy: 'api', source: 'webhook', data: { TransactionId: purchase.transactionId } },
    ]);
    expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.counts()).toMatchObject({ received: 2, stored: 1, duplicate: 1, handled: 1 });
  });

  it('answers 503 while Redis is away, and goes on when it is back', async () => {
    const { shop } = await open({ leaseMs: 1_000 }, 300);
    const body = paymentBody(simulator, await buy(shop, simulator));
    await server.crash();
    const refused = await post(shop.hook, body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    await server.start();
    await until(async () => (await post(shop.hook, body)).status === 200);
    await until(() => shop.ledger.payments.length === 1);
  });

  it('handles the true event though a forged one of the same payment came first', async () => {
    const { shop, inbox } = await open({ maxRefusals: 2 });
    const purchase = await buy(shop, simulator);
    await post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 }));
    await until(async () => (await inbox.stats()).refused === 1);
    await post(shop.hook, paymentBody(simulator, purchase));
    await until(() => shop.ledger.payments.length === 1);
    await until(async () => (await inbox.stats()).refused === 0);
  });

  it('is one for two instances: each event once, whoever gets its deliveries', async () => {
    const pods = [await open(), await open()];
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) {
      const purchase = await buy(pods[0]!.shop, simulator);
      ids.push(purchase.transactionId);
      const body = paymentBody(simulator, purchase);
      await Promise.all([...pods, ...pods].map(({ shop }) => post(shop.hook, body)));
    }
    await until(() => pods.reduce((sum, { shop }) => sum + shop.counts().handled, 0) === ids.length);
    const handled = pods.flatMap(({ shop }) => shop.ledger.payments.map(({ data }) => data.TransactionId));
    expect(handled.sort()).toEqual(ids.sort());
  });

  it('gives up after the last attempt, and operators look, replay and discard', async () => {
    const { shop, inbox } = await open({ maxAttempts: 2 });
    shop.ledger.failures = 4;
    const purchases = [await buy(shop, simulator), await buy(shop, simulator)];
    for (const purchase of purchases) await post(shop.hook, paymentBody(simulator, purchase));
    await until(async () => (await inbox.stats()).dead === 2);
    const [second, first] = await inbox.deadLetters();
    expect(await inbox.deadLetter(first!.id)).toEqual(first);
    expect(await inbox.replay(first!.id)).toBe(true);
    await until(() => shop.ledger.payments.length === 1);
    expect(await inbox.discard(second!.id)).toBe(true);
    await post(shop.hook, paymentBody(simulator, purchases[1]!));
    expect(shop.counts()).toMatchObject({ duplicate: 1, handled: 1 });
    expect(await inbox.stats()).toEqual({
      backlog: 0,
      oldestAgeMs: null,
      dead: 0,
      unconfirmed: 0,
      refused: 0,
    });
  });

  it('hands back at its shutdown what does not end in time: another takes it at once', async () => {
    const { shop } = await open({ drainMs: 20, leaseMs: 3_000_000 });
    shop.ledger.gate = new Promise(() => undefined);
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(async () => (await connection.hlen('{pay}:inbox:working')) > 0);
    await shop.close();
    const next = await open();
    await until(() => next.shop.ledger.payments.length === 1);
  });

  it('does not boot with a handler that wants a transaction', async () => {
    const inbox = durableInbox({ store: redisStore({ connection }) });
    const { failure } = await boot({
      imports: [PayModule.forRoot({ wallet: walletOf(simulator), webhooks: { inbox } })],
      controllers: [PayWebhookController],
      providers: [Books],
    });
    expect(failure).toMatch(
      /@PayTransaction\(\) in Books\.paid needs a durable inbox whose store has transactions/,
    );
  });
});
