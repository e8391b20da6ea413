import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { Seeded } from '../chaos/seeded.js';
import { walletOf } from '../e2e/nest-app.js';
import { isFullSize } from '../full-size.js';
import { PAY } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { createDatabase, POSTGRES_URL } from '../stores/databases.js';
import { until } from '../until.js';
import { Fleet, tick } from './fleet.js';

const { terminals, processes, kills, everyMs } = isFullSize
  ? { terminals: 20, processes: 4, kills: 200, everyMs: 400 }
  : { terminals: 6, processes: 2, kills: 4, everyMs: 1_500 };
/** Virtual seconds for each second. */
const SPEED = 4;

interface Stored {
  id: string;
  kind: string;
  terminal_id: string;
  parent_id: string | null;
  state: string;
  reason: string | null;
  amount: number;
  books: string[] | null;
}

const isBuilt = existsSync(PAY.command);
if (!isBuilt) noteSkipped('The test that kills processes of a till was skipped: npm run build first.');

(isBuilt && POSTGRES_URL !== undefined ? it : it.skip)(
  `${terminals} terminals, ${processes} processes and ${kills} kills: every sale ends, and the sales are those of the ledger`,
  async () => {
    const chance = new Seeded(Number(process.env['CHAOS_SEED'] ?? 24));
    const start = Date.now();
    const simulator = await createPaySimulator({ seed: 'kills', clock: 'manual', now: new Date(start) });
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const { url, client } = await createDatabase('till_kills');
    await client.query(
      'create table books (n bigint generated always as identity, sale_id text, state text)',
    );
    const options = {
      ...{ url, start, speed: SPEED },
      wallet: { ...walletOf(simulator), cloudTerminal: simulator.credentials.cloudTerminal },
    };
    const fleet = new Fleet('till-app.mjs', processes, options);
    addTerminals(simulator);
    const clock = tick(simulator, start, SPEED);
    const stored = async (): Promise<Stored[]> =>
      (
        await client.query<Stored>(
          `select id, kind, terminal_id, parent_id, state, reason, amount::float8 as amount,
             (select array_agg(state order by n) from books where sale_id = id) as books from shop.till_sales`,
        )
      ).rows;
    try {
      await fleet.ready();
      const faults = addFaults(simulator);
      let number = 0;
      let killed = 0;
      let nextKill = performance.now() + everyMs;
      while (killed < kills) {
        const sales = await stored();
        for (const { terminalId } of simulator.terminals.list()) {
          const open = sales.find(({ terminal_id, state }) => terminal_id === terminalId && state === 'open');
          const paid = sales.filter(({ kind, state }) => kind === 'sale' && state === 'paid');
          if (open !== undefined) {
            if (chance.fraction() < 0.02) fleet.send('abort', open.id);
          } else if (paid.length > 0 && chance.fraction() < 0.1) {
            const { id } = paid[chance.integer(0, paid.length - 1)]!;
            fleet.send('refund', id, { id: `refund-${++number}`, amount: chance.integer(1, 40) });
          } else {
            const id = `sale-${++number}`;
            const amount = chance.integer(100, 9_000);
            fleet.send('sell', { id, terminalId, amount, currencyCode: '978', reference: id });
          }
        }
        if (performance.now() >= nextKill) {
          await fleet.kill(chance.integer(0, processes - 1));
          killed++;
          nextKill = performance.now() + everyMs;
        }
        // Nothing happens at the terminals before the next tick.
        const seenAt = simulator.clock.now();
        await until(() => simulator.clock.now() > seenAt);
      }
      for (const fault of faults) simulator.faults.remove(fault);
      await until(async () => (await stored()).every(({ state }) => state !== 'open'), {
        forMs: 90_000,
        everyMs: 200,
        what: 'every sale has ended',
      });
      const sales = await stored();
      const wrong = sales.filter(({ state, books }) => books?.at(-1) !== state);
      const paidIds = sales
        .filter(({ kind, state }) => kind === 'sale' && state === 'paid')
        .map(({ id }) => id);
      const ledger = simulator.transactions.list().filter(({ status }) => status !== 'E');
      const charges = ledger.filter(({ amount }) => amount > 0).map(({ merchantTrns }) => merchantTrns);
      const sum = (kind: string): number =>
        sales
          .filter((one) => one.kind === kind && one.state === 'paid')
          .reduce((all, { amount }) => all + amount, 0);
      const counts = Object.fromEntries(
        [...new Set(sales.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()))].map((name) => [
          name,
          sales.filter(({ state, reason }) => `${state} ${reason ?? ''}`.trim() === name).length,
        ]),
      );
      process.stdout.write(
        `till: ${sales.length} requests, ${killed} kills, ${Math.round((Date.now() - start) / 1_000)} s, ${JSON.stringify(counts)}\n`,
      );
      expect(wrong).toEqual([]);
      expect(charges.toSorted()).toEqual(paidIds.toSorted());
      expect(ledger.reduce((all, { amount }) => all + amount, 0)).toBe(sum('sale') - sum('refund'));
      expect(paidIds.length).toBeGreaterThan(terminals);
    } finally {
      clearInterval(clock);
      await fleet.close();
      await client.end();
      await simulator.close();
    }
  },
  isFullSize ? 900_000 : 120_000,
);

/** Adds terminals, and removes the one that is broken. */
function addTerminals(simulator: PaySimulator): void {
  for (let index = simulator.terminals.list().length; index < terminals; index++)
    simulator.terminals.save({ terminalId: String(16_000_010 + index) });
  for (const { terminalId } of simulator.terminals.list())
    simulator.terminals.save({ terminalId, statusId: 1 });
}

function addFaults({ faults, terminals: cards }: PaySimulator) {
  cards.configure({ customer: 'pays', customerDelayMs: 1_500 });
  const requests = ['pos.transactions.initiateSaleRequest', 'pos.transactions.refundTransaction'];
  const times = 'always';
  const read = { operation: 'pos.session.retrieveSessionById', kind: 'status', status: 503 } as const;
  return [
    ...requests.flatMap((operation) => [
      faults.add({ operation, kind: 'executed-but-lost', probability: 0.08, times }),
      faults.add({ operation, kind: 'reset-before', probability: 0.03, times }),
    ]),
    faults.add({ operation: 'pos.session.abortSession', kind: 'executed-but-lost', probability: 0.2, times }),
    faults.add({ ...read, probability: 0.05, times }),
  ];
}
