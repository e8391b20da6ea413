import { currencyDecimals } from './currencies.js';

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** A decimal number with up to 15 digits is exact. */
const MAX_EXACT_NUMBER = 999_999_999_999_999;

/**
 * Converts an amount in major units to minor units, exactly: `toMinorUnits('10.50', 'EUR')` and `toMinorUnits(10.5, 978)` are 1050,
 * `toMinorUnits(500, 'JPY')` is 500.
 *
 * @param major decimal text, or a number from the service.
 * @param currency ISO 4217 code, alphabetic or numeric.
 * @throws RangeError if the text is no plain decimal, has more decimals than the currency, is too large to be exact,
 *   or the currency is unknown. Amounts are never rounded.
 */
export function toMinorUnits(major: number | string, currency: string | number): number {
  const decimals = currencyDecimals(currency);
  if (typeof major !== 'string' && typeof major !== 'number')
    throw new RangeError('amount must be decimal text or a number');
  // Such a large number has lost digits, so two amounts could be the same number.
  const most = decimals === 0 ? Number.MAX_SAFE_INTEGER : MAX_EXACT_NUMBER;
  if (typeof major === 'number' && Math.abs(major) * 10 ** decimals > most)
    throw new RangeError('amount is too large to be exact as a number: pass its text');
  const [, sign, whole, fraction = ''] = DECIMAL.exec(String(major).trim()) ?? [];
  if (whole === undefined) throw new RangeError('amount must be a plain decimal number such as 10.50');
  if (/[1-9]/.test(fraction.slice(decimals))) {
    throw new RangeError(`amount has more than the ${decimals} decimals of currency ${currency}`);
  }
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (!Number.isSafeInteger(minor)) throw new RangeError('amount is too large to be exact');
  return sign === '-' && minor !== 0 ? -minor : minor;
}

/** Like {@link toMinorUnits}, but returns null for an amount that is not exact and for an unknown currency. */
export function exactMinorUnits(major: number | string, currency: string | number): number | null {
  try {
    return toMinorUnits(major, currency);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Converts an amount in minor units to decimal text: `toMajorUnits(1050, 'EUR')` is `'10.50'`, `toMajorUnits(500, 'JPY')` is `'500'`.
 *
 * @throws RangeError if the amount is no exact whole number, or the currency is unknown.
 */
export function toMajorUnits(minor: number | bigint, currency: string | number): string {
  const decimals = currencyDecimals(currency);
  if (typeof minor !== 'number' && typeof minor !== 'bigint')
    throw new RangeError('amount must be a number or a bigint');
  if (typeof minor === 'number' && !Number.isSafeInteger(minor)) {
    throw new RangeError('amount must be a whole number of minor units, such as 1050 for 10.50');
  }
  const negative = minor < 0;
  const digits = String(negative ? -minor : minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
  return negative ? `-${text}` : text;
}
