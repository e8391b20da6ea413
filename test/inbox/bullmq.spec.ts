import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import type { Job } from 'bullmq';
import { Cluster, Redis } from 'ioredis';
import { PayInboxService, PayModule, PayReconciler } from 'nestjs-pay';
import type { PayInbox, PayModuleOptions } from 'nestjs-pay';
import { bullmqInbox } from 'nestjs-pay/bullmq';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { boot, createApp, RecordingLogger, walletOf } from '../e2e/nest-app.js';
import { buy, Ledger, paymentBody, PayWebhookController, post, startShop } from '../e2e/webhook-shop.js';
import type { Shop } from '../e2e/webhook-shop.js';
import { freePort } from '../free-port.mjs';
import { until } from '../until.js';
import { Books, createDeferred } from './books.js';
import { HAS_REDIS, startRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';
import { withTimes } from '../times.js';
import type { TestTimes } from '../times.js';

type BullmqInboxOptions = Parameters<typeof bullmqInbox>[0];
const READ = 'transactions.getTransactionById';
const OPEN = { sourceAddresses: 'any', trustedProxies: ['127.0.0.1'] } as const;
const FAST = { type: 'exponential', delay: 20 } as const;
/** A worker that died is noticed after half a second instead of half a minute. */
const FAST_STALLED = { lockDuration: 300, stalledInterval: 200 };

describe('the options of bullmqInbox()', () => {
  const connection = { host: '127.0.0.1', port: 9 };
  const CLIENT = "a client of ioredis or its options, for example { host: 'localhost', port: 6379 }";
  it.each([
    [{}, `inbox.connection is missing: ${CLIENT}`],
    [
      { connection: 'redis://localhost' },
      `inbox.connection must be ${CLIENT} (received 'redis://localhost')`,
    ],
    [{ connection: { connect: () => undefined } }, `inbox.connection must be ${CLIENT} (received an object)`],
    [{ connection, retentionms: 1 }, 'inbox.retentionms is not an option: did you mean retentionMs?'],
    ...[
      new Redis({ lazyConnect: true }),
      new Redis({ lazyConnect: true, maxRetriesPerRequest: 0 }),
      new Redis('redis://127.0.0.1:9?maxRetriesPerRequest=3', { lazyConnect: true }),
      new Cluster([connection], { lazyConnect: true, redisOptions: { maxRetriesPerRequest: 3 } }),
    ].map((limited) => [
      { connection: limited },
      'inbox.connection must not limit retries, for example new Redis(url, { maxRetriesPerRequest: null })',
    ]),
    [{ connection, timeoutMs: 5_000 }, 'inbox.timeoutMs is not an option'],
    ...[
      { ...connection, keyPrefix: 'pay:' },
      { url: 'redis://127.0.0.1:9', keyPrefix: 'pay:' },
      { url: 'redis://127.0.0.1:9?keyPrefix=pay:' },
      { url: '127.0.0.1:9?keyPrefix=pay:' },
      { url: '/tmp/redis.sock?db=1&keyPrefix=pay:' },
      new Redis({ lazyConnect: true, maxRetriesPerRequest: null, keyPrefix: 'pay:' }),
      new Redis('redis://127.0.0.1:9?keyPrefix=pay:', { lazyConnect: true, maxRetriesPerRequest: null }),
      new Cluster([connection], { lazyConnect: true, keyPrefix: 'pay:' }),
      new Cluster([connection], { lazyConnect: true, redisOptions: { keyPrefix: 'pay:' } }),
    ].map((prefixed) => [
      { connection: prefixed },
      'inbox.connection must not have a keyPrefix, because BullMQ would lose attempts and delays: use the option prefix of bullmqInbox() instead',
    ]),
  ] as [object, string][])('throw an error that names the invalid option (%#)', (options, message) => {
    expect(() => bullmqInbox(options as BullmqInboxOptions)).toThrow(new RangeError(message));
  });
});

const onRedis = HAS_REDIS ? describe : describe.skip;
onRedis('an application with bullmqInbox()', () => {
  let server: RedisServer;
  let simulator: PaySimulator;
  /** The queues of deliveries from the service and from unknown senders, and the queue of events. */
  let deliveries: Queue;
  let unknown: Queue;
  let queue: Queue;
  let shops: Shop[];
  let queueName: string;
  let queues = 0;

  beforeAll(async () => {
    server = await startRedis();
    simulator = await createPaySimulator({ seed: 'bullmq', clock: 'manual' });
  });
  afterAll(async () => {
    await simulator.close();
    await server.stop();
  });
  beforeEach(() => {
    simulator.reset();
    shops = [];
    queueName = `pay-${++queues}`;
    const connection = { url: server.url, disconnectTimeout: 1 };
    deliveries = new Queue(queueName, { connection });
    unknown = new Queue(`${queueName}-unknown`, { connection });
    queue = new Queue(`${queueName}-events`, { connection });
    for (const one of [deliveries, unknown, queue]) one.on('error', () => undefined);
  });
  afterEach(async () => {
    await Promise.all(shops.map((shop) => shop.close()));
    await Promise.all([deliveries, unknown, queue].map((one) => one.close()));
  });

  it('is idle for `settled()` when its jobs are handled', async () => {
    const inbox = bullmqInbox({ connection: { url: server.url }, queueName, job: { attempts: 1 } });
    const { app, logger } = await startTestApp(inbox);
    try {
      const testSimulator = app.get(PayTestSimulator);
      const ledger = app.get(Ledger);
      const waits = createDeferred();
      ledger.gate = waits.promise;
      testSimulator.pay();
      await until(() => ledger.begun > 0);
      await expect(testSimulator.settled({ timeoutMs: 200 })).rejects.toThrow(/still handling event 1796/);
      waits.resolve();
      await testSimulator.settled();
      expect(ledger.payments).toHaveLength(1);
      ledger.failures = 1;
      testSimulator.pay();
      await testSimulator.settled();
      expect(ledger.payments).toHaveLength(1);
      expect(logger.text()).toContain('the database is not available');
    } finally {
      await app.close();
    }
  });

  /** Starts an application with `nestjs-pay/testing`. */
  async function startTestApp(inbox: PayInbox) {
    const logger = new RecordingLogger();
    const imports = [PayTestingModule.forRoot({ webhooks: { path: 'pay/webhook', inbox } })];
    const app = await createApp({ imports, providers: [Ledger] }, { logger });
    await app.init();
    return { app, logger };
  }

  /** Starts a process of the shop. All processes share one queue. */
  async function open(
    { job, ...options }: Partial<BullmqInboxOptions> & TestTimes = {},
    webhooks: PayModuleOptions['webhooks'] = {},
  ): Promise<Shop> {
    const inbox = bullmqInbox(
      withTimes({
        // By default ioredis keeps a timer for two seconds after it has disconnected.
        connection: { url: server.url, retryStrategy: () => 20, disconnectTimeout: 1 },
        queueName,
        job: { backoff: FAST, ...job },
        ...options,
      }),
    );
    const shop = await startShop('express', simulator, { webhooks: { ...webhooks, inbox } });
    shops.push(shop);
    return shop;
  }

  const failedReasons = async (): Promise<string[]> =>
    (await queue.getFailed()).map(({ failedReason }) => failedReason);

  it('responds with 200 once the job is stored, handles the event later, and recognizes it afterwards', async () => {
    const shop = await open();
    const { promise, resolve } = createDeferred();
    shop.ledger.gate = promise;
    const purchase = await buy(shop, simulator);
    const body = paymentBody(simulator, purchase);
    expect((await post(shop.hook, body)).status).toBe(200);
    expect(shop.ledger.payments).toEqual([]);
    await until(async () => (await queue.getActiveCount()) === 1);
    resolve();
    await until(() => shop.counts().handled === 1);
    expect(shop.ledger.payments).toMatchObject([
      { confirmedBy: 'api', source: 'webhook', data: { TransactionId: purchase.transactionId } },
    ]);
    await until(async () => (await queue.getCompletedCount()) === 1);
    const [job] = await queue.getCompleted();
    expect(job).toMatchObject({ name: 'TransactionPaymentCreated' });
    expect(await deliveries.getJobCounts()).toMatchObject({ waiting: 0, completed: 0, failed: 0 });

    expect((await post(shop.hook, body)).status).toBe(200);
    expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.counts()).toMatchObject({ received: 3, stored: 1, duplicate: 2, handled: 1 });
  });

  it('works with an ioredis client, which stays open', async () => {
    const connection = new Redis(server.url, { maxRetriesPerRequest: null });
    try {
      const shop = await open({ connection });
      await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
      await until(() => shop.ledger.payments.length === 1);
      await shop.close();
      shops = [];
      expect(await connection.ping()).toBe('PONG');
    } finally {
      connection.disconnect();
    }
  });

  it('handles a delivery of the service', async () => {
    const shop = await open();
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
    await buy(shop, simulator);
    await simulator.deliveries.settled();
    await until(() => shop.ledger.payments.length === 1);
    expect(simulator.deliveries.list()).toMatchObject([{ state: 'delivered' }]);
  });

  it('retries handlers with the attempts and back-off of BullMQ', async () => {
    const shop = await open({ job: { attempts: 3 } });
    shop.ledger.failures = 2;
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(() => shop.ledger.payments.length === 1);
    await until(async () => (await queue.getCompletedCount()) === 1);
    const [job] = await queue.getCompleted();
    expect(job?.attemptsMade).toBe(3);
  });

  it('leaves a failed job with its reason, which is not repeated when the event is delivered again', async () => {
    const shop = await open({ job: { attempts: 2 } });
    shop.ledger.failures = 2;
    const body = paymentBody(simulator, await buy(shop, simulator));
    await post(shop.hook, body);
    await until(async () => (await queue.getFailedCount()) === 1);
    expect(await failedReasons()).toEqual(['Ledger.paid failed: Error: the database is not available']);
    await until(() => shop.logger.text().includes('failed after 2 attempts: Ledger.paid failed'));
    expect((await post(shop.hook, body)).status).toBe(200);
    expect(shop.counts()).toMatchObject({ stored: 1, duplicate: 1 });
  });

  it('lets a failed job be retried with the API that dashboards use', async () => {
    const shop = await open({ job: { attempts: 1 } });
    shop.ledger.failures = 1;
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(async () => (await queue.getFailedCount()) === 1);
    const [job] = await queue.getFailed();
    await job?.retry();
    await until(() => shop.ledger.payments.length === 1);
  });

  it('handles each event once with two processes and repeated deliveries', async () => {
    const pods = [await open(), await open()];
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) {
      const purchase = await buy(pods[0]!, simulator);
      ids.push(purchase.transactionId);
      // Each body has a message ID of its own, so these are different jobs of one event.
      const bodies = [paymentBody(simulator, purchase), paymentBody(simulator, purchase)];
      await Promise.all(pods.flatMap((shop) => bodies.map((body) => post(shop.hook, body))));
    }
    await until(async () => {
      const counts = await Promise.all([deliveries, unknown, queue].map((one) => one.getJobCounts()));
      return counts.every(({ waiting, active, delayed }) => waiting === 0 && active === 0 && delayed === 0);
    });
    const handled = pods.flatMap((shop) => shop.ledger.payments.map(({ data }) => data.TransactionId));
    expect(handled.sort()).toEqual(ids.sort());
    expect(await queue.getFailedCount()).toBe(0);
  });

  it('handles one event once while deliveries of it overlap', async () => {
    const shop = await open();
    const { promise, resolve } = createDeferred();
    shop.ledger.gate = promise;
    const purchase = await buy(shop, simulator);
    await post(shop.hook, paymentBody(simulator, purchase));
    await until(async () => (await queue.getActiveCount()) === 1);
    const report = await shop.app
      .get(PayReconciler, { strict: false })
      .reconcile({ orders: [purchase.orderCode] });
    expect(report.events).toMatchObject({ stored: 0 });
    resolve();
    await until(async () => (await queue.getCompletedCount()) === 1);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('handles the true event while a forged one of the same payment waits', async () => {
    const shop = await open({ job: { backoff: { type: 'fixed', delay: 60_000 } } }, OPEN);
    const purchase = await buy(shop, simulator);
    const forged = { 'x-forwarded-for': '203.0.113.1' };
    await post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 }), forged);
    await until(async () => (await unknown.getDelayedCount()) === 1);
    await post(shop.hook, paymentBody(simulator, purchase));
    await until(() => shop.ledger.payments.length === 1);
    expect(shop.ledger.payments).toMatchObject([{ data: { Amount: 24.5 } }]);
    expect((await post(shop.hook, paymentBody(simulator, purchase, { Amount: 2 }), forged)).status).toBe(200);
    expect(shop.counts()).toMatchObject({ stored: 2, duplicate: 1 });
  });

  it('stores what the service posts again, in place of a delivery that waits for its next attempt', async () => {
    const shop = await open({ job: { backoff: { type: 'fixed', delay: 3_600_000 } } });
    const body = paymentBody(simulator, await buy(shop, simulator));
    simulator.faults.add({ operation: READ, kind: 'status', status: 404, times: 1 });
    await post(shop.hook, body);
    await until(async () => (await deliveries.getDelayedCount()) === 1);
    await post(shop.hook, body);
    await until(() => shop.ledger.payments.length === 1);
  });

  it('begins a delivery of the service at once beside forged ones whose reads do not end', async () => {
    const shop = await open({ worker: { concurrency: 4 } }, OPEN);
    const purchase = await buy(shop, simulator);
    const fault = simulator.faults.add({ operation: READ, kind: 'delay', ms: 'never', times: 'always' });
    for (let n = 10; n < 30; n++) {
      const transactionId = `aaaaaaaa-0000-4000-8000-0000000000${n}`;
      const body = paymentBody(simulator, { ...purchase, transactionId });
      await post(shop.hook, body, { 'x-forwarded-for': '203.0.113.1' });
    }
    await until(() => simulator.requests().some(({ operation }) => operation === READ));
    await until(async () => (await unknown.getActiveCount()) === 1);
    simulator.faults.remove(fault);
    await post(shop.hook, paymentBody(simulator, purchase));
    await until(() => shop.ledger.payments.length === 1, { forMs: 20_000 });
  });

  it('uses up no attempt while the service cannot confirm the event', async () => {
    const shop = await open({ job: { attempts: 1 } });
    const purchase = await buy(shop, simulator);
    const outage = simulator.faults.add({ operation: READ, kind: 'status', status: 503, times: 'always' });
    await post(shop.hook, paymentBody(simulator, purchase));
    // A retry takes the job out of the list for a moment.
    let delayed: Job | undefined;
    await until(async () => {
      [delayed] = await deliveries.getDelayed();
      return delayed !== undefined;
    });
    expect(delayed).toMatchObject({ attemptsMade: 0 });
    const { logs } = await deliveries.getJobLogs(delayed?.id ?? '');
    expect(logs[0]).toMatch(/could not be confirmed/);
    simulator.faults.remove(outage);
    await until(() => shop.ledger.payments.length === 1);
    expect(await deliveries.getFailedCount()).toBe(0);
  });

  it('responds with 503 while Redis is down, and continues after it is back', async () => {
    const shop = await open({ storeTimeoutMs: 2_000, worker: FAST_STALLED });
    const first = await buy(shop, simulator);
    const second = paymentBody(simulator, await buy(shop, simulator));
    const { promise, resolve } = createDeferred();
    shop.ledger.gate = promise;
    await post(shop.hook, paymentBody(simulator, first));
    await until(async () => (await queue.getActiveCount()) === 1);
    await server.crash();
    const refused = await post(shop.hook, second);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    await server.start();
    resolve();
    await until(async () => (await post(shop.hook, second)).status === 200);
    // The handler of the first event ran while Redis was down, so it may run again.
    await until(() => new Set(shop.ledger.payments.map(({ data }) => data.TransactionId)).size === 2);
  });

  it('responds with 503 while the memory of Redis is full', async () => {
    const shop = await open({ worker: false });
    const body = paymentBody(simulator, await buy(shop, simulator));
    const redis = new Redis(server.url);
    try {
      await redis.config('SET', 'maxmemory', '1');
      expect((await post(shop.hook, body)).status).toBe(503);
      await redis.config('SET', 'maxmemory', '0');
      expect((await post(shop.hook, body)).status).toBe(200);
    } finally {
      await redis.config('SET', 'maxmemory', '0');
      redis.disconnect();
    }
  });

  it('stores no more jobs of unknown senders above the limit, but always those of the service', async () => {
    const shop = await open({ worker: false, maxUnconfirmed: 1 }, OPEN);
    const postFrom = async (address: string): Promise<number> => {
      const body = paymentBody(simulator, await buy(shop, simulator));
      return (await post(shop.hook, body, { 'x-forwarded-for': address })).status;
    };
    expect(await postFrom('203.0.113.1')).toBe(200);
    expect(await postFrom('203.0.113.2')).toBe(503);
    expect(await postFrom('127.0.0.1')).toBe(200);
  });

  it('handles an event in one process that another process only stored', async () => {
    const web = await open({ worker: false });
    await post(web.hook, paymentBody(simulator, await buy(web, simulator)));
    expect(await deliveries.getWaitingCount()).toBe(1);
    const worker = await open();
    await until(() => worker.ledger.payments.length === 1);
    expect(web.ledger.payments).toEqual([]);
  });

  it('reports a reversal by the service once, after a restart', async () => {
    const first = await open();
    const { orderCode, transactionId } = await buy(first, simulator);
    await post(first.hook, paymentBody(simulator, { orderCode, transactionId }));
    await until(() => first.counts().handled === 1);
    await first.close();
    shops = [];
    simulator.trigger('reversal', { transactionId });
    const second = await open();
    const reconcile = () => second.app.get(PayReconciler).reconcile({ orders: [orderCode] });
    expect(await reconcile()).toMatchObject({ contested: [orderCode], events: { stored: 1 } });
    await until(() => second.counts().handled === 1);
    expect(await reconcile()).toMatchObject({ contested: [orderCode], events: { stored: 0 } });
    expect(await second.app.get(PayReconciler).reconcile({})).toMatchObject({ contested: [orderCode] });
    expect(second.ledger.others).toMatchObject([
      { confirmedBy: 'parent', data: { ParentId: transactionId, Amount: -24.5 } },
    ]);
  });

  it('lets running handlers finish when the application shuts down', async () => {
    const shop = await open();
    const { promise, resolve } = createDeferred();
    shop.ledger.gate = promise;
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(async () => (await queue.getActiveCount()) === 1);
    const closing = shop.close();
    const late = paymentBody(simulator, await buy(shop, simulator));
    await until(async () => (await post(shop.hook, late)).status === 503);
    expect(shop.ledger.payments).toEqual([]);
    resolve();
    await closing;
    expect(shop.ledger.payments).toHaveLength(1);
    expect(await queue.getJobCounts()).toMatchObject({ completed: 1, active: 0, failed: 0 });
  });

  it('shuts down without a handler that does not end, and another process handles its event', async () => {
    const shop = await open({ drainMs: 20, worker: FAST_STALLED });
    shop.ledger.gate = new Promise(() => undefined);
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(async () => (await queue.getActiveCount()) === 1);
    await shop.close();
    const next = await open({ worker: FAST_STALLED });
    await until(() => next.ledger.payments.length === 1);
  });

  it('shuts down while Redis is down', async () => {
    const shop = await open({ drainMs: 100 });
    await server.crash();
    try {
      await shop.close();
    } finally {
      await server.start();
    }
  });

  it('does not boot while Redis is down', async () => {
    const connection = { host: '127.0.0.1', port: await freePort() };
    const inbox = bullmqInbox(withTimes({ connection, queueName, storeTimeoutMs: 300 }));
    const { failure } = await boot({
      imports: [PayModule.forRoot({ wallet: walletOf(simulator), webhooks: { inbox } })],
      controllers: [PayWebhookController],
    });
    expect(failure).toMatch(/webhooks\.inbox cannot start: the BullMQ queue is not ready: /);
  });

  it('does not boot with a handler that needs a transaction', async () => {
    const inbox = bullmqInbox({ connection: { url: server.url }, queueName });
    const { failure } = await boot({
      imports: [PayModule.forRoot({ wallet: walletOf(simulator), webhooks: { inbox } })],
      controllers: [PayWebhookController],
      providers: [Books],
    });
    expect(failure).toMatch(/@PayTransaction\(\) in Books\.paid needs a durable inbox/);
  });

  it('sends operators to BullMQ instead of PayInboxService', async () => {
    const shop = await open();
    expect(() => shop.app.get(PayInboxService, { strict: false }).stats()).toThrow(/BullMQ dashboard/);
  });
});
