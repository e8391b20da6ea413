import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { otherCurrencyCode } from '../core/values/currencies.js';
import { toMajorUnits } from '../core/values/money.js';
import { LINE_MEMBERS } from './payout-rows.js';
import type { PayoutLine } from './payouts.types.js';

/** Writes lines as CSV. */
export function payoutCsv(lines: AsyncIterable<PayoutLine>): Readable {
  const csv = stringify({
    header: true,
    columns: LINE_MEMBERS.map((key) => ({ key, header: key === 'currencyCode' ? 'currency' : key })),
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      boolean: (value) => (value ? 'yes' : 'no'),
      string: (value, { column, header }) =>
        // A negative amount begins like a formula, but it is written by this library.
        column === 'amount' && !header
          ? { value, escape_formulas: false }
          : // A spreadsheet whose separator is a semicolon also splits quoted texts.
            value.replace(/([;\r\n]\s*)([=+@-])/g, "$1'$2"),
    },
  });
  // An error while reading destroys the result, so that its reader gets the error.
  pipeline(Readable.from(records(lines)), csv, () => {});
  return csv;
}

async function* records(lines: AsyncIterable<PayoutLine>): AsyncGenerator<object> {
  for await (const { amount, currencyCode: code, ...line } of lines)
    yield { ...line, amount: toMajorUnits(amount, code), currencyCode: otherCurrencyCode(code) };
}
