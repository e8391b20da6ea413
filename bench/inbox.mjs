// Measures deliveries to the durable inbox, 64 in flight, on its own PostgreSQL server that waits for the disk.
import { startServer } from '../test/postgres/server.mjs';
import { medians, withContestant } from './contestant.mjs';

const INBOXES = [
  ['a bare batched `INSERT … ON CONFLICT`', 'contestants/inbox.bare-insert.mjs'],
  ['stored', 'contestants/inbox.pay-stored.mjs'],
  ['stored and handled', 'contestants/inbox.pay-handled.mjs'],
  ["stored and handled with a handler's row in one transaction", 'contestants/inbox.pay-booked.mjs'],
];

/** @returns The rows of the table, or null without PostgreSQL. */
export async function measureInbox({ rounds, scale }) {
  const calls = 4_000 * scale;
  const postgres = await startServer().catch(() => null);
  if (postgres === null) return null;
  const runs = new Map(INBOXES.map(([name]) => [name, []]));
  try {
    for (let round = 0; round < rounds; round++)
      for (const [name, file] of INBOXES)
        runs.get(name).push(await withContestant({ file }, driveInbox(postgres.url, calls)));
  } finally {
    await postgres.remove();
  }
  return [...runs].map(([name, all]) => ({ name, ...medians(all) }));
}

const driveInbox = (url, calls) => async (next, send) => {
  send({ url, calls, inFlight: 64 });
  const { cpuMicroseconds, milliseconds } = await next();
  return { cpu: cpuMicroseconds / calls, rate: (calls / milliseconds) * 1000 };
};
