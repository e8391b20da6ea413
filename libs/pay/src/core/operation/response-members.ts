import { readInt64 } from '../values/int64.js';
import { exactMinorUnits } from '../values/money.js';
import type { ResponseMembers, MemberType } from './operation.js';
import { UUID } from '../values/uuid.js';

/** Path parameters and options of a call, by name. */
export type CallInput = Readonly<Record<string, unknown>>;

/** What is wrong with the members of a response, as the end of a sentence. */
export type MemberProblem = { kind: 'unreadable' | 'contradictory'; problem: string };

type Members = Readonly<Record<string, unknown>>;

const IS_OF_TYPE: Record<MemberType, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string' && value.trim() !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  wholeNumber: isWholeNumber,
  int64: (value) => 'text' in readInt64(value),
  currency: (value) => isWholeNumber(value) && /^\d{1,3}$/.test(String(value)),
};

const TYPE_NAMES: Record<MemberType, string> = {
  boolean: 'true or false',
  text: 'text',
  number: 'a number',
  wholeNumber: 'a whole number',
  int64: 'a positive whole number',
  currency: 'a currency code',
};

/** A whole number, or its digits as text. */
export function isWholeNumber(value: unknown): value is number | string {
  return typeof value === 'string' ? /^\d{1,15}$/.test(value) : Number.isSafeInteger(value);
}

/** Formats a numeric currency code as results contain it: three digits as text. */
export function currencyText(code: unknown): string {
  return String(code).padStart(3, '0');
}

/** Members that the service sends in either form, as results contain them. */
const CONVERSIONS: Partial<Record<MemberType, (value: unknown) => unknown>> = {
  wholeNumber: Number,
  currency: currencyText,
};

/** Converts checked members to the types of results. Absent members stay absent. */
export function convertMembers<Value extends Members>(value: Value, { types = {} }: ResponseMembers): Value {
  const converted = Object.entries(types).flatMap(([name, type]) => {
    const convert = CONVERSIONS[type];
    return convert === undefined || value[name] == null ? [] : [[name, convert(value[name])]];
  });
  return converted.length === 0 ? value : { ...value, ...(Object.fromEntries(converted) as Members) };
}

/** Finds the first member that has the wrong type or differs from the request. Absent members are valid. */
export function memberProblem(
  members: Members,
  declared: ResponseMembers,
  input: CallInput,
): MemberProblem | null {
  for (const [name, type] of Object.entries(declared.types ?? {})) {
    const value = members[name];
    if (value !== undefined && value !== null && !IS_OF_TYPE[type](value))
      return { kind: 'unreadable', problem: `with ${name} that is not ${TYPE_NAMES[type]}` };
  }
  for (const [name, option] of Object.entries(declared.echoes ?? {})) {
    if (!isSame(members[name], input[option]))
      return { kind: 'contradictory', problem: `with a ${name} other than the one asked for` };
  }
  const { amount } = declared;
  if (amount === undefined || isAmount(members[amount.name], amount.unit, input, members)) return null;
  return {
    kind: 'contradictory',
    problem: `with an amount other than the one asked for: the key may have been used before, for another call`,
  };
}

function isSame(responded: unknown, input: unknown): boolean {
  if (responded === undefined || responded === null || input === undefined || input === null) return true;
  return textOf(responded) === textOf(input);
}

/** The service writes UUIDs in either case. */
function textOf(id: unknown): string {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : JSON.stringify(id);
  return UUID.test(text) ? text.toLowerCase() : text;
}

/** One currency for each number of decimals. */
const ANY_CURRENCY = ['JPY', 'EUR', 'KWD', 'CLF'];

function isAmount(responded: unknown, unit: 'minor' | 'major', input: CallInput, members: Members): boolean {
  if (typeof responded !== 'number' || typeof input['amount'] !== 'number') return true;
  const amount = Math.abs(responded);
  if (unit === 'minor') return amount === input['amount'];
  const code = members['CurrencyCode'] ?? input['currencyCode'];
  const currencies = IS_OF_TYPE.currency(code) ? [currencyText(code)] : ANY_CURRENCY;
  return currencies.some((currency) => exactMinorUnits(amount, currency) === input['amount']);
}
