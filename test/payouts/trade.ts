import { unwrap } from 'nestjs-pay/client';
import type { AccountTransactionRow, PayDataServices, SaleTransactionRow } from 'nestjs-pay/client';
import type { PayoutSource } from 'nestjs-pay/payouts';
import type { World } from '../contract/round-trips/world.js';

export const DAY_MS = 86_400_000;
/** Midnight in the service's time zone, because the hour decides which sales are cleared. */
export const MIDNIGHT = new Date('2026-11-02T22:00:00Z');
/** Returns the day of a time in the service's time zone. */
export const dayOf = (time: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' }).format(time);

/** Returns a function that returns whole numbers below a limit, the same ones each time. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Few amounts, so that sales of one day often have the same one. */
const AMOUNTS = [1000, 1000, 2450, 999, 3333, 12_345];

/**
 * Trades for some days: sales in two currencies, partial refunds on the same day and later, late voids, original credits, lost disputes
 * with fees, which a payout precedes, transfers to a seller and between wallets, purchases and payouts.
 */
export async function trade(world: World, days: number, salesPerDay: number): Promise<void> {
  const { simulator } = world;
  const random = seeded(24);
  const seller = simulator.sellers.connect().accountId;
  const cleared: string[] = [];
  let disputed: string | undefined;
  const [primary, savings] = simulator.wallets.list();
  for (let day = 0; day < days; day++) {
    await simulator.clock.advance('9 hours');
    const today: string[] = [];
    for (let sale = 0; sale < salesPerDay; sale++) {
      const amount = AMOUNTS[random(AMOUNTS.length)] ?? 1000;
      const isForeign = random(5) === 0;
      const merchantTrns = `sale ${day}/${sale}`;
      const order = isForeign ? await world.order({ amount, currencyCode: '840', merchantTrns }) : undefined;
      const payment = simulator.pay(order, order === undefined ? { amount, merchantTrns } : {});
      if (!isForeign) today.push(payment.id);
    }
    await simulator.clock.advance('14 hours');
    // Two partial refunds on the same day, and a void an hour before the clearance.
    const [partly, twice, voided] = today;
    if (day % 2 === 0 && partly !== undefined) await cancel(world, partly, 250);
    if (day % 3 === 0 && twice !== undefined) {
      await cancel(world, twice, 100);
      await cancel(world, twice, 101);
    }
    if (day % 4 === 1 && voided !== undefined) simulator.trigger('void', { transactionId: voided });
    const old = day % 3 === 2 ? cleared.shift() : undefined;
    if (old !== undefined) simulator.refund(old, { amount: 500 });
    const credited = day % 5 === 3 ? cleared.shift() : undefined;
    if (credited !== undefined) simulator.trigger('payout', { transactionId: credited, amount: 123 });
    if (day % 6 === 0 && disputed !== undefined)
      simulator.trigger('dispute-lost', { transactionId: disputed });
    if (day % 6 === 4) disputed = cleared.shift();
    if (day % 6 === 4 && disputed !== undefined) simulator.trigger('dispute', { transactionId: disputed });
    if (day % 4 === 2) simulator.trigger('transfer', { amount: 1700, accountId: seller });
    if (day % 10 === 5 && primary !== undefined && savings !== undefined)
      unwrap(
        await world.wallet.wallets.balanceTransfer(primary.id, savings.id, {
          amount: 800,
          description: 'Reserve',
        }),
      );
    if (day % 9 === 7) simulator.wallet.buy(1990, '=cmd|shop\\MAIN STREET 1\\ATHENS\\10434 GRC');
    if (day % 7 === 6) simulator.wallet.withdraw(Number(simulator.wallet.balance() / 2n));
    cleared.push(...today.slice(3));
    await simulator.clock.advance('1 hour');
  }
}

async function cancel(world: World, id: string, amount: number): Promise<void> {
  unwrap(await world.wallet.transactions.cancelTransaction(id, { amount, merchantTrns: `refund ${amount}` }));
}

/** Everything that the data services return for a period. */
export interface Records {
  sales: Map<string, SaleTransactionRow[]>;
  movements: AccountTransactionRow[];
  statements: Map<string, string>;
}

/** Reads all records of a period through the library. */
export async function recordsOf(services: PayDataServices, from: string, to: string): Promise<Records> {
  const sales = new Map<string, SaleTransactionRow[]>();
  for (const CurrencyCode of ['978', '840'])
    sales.set(CurrencyCode, await collect(services.iterateTransactions({ CurrencyCode })));
  const movements = await collect(
    services.iterateAccountTransactions({ DateFrom: '2000-01-01', DateTo: '2100-01-01' }),
  );
  const statements = new Map<string, string>();
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const day = new Date(time).toISOString().slice(0, 10);
    const text = unwrap(await services.retrieveMt940Data({ ReportDate: day }));
    if (text !== null) statements.set(day, text);
  }
  return { sales, movements, statements };
}

/** Returns the records as data services, so that a test can change a row. */
export function replay({ sales, movements, statements }: Records): PayoutSource {
  return {
    iterateTransactions: ({ CurrencyCode } = {}) =>
      generate(
        CurrencyCode === undefined
          ? [...sales.values()].flat().toSorted(byDate)
          : (sales.get(CurrencyCode) ?? []),
      ),
    iterateAccountTransactions: () => generate(movements),
    retrieveMt940Data: ({ ReportDate }) =>
      Promise.resolve({
        success: true,
        data: statements.get(ReportDate) ?? null,
        message: '',
        meta: {},
      } as never),
  };
}

const byDate = (a: SaleTransactionRow, b: SaleTransactionRow): number =>
  Date.parse(a.insDate) - Date.parse(b.insDate);

async function* generate<Row>(rows: readonly Row[]): AsyncGenerator<Row, void, void> {
  await Promise.resolve();
  yield* rows;
}

export async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
