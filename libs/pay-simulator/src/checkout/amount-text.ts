import { currencyLetters } from '../domain/currency-codes.js';
import { currencyDecimals, majorUnits } from '../domain/currencies.js';

/**
 * An amount as a customer reads it, exact to the last digit: 1050 of 978 in `de-DE` is `10,50 €`.
 *
 * @param minor whole minor units. @param language tag such as `de-DE`.
 */
export function amountText(minor: number, currencyCode: string, language: string): string {
  return formatted(minor, currencyCode, language, {
    style: 'currency',
    currency: currencyLetters(currencyCode),
  });
}

/** An amount as it stands in a field: 105000 of 978 in `de-DE` is `1050,00`. */
export function editableAmount(minor: number, currencyCode: string, language: string): string {
  return formatted(minor, currencyCode, language, { useGrouping: false });
}

function formatted(
  minor: number,
  currencyCode: string,
  language: string,
  options: Intl.NumberFormatOptions,
): string {
  // The currency's own decimals: what ICU thinks customary differs for some.
  const digits = currencyDecimals(currencyCode);
  const format = new Intl.NumberFormat(language, {
    ...options,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(majorUnits(minor, currencyCode).text as `${number}`);
}

/**
 * Minor units of an amount that a customer typed, with point or comma and without grouping; undefined when it is not
 * an amount of that currency.
 */
export function typedAmount(text: string, currencyCode: string): number | undefined {
  const decimals = currencyDecimals(currencyCode);
  const [, whole, fraction = ''] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}
