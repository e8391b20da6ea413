import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { isFullSize } from '../full-size.js';
import { SimulatorProcess } from './simulator-process.js';

/** The amount of each payment, and its commission of 1 %, in minor units. */
const AMOUNT = 1000;
const COMMISSION = 10;
const PAYMENTS = isFullSize ? 100_000 : 300;
const KILLS = isFullSize ? 10 : 3;
const SHOPPERS = 16;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-soak-'));
});
afterEach(() => {
  SimulatorProcess.killAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes payments until `enough` got a response, then kills the process while others are in flight. */
async function payUntilKilled(
  simulator: SimulatorProcess,
  enough: number,
): Promise<ReadonlyMap<string, string>> {
  const paid = new Map<string, string>();
  let isKilled = false;
  const killed: Promise<void>[] = [];
  const shop = async (): Promise<void> => {
    while (!isKilled) {
      try {
        const code = await simulator.createOrder(AMOUNT);
        paid.set(code, await simulator.pay(code));
      } catch (error) {
        // Only a kill may fail a payment.
        if (!isKilled) throw error;
      }
      if (paid.size < enough || isKilled) continue;
      isKilled = true;
      killed.push(simulator.kill());
    }
  };
  await Promise.all(Array.from({ length: SHOPPERS }, shop));
  await Promise.all(killed);
  return paid;
}

interface OrderView {
  readonly state: number;
  readonly transactions: readonly { readonly id: string; readonly status: string }[];
}

/** Checks that the simulator has each payment with a response, paid once. */
async function expectAll(simulator: SimulatorProcess, paid: ReadonlyMap<string, string>): Promise<void> {
  const lost: string[] = [];
  const pending = [...paid];
  const check = async (): Promise<void> => {
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [code, transactionId] = next;
      const { state, transactions } = (await simulator.read(`/orders/${code}`)) as OrderView;
      const [only, ...more] = transactions;
      const isKept = state === 3 && only?.id === transactionId && only.status === 'F' && more.length === 0;
      if (!isKept) lost.push(code);
    }
  };
  await Promise.all(Array.from({ length: SHOPPERS }, check));
  expect(lost).toEqual([]);
}

/** Checks that each payment has its money, once, and that the ledger balances. */
async function expectBalance(simulator: SimulatorProcess): Promise<number> {
  const transactions = (await simulator.read('/transactions')) as readonly { readonly status: string }[];
  const { balances, totals } = (await simulator.read('/ledger')) as {
    readonly balances: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly totals: Readonly<Record<string, number>>;
  };
  const { cardholders = 0, pending = 0, wallet = 0, commission = 0 } = balances['978'] ?? {};
  const count = transactions.length;
  expect(transactions.every(({ status }) => status === 'F')).toBe(true);
  expect(totals).toEqual({ '978': 0 });
  expect(cardholders).toBe(-AMOUNT * count);
  // The payments clear if the run lasts over midnight in Athens.
  expect(pending + wallet - 1_000_000 + commission).toBe(AMOUNT * count);
  expect([0, COMMISSION * count]).toContain(commission);
  return count;
}

it(
  `loses none of ${PAYMENTS} payments over ${KILLS} kills`,
  async () => {
    const dataFile = join(folder, 'simulator.jsonl');
    const startedAt = performance.now();
    let responded = 0;
    const rows: object[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const simulator = await SimulatorProcess.start(dataFile);
      const even = PAYMENTS / KILLS;
      const enough = kill === KILLS - 1 ? PAYMENTS - responded : Math.ceil(even * (0.5 + Math.random() / 2));
      const paid = await payUntilKilled(simulator, Math.max(enough, 1));
      responded += paid.size;
      const restarted = await SimulatorProcess.start(dataFile);
      await expectAll(restarted, paid);
      const { memory, startMs } = restarted;
      const fileMB = Math.round(statSync(dataFile).size / 1e6);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      rows.push({ responded, startMs: Math.round(startMs), memoryMB: memory, fileMB, seconds });
      if (kill === KILLS - 1) expect(await expectBalance(restarted)).toBeGreaterThanOrEqual(responded);
      await restarted.kill();
    }
    expect(responded).toBeGreaterThanOrEqual(PAYMENTS);
    if (isFullSize) process.stdout.write(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  },
  isFullSize ? 3_600_000 : 120_000,
);
