import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { durableInbox } from 'nestjs-pay';
import type { PayDelivery, PayStoredInbox } from 'nestjs-pay';
import { redisStore } from 'nestjs-pay/redis';
import { until } from '../until.js';
import { HAS_REDIS_BINARY, startRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';

const ORDERS = 20;
const EVENTS_OF_EACH = 5;
const LEASE_MS = 500;

const delivery = (order: number, at: number): PayDelivery =>
  ({
    key: `${order}/${at}`,
    endpoint: 'Hook.receive',
    account: null,
    client: 'wallet',
    signed: false,
    source: 'webhook',
    event: { eventTypeId: 1796, data: { OrderCode: order, At: at } },
  }) as unknown as PayDelivery;

const onServer = HAS_REDIS_BINARY ? describe : describe.skip;
onServer('two instances on one Redis', () => {
  let server: RedisServer;
  let connections: Redis[];
  let inboxes: PayStoredInbox[];
  beforeAll(async () => {
    server = await startRedis('--appendfsync', 'always');
    connections = [0, 1].map(
      () => new Redis(server.url, { maxRetriesPerRequest: 1, retryStrategy: () => 20 }),
    );
    for (const connection of connections) connection.on('error', () => undefined);
    inboxes = connections.map((connection) =>
      durableInbox({
        store: redisStore({ connection }),
        pollMs: 20,
        leaseMs: LEASE_MS,
        retryMs: 5,
        maxRetryMs: 50,
        concurrency: 4,
      }),
    );
  });
  afterAll(async () => {
    await Promise.all(inboxes.map((inbox) => inbox.stop()));
    for (const connection of connections) connection.disconnect();
    await server.stop();
  });

  it('handle every event, each order in its order and alone, though connections break, Redis dies and handlers fail', async () => {
    const histories = new Map<unknown, unknown[]>();
    const running = new Set<unknown>();
    const together: unknown[] = [];
    let calls = 0;
    const start = {
      logger: { error: () => undefined },
      process: ({ event }: PayDelivery) =>
        Promise.resolve({
          needsTransaction: false,
          run: async () => {
            const { OrderCode: order, At: at } = event.data as Record<string, unknown>;
            if (running.has(order)) together.push(order);
            running.add(order);
            await new Promise((resolve) => setImmediate(resolve));
            running.delete(order);
            if (++calls % 7 === 0) throw new Error('a handler failed');
            const history = histories.get(order) ?? [];
            // The effect is at least once: a handler can run again whose end Redis did not hear of.
            if (!history.includes(at)) histories.set(order, [...history, at]);
          },
        }),
    };
    await Promise.all(inboxes.map((inbox) => inbox.start(start)));
    /** As the service does: again, until it was answered. */
    const deliver = async (one: PayDelivery): Promise<void> => {
      for (;;) {
        const answers = await Promise.allSettled(
          inboxes.map((inbox) => inbox.receive(one, () => Promise.resolve())),
        );
        if (answers.some(({ status }) => status === 'fulfilled')) return;
      }
    };
    for (let at = 0; at < EVENTS_OF_EACH; at++) {
      await Promise.all(Array.from({ length: ORDERS }, (_, order) => deliver(delivery(order + 1, at))));
      if (at === 2) {
        await server.crash();
        await server.start();
      } else {
        await connections[at % 2]!.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'no').catch(
          () => undefined,
        );
      }
    }
    await until(() =>
      inboxes[0]!.stats().then(
        ({ backlog }) => backlog === 0,
        () => false,
      ),
    );
    expect([...histories.values()]).toEqual(Array(ORDERS).fill([0, 1, 2, 3, 4]));
    expect(together).toEqual([]);
    expect(calls).toBeGreaterThan(ORDERS * EVENTS_OF_EACH);
    expect(await inboxes[1]!.stats()).toEqual({
      backlog: 0,
      oldestAgeMs: null,
      dead: 0,
      unconfirmed: 0,
      refused: 0,
    });
  }, 40_000);
});
