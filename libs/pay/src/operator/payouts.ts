import type { Readable } from 'node:stream';
import { PayError } from '../core/operation/method-return.js';
import { PayPayouts } from '../payouts/pay-payouts.js';
import type { PayoutReport } from '../payouts/payout-report.js';
import { addDays, dayOf } from '../payouts/payout-rows.js';
import type { PayoutLine, PayoutLineKind, PayoutProgress, PayoutSummary } from '../payouts/payouts.types.js';
import { getOrAdd } from '../core/values/get-or-add.js';
import { RecentMap } from '../core/values/recent-map.js';
import type { Place } from './places.js';
import { problem } from './problem.js';
import { UPTIME } from './reads.js';
import type { ServiceReads } from './reads.js';

/** How long a month is shown without reading it again, in milliseconds. */
const FRESH_MS = 10 * 60_000;
const MAX_MONTHS = 24;
/** Rows of a page of the service's searches. */
const PAGE_ROWS = 100;
/** Sums of a day in one currency, in minor units. Fees, refunds and payouts are negative. */
export type PayoutDay = ReturnType<typeof newDay>;
/** A month with its lines. */
export type PayoutMonth = Awaited<ReturnType<OperatorPayouts['month']>>;

/** Codes of a failure for lack of access. A request for a token can also fail for other reasons. */
const NO_ACCESS: readonly string[] = ['unauthorized', 'forbidden'];

/** Reads which sales, refunds and fees the payouts consist of. */
export class OperatorPayouts {
  readonly #months = new RecentMap<ReturnType<OperatorPayouts['read']> | undefined>(
    UPTIME,
    FRESH_MS,
    MAX_MONTHS,
  );
  /** Of the months that were read, so that no page waits for one that is being read. */
  readonly #unexplained = new Map<string, readonly PayoutLine[]>();

  constructor(private readonly reads: ServiceReads) {}

  /** Reads a month up to the present day. @throws OperatorProblem */
  async month(place: Place, month: string) {
    // A new day has new movements.
    const key = `${place.address} ${month} ${place.now().day}`;
    const known = this.#months.get(key);
    if (known !== undefined) return known;
    const read = this.read(place, month);
    this.#months.set(key, read);
    read.catch(() => this.#months.set(key, undefined));
    return read;
  }

  /** Returns the unexplained lines of months that were read lately. Reads nothing. */
  known(place: Place): PayoutLine[] {
    const months = [...this.#unexplained].filter(([key]) => key.startsWith(`${place.address} `));
    return months.flatMap(([, lines]) => lines);
  }

  /** Writes the lines of a month as CSV, while they are read. @throws OperatorProblem */
  csv(place: Place, month: string, format: 'program' | 'spreadsheet'): Readable {
    return this.#report(place, month).csv({ format });
  }

  private async read(place: Place, month: string) {
    const report = this.#report(place, month);
    const lines: PayoutLine[] = [];
    try {
      for await (const line of report) lines.push(line);
      const summary = await report.summary();
      const unexplained = lines.filter(({ status }) => status === 'unexplained');
      if (this.#unexplained.size >= MAX_MONTHS) this.#unexplained.clear();
      this.#unexplained.set(`${place.address} ${month}`, unexplained);
      const next = nextOf(lines, summary);
      return { month, today: place.now().day, days: daysOf(lines), lines, summary, next };
    } catch (error) {
      if (!(error instanceof PayError)) throw error;
      throw problem(NO_ACCESS.includes(error.code) ? 'payouts-access' : 'payouts-failed', {}, error);
    }
  }

  /** @throws OperatorProblem 404 for a month that has not begun, 429 if the budget is used up. */
  #report(place: Place, month: string): PayoutReport {
    const today = place.now().day;
    const from = `${month}-01`;
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || from > today) throw problem('no-month');
    const source = place.calls.dataServices();
    if (source === null) throw problem('no-payouts');
    const end = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
    // A statement for each day, and pages of sales and movements.
    let counted = 31 + 10;
    if (!this.reads.take(counted)) throw problem('used-up');
    /** Counts the requests beyond the expected ones: later reads wait for them. */
    const onProgress = ({ days, sales, movements }: PayoutProgress): void => {
      const requests = days + Math.ceil(sales / PAGE_ROWS) + Math.ceil(movements / PAGE_ROWS);
      this.reads.spend(Math.max(requests - counted, 0));
      counted = Math.max(requests, counted);
    };
    return new PayPayouts(source).reconcile({ from, to: end < today ? end : today, onProgress });
  }
}

/** Sums of a day that lines of a kind are part of. */
const SUMS: Partial<Record<PayoutLineKind, 'sales' | 'fees' | 'refunds' | 'paidOut'>> = {
  ...{ sale: 'sales', commission: 'fees', fee: 'fees', refund: 'refunds', chargeback: 'refunds' },
  payout: 'paidOut',
};

/** Whether a line repeats a part of a movement that has a line of its own. */
const isPart = ({ status, onStatement }: PayoutLine): boolean => status === 'matched' && !onStatement;

const newDay = (day: string, currencyCode: string) => ({
  ...{ day, currencyCode, sales: 0, fees: 0, refunds: 0, paidOut: 0 },
  /** Number of lines. */
  unexplained: 0,
});

function daysOf(lines: readonly PayoutLine[]): PayoutDay[] {
  const days = new Map<string, PayoutDay>();
  for (const { currencyCode, kind, amount, status, ...line } of lines.filter((one) => !isPart(one))) {
    const day = dayOf(line.day);
    const sums = getOrAdd(days, `${day} ${currencyCode}`, () => newDay(day, currencyCode));
    const sum = SUMS[kind];
    if (sum !== undefined) sums[sum] += amount;
    if (status === 'unexplained') sums.unexplained += 1;
  }
  return [...days].sort().map(([, sums]) => sums);
}

/** Adds what the last payouts left and what has come since, for each currency: what the next payout will contain. */
function nextOf(lines: readonly PayoutLine[], { payouts }: PayoutSummary) {
  const lefts = new Map(
    payouts.map(({ walletId, currencyCode, left }) => [walletId, { currencyCode, amount: left ?? 0 }]),
  );
  const since = lines.filter((line) => line.payoutId === null && line.kind !== 'payout' && !isPart(line));
  const sums = new Map<string, number>();
  for (const { currencyCode, amount } of [...lefts.values(), ...since])
    sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount);
  return [...sums].map(([currencyCode, amount]) => ({ currencyCode, amount }));
}
