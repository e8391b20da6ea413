import { Readable } from 'node:stream';
import { BOOLEAN, oneOf, requireOptions } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { otherCurrencyCode } from '../core/values/currencies.js';
import { toMajorUnits } from '../core/values/money.js';
import { LINE_MEMBERS } from './payout-rows.js';
import { spreadsheetText } from './spreadsheet-text.js';
import type { PayoutCsvOptions, PayoutLine } from './payouts.types.js';

const FORMAT = oneOf('program', 'spreadsheet');
const RULES = {
  format: { ...FORMAT, required: "'program' or 'spreadsheet'" },
  decimalComma: BOOLEAN,
} satisfies Record<keyof PayoutCsvOptions, OptionRule>;

/** Writes lines as CSV. @throws RangeError naming the wrong option. */
export function payoutCsv(lines: AsyncIterable<PayoutLine>, options: PayoutCsvOptions): Readable {
  requireOptions(RULES, options, 'csv.');
  const { format, decimalComma = false } = options;
  if (decimalComma && format === 'program')
    throw new RangeError("csv.decimalComma needs the format 'spreadsheet': programs read a decimal point");
  const dialect = format === 'program' ? PROGRAM : spreadsheet(decimalComma);
  return Readable.from(records(lines, dialect), { objectMode: false });
}

type Value = string | boolean | null;
interface Dialect {
  readonly beginning: string;
  readonly separator: ',' | ';';
  readonly cell: (value: Value, column: string) => string;
}

const PROGRAM: Dialect = { beginning: '', separator: ',', cell: (value) => String(value ?? '') };

const spreadsheet = (decimalComma: boolean): Dialect => ({
  beginning: '\uFEFF', // Excel reads UTF-8 only after a byte order mark.
  separator: decimalComma ? ';' : ',',
  cell: (value, column) => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (column === 'amount') return decimalComma ? String(value).replace('.', ',') : String(value);
    return value === null || column === 'day' ? (value ?? '') : spreadsheetText(value, decimalComma);
  },
});

const HEADERS = LINE_MEMBERS.map((name) => (name === 'currencyCode' ? 'currency' : name));
/** Characters of a chunk. A chunk for each line would take longer. */
const CHUNK_LENGTH = 16_384;

async function* records(
  lines: AsyncIterable<PayoutLine>,
  { beginning, separator, cell }: Dialect,
): AsyncGenerator<string> {
  const record = (cells: readonly string[]): string =>
    `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`;
  let chunk = beginning + record(HEADERS);
  for await (const line of lines) {
    const { amount, currencyCode } = line;
    const values: Record<keyof PayoutLine, Value> = {
      ...{ ...line, amount: toMajorUnits(amount, currencyCode) },
      currencyCode: otherCurrencyCode(currencyCode),
    };
    chunk += record(LINE_MEMBERS.map((name) => cell(values[name], name)));
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Quotes all but simple words, because readers differ in what splits a line: a lone carriage return, U+2028, another separator. */
const quoted = (cell: string, separator: string): string =>
  /[^\w.:',-]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
