import { otherCurrencyCode } from '../core/values/currencies.js';
import { toMinorUnits } from '../core/values/money.js';

/** A line of a statement. */
export type StatementLine = ReturnType<typeof readLine>;

/** The statement of one account and day. Amounts are in minor units. */
export type Statement = ReturnType<typeof readStatement>;

/** Sign, date, currency and amount of a balance. */
const BALANCE = /^([CD])\d{6}([A-Z]{3})([\d,]+)$/;
/** Value date, entry date, sign, third letter of the currency, amount, type and reference of a line. */
const LINE = /^\d{6}(?:\d{4})?(R?[CD])[A-Z]?([\d,]+)[A-Z][A-Z\d]{3}(.*)$/;
/** A field :61:, and the text of the field :86: that follows it. A field lasts until the next one. */
const LINES = /^:61:(.*)(?:\r?\n(?!:\w{2,3}:).*)*(?:\r?\n:86:(.*(?:\r?\n(?!:\w{2,3}:).*)*))?/gm;

/**
 * Reads MT940 text: one or more statements, with or without SWIFT header blocks.
 *
 * @throws RangeError that quotes the field that is not MT940.
 */
export function readMt940(text: string): Statement[] {
  // A statement of several pages ends with :62F:, and its other pages with :62M:.
  const statements = text.match(/[\s\S]*?^:62F:.*/gm) ?? [];
  if (statements.length === 0 || /^:61:/m.test(text.slice(statements.join('').length)))
    throw new RangeError('MT940: a statement has no closing balance (:62F:)');
  return statements.map(readStatement);
}

function readStatement(text: string) {
  const valueOf = (field: RegExp): string | undefined => field.exec(text)?.[1]?.trim();
  const first = valueOf(/^:60[FM]:(.*)/m);
  if (first === undefined) throw new RangeError('MT940: a statement has no opening balance (:60F:)');
  const { amount: opening, currencyCode } = readBalance('60F', first);
  const { amount: closing } = readBalance('62F', valueOf(/^:62F:(.*)/m) ?? '');
  const lines = [...text.matchAll(LINES)].map(([, line = '', more]) => readLine(line, more, currencyCode));
  return { account: valueOf(/^:25:(.*)/m) ?? '', currencyCode, opening, closing, lines };
}

function readBalance(tag: string, value: string): { amount: number; currencyCode: string } {
  const [, sign, currency = '', amount = ''] = BALANCE.exec(value) ?? [];
  if (sign === undefined) throw new RangeError(`MT940: the field :${tag}: is not a balance`);
  return { amount: minor(amount, currency, sign === 'D'), currencyCode: otherCurrencyCode(currency) };
}

function readLine(value: string, text = '', currencyCode: string) {
  const [, sign, amount = '', reference = ''] = LINE.exec(value.trim()) ?? [];
  if (sign === undefined)
    throw new RangeError(`MT940: the field :61: is not a line of a statement: "${value}"`);
  return {
    /** Signed minor units. RC cancels a credit, and RD a debit. */
    amount: minor(amount, currencyCode, sign === 'D' || sign === 'RC'),
    /** At most 16 characters; empty if there is none. */
    reference: reference.split('//', 1)[0]?.trim() ?? '',
    /** Free text. The bank divides it into lines of 65 characters, also within a word. */
    text: text.trim(),
  };
}

/** MT940 has a decimal comma, also in amounts without decimals: `500,`. */
function minor(amount: string, currency: string, isDebit: boolean): number {
  const whole = toMinorUnits(amount.replace(/,$/, '').replace(',', '.'), currency);
  return isDebit && whole !== 0 ? -whole : whole;
}
