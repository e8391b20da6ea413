import { afterAll, expect, it } from '@jest/globals';
import { startServer } from '../postgres/server.mjs';
import type { PostgresServer } from '../postgres/server.mjs';
import { isFullSize } from '../full-size.js';
import { noteSkipped } from '../skipped.mjs';
import { FORGED } from './forgeries.js';
import { ChaosRun } from './run.js';
import type { ChaosSize } from './run.types.js';

const SMALL: ChaosSize = {
  orders: 50,
  events: 200,
  crashing: 1,
  maxAttempts: 3,
  leaseMs: 2_000,
  kills: 3,
  forged: 6,
  flood: 60,
  limitMs: 300_000,
};
const FULL: ChaosSize = {
  orders: 5_000,
  events: 20_000,
  crashing: 200,
  maxAttempts: 5,
  leaseMs: 3_000,
  kills: 20,
  forged: 50,
  flood: 600,
  limitMs: 90 * 60_000,
};
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const size = isFullSize ? FULL : SMALL;

let postgres: PostgresServer | undefined;
try {
  postgres = await startServer(isFullSize ? [] : ['fsync=off']);
} catch (error) {
  noteSkipped(
    `The chaos test was skipped: PostgreSQL cannot start (${error instanceof Error ? error.message : 'it failed'}).`,
  );
}
afterAll(() => postgres?.remove());

const onServer = postgres === undefined ? it.skip : it;
onServer(
  'three processes book every event once and match the service’s books, while they and the database are killed',
  async () => {
    if (postgres === undefined) throw new Error('there is no server');
    const server = postgres;
    process.stdout.write(`chaos: CHAOS_SEED=${seed}\n`);
    const disaster = {
      end: (time: 'first' | 'second') => server.stop(time === 'first' ? 'immediate' : 'fast'),
      start: () => server.start(),
    };
    const run = new ChaosRun({ url: server.url, server: disaster }, size, seed);
    const { wrong, deadLetters, poisoned, crashing, seconds, seen } = await run.run();
    process.stdout.write(`chaos: ${seconds} s ${JSON.stringify(seen)}\n`);
    expect(wrong).toEqual([]);

    const { failed, crashed } = deadLetters;
    expect(crashed.map(({ delivery }) => delivery.event.eventTypeId)).toEqual(crashed.map(() => 1796));
    const crashedOrders = crashed.map(({ delivery }) => String(delivery.event.data['OrderCodeText']));
    expect([...new Set(crashedOrders)].sort()).toEqual(crashing.toSorted());
    const ordersOf = failed.map(({ delivery }) => String(delivery.event.data['OrderCodeText']));
    expect([...new Set(ordersOf)]).toEqual([poisoned]);
    // The service denies the forged deliveries, so none of them became an event.
    const messageIds = [...failed, ...crashed].map(({ delivery }) => delivery.event.messageId);
    expect(messageIds).toEqual(messageIds.map(() => expect.not.stringContaining(FORGED)));

    // Every kind of disaster has happened.
    expect(seen).toMatchObject({ events: size.events, kills: size.kills, databaseRestarts: 2 });
    const { dropped, repeated, deliveredAgain, fromWebhooks, fromReconciler, expired } = seen;
    expect(
      Math.min(dropped, repeated, deliveredAgain, fromWebhooks, fromReconciler, expired),
    ).toBeGreaterThan(0);
    expect(seen.handlerRuns).toBeGreaterThan(size.events);
  },
  size.limitMs + 60_000,
);
