import { memberRule } from '../core/options/validators.js';
import { readInt64 } from '../core/values/int64.js';
import { ibanProblem } from './iban.js';

/** Validates an int64, such as an order code: up to 19 digits, as an exact number, a string or a bigint. */
export const IsInt64 = memberRule(
  'isInt64',
  (value) => 'text' in readInt64(value),
  (value) => {
    const read = readInt64(value);
    return 'problem' in read ? read.problem : 'must be an int64';
  },
);

const MAX_DECIMALS = 4;

/** Validates an amount above 0 in major units: 10.5 is 10.50 EUR. */
export const IsMajorUnits = memberRule(
  'isMajorUnits',
  (value) => typeof value === 'number' && value > 0 && Number(value.toFixed(MAX_DECIMALS)) === value,
  'must be a number above 0 in MAJOR units (10.5 for 10.50)',
);

/** Validates the amount of a reversal: null reverses the whole transfer. An undefined amount could be a mistake. */
export const IsReversalAmount = memberRule(
  'isReversalAmount',
  (amount) => amount === null || (Number.isSafeInteger(amount) && Number(amount) > 0),
  'must be a whole number of minor units of at least 1, or null for the whole transfer',
);

/** Validates a mobile number. The service's own sample has a number. */
export const IsMobileNumber = memberRule(
  'isMobileNumber',
  (mobile) => typeof mobile === 'string' || Number.isSafeInteger(mobile),
  'must be a mobile number, as a string',
);

/** Validates the code of a payment source. The client's own code is the default. */
export const IsSourceCode = memberRule(
  'isSourceCode',
  (code) => typeof code === 'string' && code !== '',
  'must be a string: pass it here or as the client’s option',
);

/** Validates an IBAN as the service accepts it: capital letters, no spaces, at most 31 characters, correct check digits. */
export const IsIban = memberRule(
  'isIban',
  (value) => ibanProblem(value) === null,
  (value) => ibanProblem(value) ?? '',
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Returns whether a value is a calendar day: `YYYY-MM-DD`. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  DAY.test(value) &&
  // Date.parse accepts the 31st of any month, so the parsed day must equal the input.
  new Date(Date.parse(value) || 0).toISOString().startsWith(value);
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' &&
  MOMENT.test(value) &&
  isDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value));

/** Validates a calendar day: `YYYY-MM-DD`. With `from`, it must not be before the option of that name. */
export function IsDay(from = ''): PropertyDecorator {
  return memberRule(
    'isDay',
    (value, { [from]: start }) => isDay(value) && !(isDay(start) && value < start),
    `must be a day, such as 2026-03-18${notBefore(from)}`,
  )();
}

/** Validates a day or a time in ISO 8601. With `from`, it must not be before the option of that name. */
export function IsDayOrMoment(from = ''): PropertyDecorator {
  return memberRule(
    'isDayOrMoment',
    (value, { [from]: start }) => (isDay(value) || isMoment(value)) && !isBefore(value, start),
    `must be a day or a time in ISO 8601, for example 2026-03-18T10:00:00${notBefore(from)}`,
  )();
}

const notBefore = (from: string): string => (from === '' ? '' : `, not before ${from}`);

/** Compares only comparable values: two days, or two times that both have or both lack an offset. */
function isBefore(end: string, start: unknown): boolean {
  const offset = /(Z|[+-]\d{2}:\d{2})$/;
  if (isMoment(end) && isMoment(start) && offset.test(end) === offset.test(start))
    return Date.parse(end) < Date.parse(start);
  return isDay(end) && isDay(start) && end < start;
}
