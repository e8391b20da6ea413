import type { Readable } from 'node:stream';
import { PayError } from '../core/operation/method-return.js';
import { getOrAdd } from '../core/values/get-or-add.js';
import { PayPayouts } from '../payouts/pay-payouts.js';
import type { PayoutReport } from '../payouts/payout-report.js';
import { addDays, dayOf } from '../payouts/payout-rows.js';
import type { PayoutLine, PayoutSource, PayoutSummary } from '../payouts/payouts.types.js';
import { t } from './html.js';
import type { Place } from './places.js';
import { OperatorProblem } from './problem.js';
import { USED_UP } from './reads.js';
import type { Notices, ServiceReads } from './reads.js';

/** How long a month is shown without reading it again, in milliseconds. */
const FRESH_MS = 10 * 60_000;
const MAX_MONTHS = 24;
/** Rows of a page of the service's searches. */
const PAGE_ROWS = 100;
const ATHENS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' });

/** Sums of a day in one currency, in minor units. Fees, refunds and payouts are negative. */
export interface PayoutDay {
  readonly day: string;
  readonly currencyCode: string;
  readonly sales: number;
  readonly fees: number;
  readonly refunds: number;
  readonly paidOut: number;
  readonly unexplained: number;
}

/** A month with its lines. */
export interface PayoutMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly today: string;
  readonly days: readonly PayoutDay[];
  readonly lines: readonly PayoutLine[];
  readonly summary: PayoutSummary;
  /** Lines that were not paid out yet: what the next payout will contain, by currency. */
  readonly next: readonly { currencyCode: string; amount: number }[];
}

/** Codes of a failure for lack of access. A request for a token can also fail for other reasons. */
const NO_ACCESS: readonly string[] = ['unauthorized', 'forbidden'];

/** Reads which sales, refunds and fees the payouts consist of. */
export class OperatorPayouts {
  readonly #months = new Map<string, { at: number; read: Promise<PayoutMonth> }>();
  /** Of the months that were read, so that no page waits for one that is being read. */
  readonly #unexplained = new Map<string, readonly PayoutLine[]>();

  constructor(
    private readonly reads: ServiceReads,
    private readonly now: () => number,
  ) {}

  /** Returns the service's present day, in its time zone. Reads the day first: each response tells the service's time. */
  async today(place: Place, notices: Notices): Promise<string> {
    const date = this.#day(place);
    await this.reads.read(place, `day ${date}`, () => place.transactions({ date }), notices);
    return this.#day(place);
  }

  #day(place: Place): string {
    return ATHENS.format(this.now() + place.serviceOffsetMs());
  }

  /** Reads a month up to the present day. @throws OperatorProblem */
  async month(place: Place, month: string): Promise<PayoutMonth> {
    // A new day has new movements.
    const key = `${place.address} ${month} ${this.#day(place)}`;
    const known = this.#months.get(key);
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.read;
    const read = this.#read(place, month);
    if (this.#months.size >= MAX_MONTHS) this.#months.clear();
    this.#months.set(key, { at: performance.now(), read });
    read.catch(() => this.#months.delete(key));
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

  async #read(place: Place, month: string): Promise<PayoutMonth> {
    const report = this.#report(place, month);
    const lines: PayoutLine[] = [];
    try {
      for await (const line of report) lines.push(line);
      const summary = await report.summary();
      if (this.#unexplained.size >= MAX_MONTHS) this.#unexplained.clear();
      const unexplained = lines.filter(({ status }) => status === 'unexplained');
      this.#unexplained.set(`${place.address} ${month}`, unexplained);
      const next = nextOf(lines, summary.payouts);
      return { month, today: this.#day(place), days: daysOf(lines), lines, summary, next };
    } catch (error) {
      if (error instanceof PayError)
        throw new OperatorProblem(
          502,
          NO_ACCESS.includes(error.code)
            ? t(
                'The payouts could not be read: the account has no credentials for the Data Services. Your engineers can add them.',
              )
            : t('The payouts could not be read.'),
          error,
        );
      throw error;
    }
  }

  /** @throws OperatorProblem 404 for a month that has not begun, 429 if the budget is used up. */
  #report(place: Place, month: string): PayoutReport {
    const today = this.#day(place);
    const from = `${month}-01`;
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || from > today)
      throw new OperatorProblem(404, 'There is no such month.');
    const source = place.dataServices();
    if (source === null) throw new OperatorProblem(404, 'This account cannot read payouts here.');
    const end = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
    // A statement for each day, and pages of sales and movements.
    const expected = 31 + 10;
    if (!this.reads.take(expected)) throw new OperatorProblem(429, USED_UP);
    const counted = this.#counted(source, expected);
    return new PayPayouts(counted).reconcile({ from, to: end < today ? end : today });
  }

  /** Counts the requests of a report beyond the expected ones: later reads wait for them. */
  #counted(source: PayoutSource, expected: number): PayoutSource {
    const { reads } = this;
    let requests = 0;
    const count = (): void => {
      if (++requests > expected) reads.spend();
    };
    async function* counted<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row, void, void> {
      let at = 0;
      for await (const row of rows) {
        if (at++ % PAGE_ROWS === 0) count();
        yield row;
      }
    }
    return {
      iterateTransactions: (...values) => counted(source.iterateTransactions(...values)),
      iterateAccountTransactions: (...values) => counted(source.iterateAccountTransactions(...values)),
      retrieveMt940Data(...values) {
        count();
        return source.retrieveMt940Data(...values);
      },
    };
  }
}

const FEES: readonly string[] = ['commission', 'fee'];
const BACK: readonly string[] = ['refund', 'chargeback'];

/** Whether a line repeats a part of a movement that has a line of its own. */
const isPart = ({ status, onStatement }: PayoutLine): boolean => status === 'matched' && !onStatement;

function daysOf(lines: readonly PayoutLine[]): PayoutDay[] {
  const days = new Map<string, Record<'sales' | 'fees' | 'refunds' | 'paidOut' | 'unexplained', number>>();
  for (const line of lines) {
    if (isPart(line)) continue;
    const { day, currencyCode, kind, amount, status } = line;
    const key = `${dayOf(day)} ${currencyCode}`;
    const sums = getOrAdd(days, key, () => ({ sales: 0, fees: 0, refunds: 0, paidOut: 0, unexplained: 0 }));
    if (kind === 'sale') sums.sales += amount;
    else if (FEES.includes(kind)) sums.fees += amount;
    else if (BACK.includes(kind)) sums.refunds += amount;
    else if (kind === 'payout') sums.paidOut += amount;
    if (status === 'unexplained') sums.unexplained += 1;
  }
  return [...days].sort().map(([key, sums]) => {
    const [day = '', currencyCode = ''] = key.split(' ');
    return { day, currencyCode, ...sums };
  });
}

/** Adds what the last payouts left and what has come since, for each currency. */
function nextOf(lines: readonly PayoutLine[], payouts: PayoutSummary['payouts']): PayoutMonth['next'] {
  const lefts = new Map(
    payouts.map(({ walletId, currencyCode, left }) => [walletId, { currencyCode, amount: left ?? 0 }]),
  );
  const since = lines.filter((line) => line.payoutId === null && line.kind !== 'payout' && !isPart(line));
  const sums = new Map<string, number>();
  for (const { currencyCode, amount } of [...lefts.values(), ...since])
    sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount);
  return [...sums].map(([currencyCode, amount]) => ({ currencyCode, amount }));
}
