import { isDay } from '../areas/option-validators.js';
import { FUNCTION, requireOptions, rule, wholeNumber } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { isNumericCurrency } from '../core/values/currencies.js';
import { PayoutReport } from './payout-report.js';
import type { PayoutOptions, PayoutSource } from './payouts.types.js';

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
    return new PayoutReport(this.dataServices, options);
  }
}

const DAY = { ...rule(isDay, 'a day, such as "2026-11-01"'), required: 'a day, such as "2026-11-01"' };

const RULES = {
  from: DAY,
  to: DAY,
  lookBackDays: wholeNumber(0, 60, ' of days', 7),
  currencies: rule(
    (value) => Array.isArray(value) && value.every(isNumericCurrency),
    'a list of ISO 4217 numeric codes, such as ["978"]',
  ),
  onProgress: FUNCTION,
  signal: rule((value) => value instanceof AbortSignal, 'an AbortSignal'),
} satisfies Record<keyof PayoutOptions, OptionRule>;
