import type { Readable } from 'node:stream';
import { requireOptions } from '../core/options/option-rules.js';
import type { OptionRules } from '../core/options/option-rules.js';
import { currencyDecimals } from '../core/values/currencies.js';
import { payoutCsv } from './payout-csv.js';
import { PayoutRun } from './payout-report.js';
import type { PayoutLine, PayoutOptions, PayoutSource, PayoutSummary } from './payouts.types.js';

/** Explains what arrives on your bank account: which sales, refunds, commissions and fees a payout consists of. */
export class PayPayouts {
  /** @param dataServices - Data services of a client with the Data Services credentials. */
  constructor(private readonly dataServices: PayoutSource) {}

  /**
   * Compares the sales, the movements of the wallets and the MT940 statements of a period. Amounts are in minor units.
   * Reads when the report is read, and changes nothing.
   *
   * @throws RangeError naming the wrong option.
   * @example
   * const report = payouts.reconcile({ from: '2026-11-01', to: '2026-11-30' });
   * for await (const line of report) if (line.status === 'unexplained') console.warn(line);
   * const { isExplained, currencies } = await report.summary();
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  reconcile(options: PayoutOptions): PayoutReport {
    requireOptions(RULES, options, '');
    if (options.to < options.from)
      throw new RangeError(`to must not be before from (received ${options.to})`);
    return new PayoutReport(new PayoutRun(this.dataServices, { lookBackDays: 7, ...options }));
  }
}

/** The lines of a period, which are read once: iterate over them, or write them as CSV. */
export class PayoutReport implements AsyncIterable<PayoutLine> {
  readonly #lines: AsyncGenerator<PayoutLine, void, void>;
  #isComplete = false;

  /** @internal */
  constructor(private readonly run: PayoutRun) {
    this.#lines = this.#read();
  }

  /**
   * Iterates over the lines in the order of days, and then over the sales that are not cleared.
   *
   * @throws PayError if the service fails. RangeError if a statement is not MT940.
   */
  [Symbol.asyncIterator](): AsyncGenerator<PayoutLine, void, void> {
    return this.#lines;
  }

  /**
   * Writes the lines as CSV: UTF-8 with a byte order mark, RFC 4180, amounts in major units. Texts that a spreadsheet would run as a
   * formula begin with an apostrophe.
   *
   * @example await pipeline(report.csv(), createWriteStream('november.csv'));
   */
  csv(): Readable {
    return payoutCsv(this.#lines);
  }

  /**
   * Returns the totals, in minor units. Reads the remaining lines first.
   *
   * @throws PayError if the service fails. Error if the iteration was ended before the last line.
   * @example const { payouts } = await report.summary();
   */
  async summary(): Promise<PayoutSummary> {
    for await (const line of this.#lines) void line;
    if (!this.#isComplete)
      throw new Error('the report was not read to its end: create a new one with reconcile()');
    return this.run.summary;
  }

  async *#read(): AsyncGenerator<PayoutLine, void, void> {
    yield* this.run.lines();
    this.#isComplete = true;
  }
}

const DAY = 'must be a day, such as "2026-11-01"';
const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(Date.parse(value) || 0).toISOString().startsWith(value);
const day = {
  required: 'a day, such as "2026-11-01"',
  problem: (value: unknown) => (isDay(value) ? null : DAY),
};

const RULES: OptionRules = {
  from: day,
  to: day,
  lookBackDays: {
    problem: (value) =>
      Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 60
        ? null
        : 'must be a whole number of days from 0 to 60',
  },
  currencies: {
    problem: (value) =>
      Array.isArray(value) && value.every(isCurrency)
        ? null
        : 'must be a list of ISO 4217 numeric codes, such as ["978"]',
  },
  onProgress: { problem: (value) => (typeof value === 'function' ? null : 'must be a function') },
  signal: { problem: (value) => (value instanceof AbortSignal ? null : 'must be an AbortSignal') },
};

function isCurrency(value: unknown): boolean {
  try {
    return typeof value === 'string' && /^\d{3}$/.test(value) && currencyDecimals(value) >= 0;
  } catch {
    return false;
  }
}
