import { kindOfType } from '../areas/transactions/movement-kind.js';
import { toMinorUnits } from '../core/values/money.js';
import { readInt64 } from '../core/values/int64.js';
import type { OrderCodeInput } from '../areas/order-code.js';
import { issueOf } from './event.types.js';
import type { PayWebhookIssue } from './event.types.js';

/** Values that an expectation accepts, if they are more than those of its member. */
interface AcceptedValues {
  /** Compared as exact digits. */
  OrderCode: OrderCodeInput;
  /** In the unit of the payload: MAJOR units, or MINOR units for POS sessions. Negative for a reversal. */
  Amount: number | string;
  /** ISO 4217 numeric: `'978'` or 978. */
  CurrencyCode: string | number;
}

interface AmountExpectation {
  /** Always in MINOR units. Negative for a reversal. */
  expectedAmountMinor?: number;
}

interface KindExpectation {
  /**
   * Kind of the `TransactionTypeId`. A `sale` is paid. A `hold` only reserves the amount (`preauth`), and its `capture` is paid. The
   * `StatusId` of each is `F`. A type that is unknown to this version matches no kind.
   */
  expectedTransactionKind?: 'sale' | 'hold' | 'capture';
}

/**
 * Expected payload values, from your own records: `expected` and the name of a member. An absent or undefined expectation is not
 * checked. An expectation of null always fails.
 */
export type PayWebhookExpectations<Members> = {
  [Name in keyof Members & string as Members[Name] extends unknown[] ? never : `expected${Name}`]?:
    | (Name extends keyof AcceptedValues ? AcceptedValues[Name] : Members[Name])
    | undefined;
} & ('Amount' extends keyof Members ? AmountExpectation : unknown) &
  ('TransactionTypeId' extends keyof Members ? KindExpectation : unknown);

/** Unit of a payload's Amount. */
export type AmountUnit = 'major' | 'minor';

/** Returns whether a value is null, undefined or an empty string; 0 and false are values. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Returns whether a number was too large to be parsed exactly. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Members of expectations that have another name. */
const FIELDS: Readonly<Record<string, string>> = {
  expectedAmountMinor: 'Amount',
  expectedTransactionKind: 'TransactionTypeId',
};

/** Checks one expectation and returns null if it is met. Never throws. */
export function checkExpectation(
  name: string,
  expected: unknown,
  data: Record<string, unknown>,
  unit: AmountUnit,
): PayWebhookIssue | null {
  if (!name.startsWith('expected')) {
    return issueOf('invalid', name, `${name} is not an expectation: did you mean expected${name}?`);
  }
  const field = FIELDS[name] ?? name.slice('expected'.length);
  const actual = data[field];
  if (isMissing(actual)) return issueOf('missing', field, `${field} is missing from the payload`);
  if (field === 'Amount') return compareAmount(actual, expected, data.CurrencyCode, unit, name);
  if (field === 'OrderCode') return compareOrderCode(actual, expected);
  if (field === 'CurrencyCode') return compareCurrency(actual, expected);
  if (name === 'expectedTransactionKind') return compareKind(actual, expected);
  if (isRounded(actual) || isRounded(expected)) return roundedIssue(field);
  return isSame(actual, expected) ? null : issueOf('mismatch', field, `${field} is not the expected value`);
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (typeof actual === typeof expected) return actual === expected;
  if (typeof actual === 'boolean' || typeof expected === 'boolean') return false;
  return isPlain(actual) && isPlain(expected) && String(actual) === String(expected);
}

function isPlain(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

function compareOrderCode(actual: unknown, expected: unknown): PayWebhookIssue | null {
  const field = 'OrderCode';
  const sent = readInt64(actual);
  if ('problem' in sent)
    return isRounded(actual) ? roundedIssue(field) : issueOf('invalid', field, `OrderCode ${sent.problem}`);
  const wanted = readInt64(expected);
  if ('problem' in wanted) return issueOf('invalid', field, `expectedOrderCode ${wanted.problem}`);
  return sent.text === wanted.text ? null : issueOf('mismatch', field, 'OrderCode is not the expected value');
}

function compareCurrency(actual: unknown, expected: unknown): PayWebhookIssue | null {
  const field = 'CurrencyCode';
  if (!isPlain(expected) || !/^\d{1,3}$/.test(String(expected))) {
    return issueOf('invalid', field, 'expectedCurrencyCode must be the numeric ISO 4217 code, such as 978');
  }
  const isEqual = isPlain(actual) && String(actual).padStart(3, '0') === String(expected).padStart(3, '0');
  return isEqual ? null : issueOf('mismatch', field, `CurrencyCode is not ${expected}`);
}

function compareKind(actual: unknown, expected: unknown): PayWebhookIssue | null {
  const field = 'TransactionTypeId';
  if (expected !== 'sale' && expected !== 'hold' && expected !== 'capture')
    return issueOf('invalid', field, 'expectedTransactionKind must be sale, hold or capture');
  if (!isPlain(actual)) return issueOf('invalid', field, 'TransactionTypeId must be a number');
  const kind = kindOfType(Number(actual));
  const sent = kind === 'charge' ? 'sale' : kind;
  if (sent === expected) return null;
  const name = sent === undefined ? 'an unknown type' : `a ${sent}`;
  return issueOf('mismatch', field, `TransactionTypeId ${actual} is ${name}, expected a ${expected}`);
}

function compareAmount(
  actual: unknown,
  expected: unknown,
  currency: unknown,
  unit: AmountUnit,
  name: string,
): PayWebhookIssue | null {
  const field = 'Amount';
  const sent = readAmount(actual, currency, unit);
  if (typeof sent === 'string') return issueOf('invalid', field, `Amount cannot be compared: ${sent}`);
  const wanted = readAmount(expected, currency, name === 'expectedAmountMinor' ? 'minor' : unit);
  if (typeof wanted === 'string') return issueOf('invalid', field, `${name} cannot be compared: ${wanted}`);
  return sent === wanted
    ? null
    : issueOf('mismatch', field, `Amount is ${sent} minor units, expected ${wanted}`);
}

/** Returns the amount in minor units, or the problem with it. */
function readAmount(amount: unknown, currency: unknown, unit: AmountUnit): number | string {
  if (typeof amount !== 'number' && typeof amount !== 'string') return 'it must be a number';
  if (unit === 'minor') {
    const isWhole = typeof amount === 'number' ? Number.isSafeInteger(amount) : /^-?\d{1,15}$/.test(amount);
    return isWhole ? Number(amount) : 'it must be an integer number of minor units';
  }
  if (typeof currency !== 'string' && typeof currency !== 'number')
    return 'CurrencyCode is missing from the payload';
  try {
    return toMinorUnits(amount, currency);
  } catch (error) {
    return error instanceof RangeError ? error.message : 'it is not an amount';
  }
}

/** Reports an integer that `JSON.parse` rounded. */
export function roundedIssue(field: string): PayWebhookIssue {
  return issueOf(
    'invalid',
    field,
    `${field} was rounded when it was parsed: read the body with readPayWebhook`,
  );
}
