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
  const statements: Statement[] = [];
  let current: Unfinished = { lines: [] };
  for (const [, tag = '', content = ''] of fieldsOf(text)) {
    const value = content.trim();
    if (tag === '25') current.account = value;
    // A statement of several pages ends with :62F:, and its other pages with :62M:.
    if (tag.startsWith('60'))
      Object.assign(current, {
        opening: current.opening ?? readBalance(tag, value).amount,
        currencyCode: readBalance(tag, value).currencyCode,
      });
    if (tag === '61') current.lines.push(readLine(value, current.currencyCode));
    const last = current.lines.at(-1);
    if (tag === '86' && last !== undefined) last.text = value.replaceAll(/\s*\r?\n\s*/g, ' ');
    if (tag !== '62F') continue;
    statements.push(complete({ ...current, closing: readBalance(tag, value).amount }));
    current = { lines: [] };
  }
  if (statements.length === 0 || current.lines.length > 0)
    throw new RangeError('MT940: a statement has no closing balance (:62F:)');
  return statements;
}

type Unfinished = Partial<Statement> & Pick<Statement, 'lines'>;

/** Returns the tag and content of each field. A field lasts until the next one. */
function fieldsOf(text: string): (RegExpExecArray | [])[] {
  return text.split(/\r?\n(?=:\w{2,3}:)/).map((field) => /^[\s\S]*?:(\w{2,3}):([\s\S]*)$/.exec(field) ?? []);
}

function readBalance(tag: string, value: string): { amount: number; currencyCode: string } {
  const [, sign, currency = '', amount = ''] = BALANCE.exec(value.split(/\r?\n/, 1)[0] ?? '') ?? [];
  if (sign === undefined) throw new RangeError(`MT940: the field :${tag}: is not a balance`);
  return { amount: minor(amount, currency, sign === 'D'), currencyCode: otherCurrencyCode(currency) };
}

function readLine(value: string, currencyCode: string | undefined): StatementLine {
  const [, sign, amount = '', reference = ''] = LINE.exec(value.split(/\r?\n/, 1)[0] ?? '') ?? [];
  if (sign === undefined || currencyCode === undefined)
    throw new RangeError('MT940: a field :61: is not a line of a statement with an opening balance');
  // RC cancels a credit, and RD a debit.
  const isDebit = sign === 'D' || sign === 'RC';
  const [own = ''] = reference.split('//', 1);
  return { amount: minor(amount, currencyCode, isDebit), reference: own.trim(), text: '' };
}

/** MT940 has a decimal comma, also in amounts without decimals: `500,`. */
function minor(amount: string, currency: string, isDebit: boolean): number {
  const whole = toMinorUnits(amount.replace(/,$/, '').replace(',', '.'), currency);
  return isDebit && whole !== 0 ? -whole : whole;
}

function complete({ account = '', currencyCode, opening, closing, lines }: Unfinished): Statement {
  if (currencyCode === undefined || opening === undefined || closing === undefined)
    throw new RangeError('MT940: a statement has no opening balance (:60F:)');
  return { account, currencyCode, opening, closing, lines };
}
