import { afterAll, describe, expect, it } from '@jest/globals';
import { startServer } from '../postgres/server.mjs';
import type { PostgresServer } from '../postgres/server.mjs';
import { noteSkipped } from '../skipped.mjs';
import { FORGED } from './forgeries.js';
import { ChaosRun } from './run.js';
import type { ChaosSize } from './run.js';

const SMALL: ChaosSize = { orders: 200, events: 800, kills: 3, forged: 6, limitMs: 150_000 };
/** `npm run chaos` */
const FULL: ChaosSize = { orders: 5_000, events: 20_000, kills: 20, forged: 50, limitMs: 30 * 60_000 };
const size = process.env['CHAOS'] === 'full' ? FULL : SMALL;
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Those of `stores.mjs`. */
const STORES = ['postgres'];

let postgres: PostgresServer | undefined;
try {
  postgres = await startServer(size === FULL ? [] : ['fsync=off']);
} catch (error) {
  noteSkipped(
    `The chaos test was skipped: PostgreSQL does not start here (${error instanceof Error ? error.message : 'it failed'}).`,
  );
}
afterAll(() => postgres?.remove());

describe.each(STORES)('three processes on one %s', (store) => {
  const onServer = postgres === undefined ? it.skip : it;
  onServer(
    'book every event once and come to the service’s books, while they and the database die',
    async () => {
      if (postgres === undefined) throw new Error('there is no server');
      process.stdout.write(`chaos: CHAOS_SEED=${seed}\n`);
      const { wrong, deadLetters, poisoned, seconds, seen } = await new ChaosRun(
        ...([postgres, store, size, seed] as const),
      ).run();
      process.stdout.write(`chaos: ${seconds} s ${JSON.stringify(seen)}\n`);
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
