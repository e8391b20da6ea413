import { afterAll, describe, expect, it } from '@jest/globals';
import { startServer } from '../postgres/server.mjs';
import type { PostgresServer } from '../postgres/server.mjs';
import { HAS_REDIS_BINARY, startRedis } from '../inbox/redis-server.js';
import type { RedisServer } from '../inbox/redis-server.js';
import { noteSkipped } from '../skipped.mjs';
import { FORGED } from './forgeries.js';
import { ChaosRun } from './run.js';
import type { ChaosPlace, ChaosSize } from './run.types.js';

const SMALL: ChaosSize = { orders: 200, events: 800, kills: 3, forged: 6, limitMs: 150_000 };
/** `npm run chaos` */
const FULL: ChaosSize = { orders: 5_000, events: 20_000, kills: 20, forged: 50, limitMs: 60 * 60_000 };
/** What Redis adds is how it dies: the rest is the same. */
const SMALL_ON_REDIS: ChaosSize = { ...SMALL, orders: 80, events: 300, kills: 2, forged: 4 };
const isFull = process.env['CHAOS'] === 'full';
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const STORES = [
  { store: 'postgres', size: isFull ? FULL : SMALL, isHere: true },
  { store: 'redis', size: isFull ? FULL : SMALL_ON_REDIS, isHere: HAS_REDIS_BINARY },
] as const;

let postgres: PostgresServer | undefined;
try {
  postgres = await startServer(isFull ? [] : ['fsync=off']);
} catch (error) {
  noteSkipped(
    `The chaos test was skipped: PostgreSQL does not start here (${error instanceof Error ? error.message : 'it failed'}).`,
  );
}
let redis: RedisServer | undefined;
afterAll(async () => {
  await redis?.stop();
  await postgres?.remove();
});

async function placeOf(store: ChaosPlace['store'], server: PostgresServer): Promise<ChaosPlace> {
  if (store === 'postgres') {
    const end = (time: 'first' | 'second'): Promise<void> =>
      server.stop(time === 'first' ? 'immediate' : 'fast');
    return { store, url: server.url, server: { end, start: () => server.start() } };
  }
  const own = await startRedis('--appendfsync', 'always');
  redis = own;
  return {
    store,
    url: server.url,
    redisUrl: own.url,
    server: { end: () => own.crash(), start: () => own.start() },
  };
}

describe.each(STORES)('three processes on one $store', ({ store, size, isHere }) => {
  const onServer = postgres === undefined || !isHere ? it.skip : it;
  onServer(
    'book every event once and come to the service’s books, while they and the database die',
    async () => {
      if (postgres === undefined) throw new Error('there is no server');
      process.stdout.write(`chaos on ${store}: CHAOS_SEED=${seed}\n`);
      const place = await placeOf(store, postgres);
      const { wrong, deadLetters, poisoned, seconds, seen } = await new ChaosRun(place, size, seed).run();
      process.stdout.write(`chaos on ${store}: ${seconds} s ${JSON.stringify(seen)}\n`);
      expect(wrong).toEqual([]);

      const { failed, refused } = deadLetters;
      const ordersOf = failed.map(({ delivery }) => String(delivery.event.data['OrderCodeText']));
      expect([...new Set(ordersOf)]).toEqual([poisoned]);
      expect(refused.map(({ delivery }) => delivery.event.messageId)).toEqual(
        refused.map(() => expect.stringContaining(FORGED)),
      );
      // Those with another amount may be dropped: the true event of their key was handled.
      expect(refused.length).toBeGreaterThanOrEqual(size.forged / 2);
      expect(refused.length).toBeLessThanOrEqual(size.forged);

      // Everything that can go wrong did.
      expect(seen).toMatchObject({ events: size.events, kills: size.kills, databaseRestarts: 2 });
      const { dropped, repeated, deliveredAgain, fromWebhooks, fromReconciler, expired } = seen;
      expect(
        Math.min(dropped, repeated, deliveredAgain, fromWebhooks, fromReconciler, expired),
      ).toBeGreaterThan(0);
      expect(seen.handlerRuns).toBeGreaterThan(size.events);
    },
    size.limitMs + 60_000,
  );
});
