import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parseFiscalText } from 'nestjs-pay/fiscal';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { Client } from 'pg';
import { Seeded } from '../chaos/seeded.js';
import { walletOf } from '../e2e/nest-app.js';
import { isFullSize } from '../full-size.js';
import { PAY } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { createDatabase, POSTGRES_URL } from '../stores/databases.js';
import { Fleet, tick } from '../till/fleet.js';
import { until } from '../until.js';
import { HttpProvider } from './http-provider.js';

const { terminals, processes, sales, kills, everyMs } = isFullSize
  ? { terminals: 20, processes: 4, sales: 2_000, kills: 100, everyMs: 1_500 }
  : { terminals: 6, processes: 2, sales: 40, kills: 3, everyMs: 2_000 };
/** Virtual seconds for each second. */
const SPEED = 4;
/** Short, so that signatures expire while a process is dead or the service is away. */
const VALID_MS = 60_000;
const OUTAGE_MS = 1_000;
/** Longer than the lease of a sale, in the time of the processes. */
const STALL_MS = 9_000;

interface Stored {
  id: string;
  kind: 'sale' | 'refund' | 'autonomous';
  state: string;
  type: string | null;
  series: string | null;
  number: number | null;
  amount: number;
  tip: number;
  data: string;
  isDue: boolean;
  till_state: string | null;
  sent_at: Date | null;
}
interface Data {
  terminalId: string;
  document: { uid: string; gross: number } | null;
  attempts: { key: string; text: string | null; validUntil: number | null }[];
  transactionId: string | null;
}

const isBuilt = existsSync(PAY.command);
if (!isBuilt) noteSkipped('The test that kills processes of fiscal sales was skipped: npm run build first.');

(isBuilt && POSTGRES_URL !== undefined ? it : it.skip)(
  `${sales} fiscal sales, ${kills} kills, stalls and outages: one number and one report for each payment`,
  async () => {
    const chance = new Seeded(Number(process.env['CHAOS_SEED'] ?? 40));
    const start = Date.now();
    const simulator = await createPaySimulator({ seed: 'fiscal', clock: 'manual', now: new Date(start) });
    simulator.permissions.set({ sameDayPartialRefunds: true, useAade: true });
    const { url, client } = await createDatabase('fiscal_kills');
    const provider = new HttpProvider(chance, () => new Date(simulator.clock.now()), VALID_MS);
    const options = {
      ...{ url, start, speed: SPEED, provider: await provider.listen() },
      issuer: { vatNumber: '123456789' },
      wallet: { ...walletOf(simulator), cloudTerminal: simulator.credentials.cloudTerminal },
    };
    const fleet = new Fleet(new URL('fiscal-app.mjs', import.meta.url).pathname, processes, options);
    addTerminals(simulator);
    const clock = tick(simulator, start, SPEED);
    const stored = async (): Promise<Stored[]> =>
      (
        await client.query<Stored>(
          `select fiscal.id, fiscal.kind, fiscal.state, type, series, number::float8 as number,
             fiscal.amount::float8 as amount, fiscal.tip::float8 as tip, data, fiscal.due_at is not null as "isDue",
             till.state as till_state, till.sent_at
           from shop.fiscal_sales fiscal left join shop.till_sales till on till.id = fiscal.id`,
        )
      ).rows;
    const admin = new Client({ connectionString: POSTGRES_URL });
    await admin.connect();
    const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const outages = new Outages(admin, own[0]!.pid, provider, simulator, chance);
    try {
      await fleet.ready();
      simulator.terminals.configure({ customer: 'pays', customerDelayMs: 1_500 });
      provider.lossRate = 0.05;
      const faults = addFaults(simulator);
      const shop = new Shop(fleet, simulator, chance);
      let killed = 0;
      let nextKill = performance.now() + everyMs;
      let rows = await stored();
      while (killed < kills || rows.length < sales) {
        shop.act(rows);
        if (performance.now() >= nextKill) {
          const index = chance.integer(0, processes - 1);
          await fleet.kill(index);
          if (killed % 4 === 0) fleet.stall((index + 1) % processes, STALL_MS);
          killed++;
          nextKill = performance.now() + everyMs;
          await outages.begin();
        }
        // Nothing happens at the terminals before the next tick.
        const seenAt = simulator.clock.now();
        await until(() => simulator.clock.now() > seenAt);
        rows = await stored();
      }
      for (const fault of faults) simulator.faults.remove(fault);
      provider.lossRate = 0;
      await outages.end();
      const isOver = async (): Promise<boolean> => {
        shop.startPreloaded();
        return (rows = await stored()).every(isDone);
      };
      const what = 'every sale has ended, and each payment is reported';
      await until(isOver, { forMs: 120_000, everyMs: 200, what }).catch((error: unknown) => {
        throw new Error(JSON.stringify(rows.filter((row) => !isDone(row))), { cause: error });
      });
      const counts = groupedBy(rows, ({ kind, state }) => `${kind} ${state}`);
      const summary = Object.entries(counts).map(([name, all]) => `${name} ${all.length}`);
      process.stdout.write(
        `fiscal: ${rows.length} requests, ${killed} kills, ${Math.round((Date.now() - start) / 1_000)} s, ${summary.join(', ')}\n`,
      );
      checkBooks(rows, provider, simulator);
      checkNumbers(rows);
      checkSignatures(rows, provider);
      expect(
        rows.filter(({ kind, state }) => kind === 'sale' && state === 'reported').length,
      ).toBeGreaterThan(sales / 4);
    } finally {
      clearInterval(clock);
      await outages.end();
      await fleet.close();
      await provider.close();
      await client.end();
      await admin.end();
      await simulator.close();
    }
  },
  isFullSize ? 1_200_000 : 180_000,
);

const isDone = ({ state, isDue, till_state: till }: Stored): boolean =>
  !['reserved', 'signed', 'paid'].includes(state) && !isDue && till !== 'open';

/** Each payment of the service's ledger is reported once, with its amount. */
function checkBooks(rows: readonly Stored[], { books }: HttpProvider, simulator: PaySimulator): void {
  const reported = [...books.payments.values()];
  const signOf = (kind: string): number => (kind === 'refund' ? -1 : 1);
  const reports = reported.map(({ id, kind, amount, tip }) => [id, signOf(kind) * (amount + tip)] as const);
  const paid = rows.filter(({ state }) => state === 'reported');
  expect(reports.map(([id]) => id).toSorted()).toEqual(paid.map(({ id }) => id).toSorted());
  expect(new Set(reported.map(({ transactionId }) => transactionId)).size).toBe(reported.length);
  expect(reported.every(({ aadeTransactionId }) => /^\d{21}$/.test(aadeTransactionId ?? ''))).toBe(true);
  const ledger = simulator.transactions.list().filter(({ status }) => status !== 'E');
  const moved = new Map(ledger.map(({ id, amount }) => [id, amount]));
  const expected = reported.map(({ transactionId, kind, amount, tip }) => [
    transactionId,
    signOf(kind) * (amount + tip),
  ]);
  expect(new Map(expected as [string, number][])).toEqual(moved);
}

/** Each series counts without gaps, and the sales under one number pay one document, at most in full. */
function checkNumbers(rows: readonly Stored[]): void {
  const numbered = rows.filter(({ number }) => number !== null);
  for (const [series, all] of Object.entries(
    groupedBy(numbered, ({ type, series }) => `${type} ${series}`),
  )) {
    const numbers = [...new Set(all.map(({ number }) => number!))].toSorted((one, other) => one - other);
    expect([series, numbers]).toEqual([series, numbers.map((_, index) => index + 1)]);
    for (const same of Object.values(groupedBy(all, ({ number }) => String(number)))) {
      const documents = same.filter(({ state }) => state !== 'not-paid').map(dataOf);
      expect(new Set(documents.map(({ document }) => JSON.stringify(document))).size).toBeLessThanOrEqual(1);
      const paid = same.filter(({ state }) => state === 'reported');
      const sum = paid.reduce((total, { amount }) => total + amount, 0);
      expect(sum).toBeLessThanOrEqual(documents[0]?.document?.gross ?? 0);
    }
  }
}

/** Each request to a terminal had a signature of its document that was valid then. All others are canceled. */
function checkSignatures(rows: readonly Stored[], { books }: HttpProvider): void {
  const used = new Set<string>();
  for (const row of rows.filter(({ state, kind }) => state === 'reported' && kind !== 'autonomous')) {
    const { attempts, document, terminalId } = dataOf(row);
    const last = attempts.at(-1)!;
    used.add(last.key);
    expect(last.text).toBe(books.signatures.get(last.key)?.text);
    const { uid, amount, terminalId: terminal } = parseFiscalText(last.text ?? '');
    expect([uid, amount, terminal]).toEqual([document?.uid, row.amount, terminalId]);
    expect(last.validUntil! - row.sent_at!.getTime()).toBeGreaterThan(0);
  }
  const open = [...books.signatures.keys()].filter((key) => !used.has(key) && !books.canceled.has(key));
  const needPerson = new Set(rows.filter(({ state }) => state === 'needs-a-person').map(({ id }) => id));
  expect(open.filter((key) => !needPerson.has(key.replace(/\.\d+$/, '')))).toEqual([]);
  expect([...used].filter((key) => books.canceled.has(key))).toEqual([]);
}

/** Returns the rows of each name. */
function groupedBy(rows: readonly Stored[], nameOf: (row: Stored) => string): Record<string, Stored[]> {
  const groups: Record<string, Stored[]> = {};
  for (const row of rows) (groups[nameOf(row)] ??= []).push(row);
  return groups;
}

const dataOf = ({ data }: Stored): Data => JSON.parse(data) as Data;

/** Sells, refunds, aborts, pays documents in parts, and tries again under the same number. */
class Shop {
  #count = 0;
  readonly #tried = new Set<string>();

  constructor(
    private readonly fleet: Fleet,
    private readonly simulator: PaySimulator,
    private readonly chance: Seeded,
  ) {}

  act(rows: readonly Stored[]): void {
    const open = rows.filter(({ till_state: state }) => state === 'open');
    for (const { terminalId, preloaded } of this.simulator.terminals.list()) {
      const own = open.find(
        (row) => dataOf(row).terminalId === terminalId && !row.id.startsWith('preloaded-'),
      );
      if (own !== undefined) {
        if (this.chance.fraction() < 0.02) this.fleet.send('till.abort', own.id);
        continue;
      }
      const waiting = preloaded?.[0];
      if (waiting !== undefined && this.chance.fraction() < 0.5) this.#startPreloaded(waiting.sessionId);
      else this.#sell(terminalId, rows);
    }
  }

  #sell(terminalId: string, rows: readonly Stored[]): void {
    const kind = this.chance.fraction();
    const id = `${kind < 0.05 ? 'preloaded' : 'sale'}-${++this.#count}`;
    const net = this.chance.integer(200, 8_000);
    const vat = Math.round(net * 0.24);
    const document = { type: '11.1', series: 'A', net, vat, gross: net + vat };
    const request = { id, terminalId, reference: id };
    const paid = rows.filter((row) => row.kind === 'sale' && row.state === 'reported');
    if (kind < 0.05)
      return this.#send('fiscal.sell', {
        ...request,
        aadePreloaded: true,
        aadePreloadedDuration: 1,
        amount: net + vat,
        document,
      });
    if (kind < 0.13 && paid.length > 0) return this.#refund(paid[this.chance.integer(0, paid.length - 1)]!);
    if (kind < 0.2) return this.#part(request, rows);
    if (kind < 0.27) return this.#again(request, rows);
    const tip = kind < 0.35 ? 50 : 0;
    return this.#send('fiscal.sell', { ...request, amount: net + vat, tip, document });
  }

  /** Starts all preloaded sales whose terminals are free. */
  startPreloaded(): void {
    for (const { preloaded } of this.simulator.terminals.list())
      for (const { sessionId } of preloaded) this.#startPreloaded(sessionId);
  }

  #startPreloaded(sessionId: string): void {
    try {
      this.simulator.trigger('preloaded-sale', { sessionId });
    } catch {
      // Another sale has reached the terminal in the meantime.
    }
  }

  #refund({ id }: Stored): void {
    const gross = this.chance.integer(10, 100);
    const document = { type: '11.4', series: 'P', net: gross, vat: 0, gross };
    this.#send('fiscal.refund', id, { id: `refund-${++this.#count}`, amount: gross, document });
  }

  /** Pays a part of a document of its own series, or what is left of an earlier one. */
  #part(request: object, rows: readonly Stored[]): void {
    const document = { type: '1.1', series: 'B', net: 1_000, vat: 240, gross: 1_240 };
    const halves = rows.filter(({ series, state }) => series === 'B' && state === 'reported');
    const half = halves.find(({ id }) => !this.#tried.has(id));
    if (half !== undefined) this.#tried.add(half.id);
    const number = half === undefined ? {} : { number: half.number };
    this.#send('fiscal.sell', { ...request, amount: 620, document: { ...document, ...number } });
  }

  /** Sells again what was not paid, under the same number. */
  #again(request: object, rows: readonly Stored[]): void {
    const unpaid = rows.find(
      ({ id, kind, state, type }) =>
        kind === 'sale' && type === '11.1' && state === 'not-paid' && !this.#tried.has(id),
    );
    if (unpaid === undefined) return;
    this.#tried.add(unpaid.id);
    const document = { type: '11.1', series: 'A', number: unpaid.number, net: 1_000, vat: 240, gross: 1_240 };
    this.#send('fiscal.sell', { ...request, amount: 1_240, document });
  }

  #send(method: string, ...values: unknown[]): void {
    this.fleet.send(method, ...values);
  }
}

/** Makes the provider, the service or the database unreachable for a second, one of them at a time. */
class Outages {
  #restore: (() => Promise<void> | void) | null = null;

  constructor(
    /** Connected to another database, which can close the one of the processes. */
    private readonly admin: Client,
    private readonly spared: number,
    private readonly provider: HttpProvider,
    private readonly simulator: PaySimulator,
    private readonly chance: Seeded,
  ) {}

  async begin(): Promise<void> {
    if (this.#restore !== null) return;
    const { admin, provider, simulator } = this;
    const which = this.chance.integer(0, 3);
    if (which === 0) {
      provider.isDown = true;
      this.#restore = () => void (provider.isDown = false);
    } else if (which === 1) {
      const fault = simulator.faults.add({ operation: '*', kind: 'status', status: 503, times: 'always' });
      this.#restore = () => void simulator.faults.remove(fault);
    } else if (which === 2) {
      await admin.query('alter database fiscal_kills with allow_connections false');
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'fiscal_kills' and pid <> $1`,
        [this.spared],
      );
      this.#restore = async () =>
        void (await admin.query('alter database fiscal_kills with allow_connections true'));
    }
    setTimeout(() => void this.end(), OUTAGE_MS);
  }

  async end(): Promise<void> {
    const restore = this.#restore;
    this.#restore = null;
    await restore?.();
  }
}

/** Adds terminals, and removes the one that is broken. */
function addTerminals(simulator: PaySimulator): void {
  for (let index = simulator.terminals.list().length; index < terminals; index++)
    simulator.terminals.save({ terminalId: String(16_000_010 + index) });
  for (const { terminalId } of simulator.terminals.list())
    simulator.terminals.save({ terminalId, statusId: 1 });
}

function addFaults({ faults }: PaySimulator) {
  const requests = ['pos.transactions.initiateSaleRequest', 'pos.transactions.refundTransaction'];
  const times = 'always';
  const read = { operation: 'pos.session.retrieveSessionById', kind: 'status', status: 503 } as const;
  return [
    ...requests.flatMap((operation) => [
      faults.add({ operation, kind: 'executed-but-lost', probability: 0.08, times }),
      faults.add({ operation, kind: 'reset-before', probability: 0.03, times }),
    ]),
    faults.add({ ...read, probability: 0.05, times }),
  ];
}
