import { otherCurrencyCode } from '../core/values/currencies.js';
import { toMinorUnits } from '../core/values/money.js';

/** A line of a statement. */
export interface StatementLine {
  /** Signed minor units. */
  amount: number;
  /** Reference of the line, at most 16 characters; empty if there is none. */
  reference: string;
  text: string;
}

/** The statement of one account and day. Amounts are in minor units. */
export interface Statement {
  account: string;
  currencyCode: string;
  opening: number;
  closing: number;
  lines: StatementLine[];
}

/** Sign, date, currency and amount of a balance. */
const BALANCE = /^([CD])\d{6}([A-Z]{3})([\d,]+)$/;
/** Value date, entry date, sign, third letter of the currency, amount, type and reference of a line. */
const LINE = /^\d{6}(?:\d{4})?(R?[CD])[A-Z]?([\d,]+)[A-Z][A-Z\d]{3}(.*)$/;

/**
 * Reads MT940 text: one or more statements, with or without SWIFT header blocks.
 *
 * @throws RangeError naming the field that is not MT940.
 */
export function readMt940(text: string): Statement[] {
  // A field lasts until the next one.
  const fields = text.split(/\r?\n(?=:\w{2,3}:)/).map((field): Field => {
    const [, tag = '', content = ''] = /^[\s\S]*?:(\w{2,3}):([\s\S]*)$/.exec(field) ?? [];
    return [tag, content.trim()];
  });
  // A statement of several pages ends with :62F:, and its other pages with :62M:.
  const ends = fields.flatMap(([tag], index) => (tag === '62F' ? [index + 1] : []));
  if (ends.length === 0 || fields.slice(ends.at(-1)).some(([tag]) => tag === '61'))
    throw new RangeError('MT940: a statement has no closing balance (:62F:)');
  return ends.map((end, index) => readStatement(fields.slice(ends[index - 1] ?? 0, end)));
}

/** Tag and content. */
type Field = [tag: string, content: string];

function readStatement(fields: readonly Field[]): Statement {
  const valueOf = (wanted: RegExp): string | undefined => fields.find(([tag]) => wanted.test(tag))?.[1];
  const first = valueOf(/^60/);
  if (first === undefined) throw new RangeError('MT940: a statement has no opening balance (:60F:)');
  const { amount: opening, currencyCode } = readBalance('60F', first);
  const { amount: closing } = readBalance('62F', valueOf(/^62F/) ?? '');
  const lines = fields.flatMap(([tag, content], index) => {
    const [next, text = ''] = fields[index + 1] ?? [];
    return tag === '61' ? [readLine(content, next === '86' ? text : '', currencyCode)] : [];
  });
  return { account: valueOf(/^25$/) ?? '', currencyCode, opening, closing, lines };
}

function readBalance(tag: string, value: string): { amount: number; currencyCode: string } {
  const [, sign, currency = '', amount = ''] = BALANCE.exec(value.split(/\r?\n/, 1)[0] ?? '') ?? [];
  if (sign === undefined) throw new RangeError(`MT940: the field :${tag}: is not a balance`);
  return { amount: minor(amount, currency, sign === 'D'), currencyCode: otherCurrencyCode(currency) };
}

function readLine(value: string, text: string, currencyCode: string): StatementLine {
  const [, sign, amount = '', reference = ''] = LINE.exec(value.split(/\r?\n/, 1)[0] ?? '') ?? [];
  if (sign === undefined) throw new RangeError('MT940: a field :61: is not a line of a statement');
  return {
    // RC cancels a credit, and RD a debit.
    amount: minor(amount, currencyCode, sign === 'D' || sign === 'RC'),
    reference: reference.split('//', 1)[0]?.trim() ?? '',
    text: text.replaceAll(/\s*\r?\n\s*/g, ' '),
  };
}

/** MT940 has a decimal comma, also in amounts without decimals: `500,`. */
function minor(amount: string, currency: string, isDebit: boolean): number {
  const whole = toMinorUnits(amount.replace(/,$/, '').replace(',', '.'), currency);
  return isDebit && whole !== 0 ? -whole : whole;
}
