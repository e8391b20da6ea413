import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { bullmqInbox } from 'nestjs-pay/bullmq';
import { isFullSize } from '../full-size.js';
import { PAY } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { until } from '../until.js';
import { paymentDelivery, startOf, unused } from './manual-inbox.js';
import { HAS_REDIS, startRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';
import { withTimes } from '../times.js';

const EVENTS = isFullSize ? 5_000 : 300;
const FORGED = isFullSize ? 10_000 : 300;
const KILLS = isFullSize ? 20 : 3;
const QUEUE = 'chaos';

const isBuilt = existsSync(PAY.command);
if (!isBuilt) noteSkipped('The chaos test of bullmqInbox() was skipped: npm run build first.');

(HAS_REDIS && isBuilt ? describe : describe.skip)('bullmqInbox() while workers and Redis are killed', () => {
  let server: RedisServer;
  const workers: ChildProcess[] = [];
  let isOver = false;

  /** Starts a worker, and another one when it ends. */
  function startWorker(): void {
    if (isOver) return;
    const env = { ...process.env, NODE_OPTIONS: '', PAY_TEST_REDIS: server.url, PAY_TEST_QUEUE: QUEUE };
    const worker = fork(join(import.meta.dirname, 'bullmq-worker.mjs'), [], { env });
    workers.push(worker);
    worker.on('exit', () => {
      workers.splice(workers.indexOf(worker), 1);
      startWorker();
    });
  }

  beforeAll(async () => {
    server = await startRedis('--appendfsync', 'always');
  });
  afterAll(async () => {
    isOver = true;
    for (const worker of workers) worker.kill('SIGKILL');
    await server.stop();
  });

  it('handles each event that was stored or leaves it as a failed job, and handles no forged one', async () => {
    const connection = { url: server.url, retryStrategy: () => 50, disconnectTimeout: 1 };
    const inbox = bullmqInbox(
      withTimes({ connection, queueName: QUEUE, worker: false as const, storeTimeoutMs: 2_000 }),
    );
    await inbox.start(startOf());
    for (let n = 0; n < 2; n++) startWorker();
    /** Repeats a delivery until it is stored, as the service does. */
    const deliver = async (key: string, data: object, sender: 'service' | 'unknown'): Promise<void> => {
      const delivery = paymentDelivery(key, { OrderCode: 1, ...data }, { sender });
      await until(
        () =>
          inbox.receive(delivery, unused).then(
            () => true,
            () => false,
          ),
        { forMs: 60_000 },
      );
    };
    const every = Math.floor(EVENTS / (KILLS + 1));
    await deliver('poison', { poison: true }, 'service');
    const flood = (async () => {
      for (let n = 0; n < FORGED; n++) await deliver(`forged ${n % 100}`, { forged: true, n }, 'unknown');
    })();
    for (let n = 0; n < EVENTS; n++) {
      await deliver(`event ${n}`, {}, 'service');
      if (n % every !== every - 1) continue;
      workers[0]?.kill('SIGKILL');
      if (n < every) {
        await server.crash();
        await server.start();
      }
    }
    await flood;
    const redis = new Redis(server.url);
    const events = new Queue(`${QUEUE}-events`, { connection });
    events.on('error', () => undefined);
    const deliveries = new Queue(QUEUE, { connection });
    deliveries.on('error', () => undefined);
    try {
      const handled = () => redis.lrange(`${QUEUE}:handled`, 0, -1);
      const keysOf = async (queue: Queue): Promise<string[]> =>
        (await queue.getFailed()).map(({ data }) => (data as { delivery: { key: string } }).delivery.key);
      // A delivery that was often active beside the poison fails, too.
      const failed = async () => [...(await keysOf(events)), ...(await keysOf(deliveries))];
      const expected = [...Array.from({ length: EVENTS }, (_, n) => `event ${n}`), 'poison'];
      // BullMQ also fails a job that was often active beside the poison. Operators can retry it.
      const known = async () => new Set([...(await handled()), ...(await failed())]);
      await until(async () => (await known()).size >= expected.length, { forMs: 120_000 });
      expect([...(await known())].sort()).toEqual(expected.sort());
      expect(await failed()).toContain('poison');
      expect((await failed()).length).toBeLessThan(1 + EVENTS / 10);
      // Handlers whose process or Redis was killed ran again.
      expect((await handled()).length).toBeLessThan(EVENTS * 1.2);
    } finally {
      isOver = true;
      await events.close();
      await deliveries.close();
      redis.disconnect();
      await inbox.stop();
    }
  }, 240_000);
});
