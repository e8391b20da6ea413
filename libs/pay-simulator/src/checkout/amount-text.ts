import { currencyDecimals, currencyLetters, majorUnits } from '../domain/currencies.js';

/**
 * Formats an amount with its currency, exact to the last digit: 1050 of currency 978 in `de-DE` is `10,50 €`.
 *
 * @param minor - Amount in minor units.
 * @param language - Language tag, such as `de-DE`.
 */
export function formatAmount(minor: number, currencyCode: string, language: string): string {
  return format(minor, currencyCode, language, {
    style: 'currency',
    currency: currencyLetters(currencyCode),
  });
}

/** Formats an amount for an input field: 105000 of currency 978 in `de-DE` is `1050,00`. */
export function formatEditableAmount(minor: number, currencyCode: string, language: string): string {
  return format(minor, currencyCode, language, { useGrouping: false });
}

function format(
  minor: number,
  currencyCode: string,
  language: string,
  options: Intl.NumberFormatOptions,
): string {
  // For some currencies, ICU's number of decimals differs from ISO 4217.
  const digits = currencyDecimals(currencyCode);
  const numberFormat = new Intl.NumberFormat(language, {
    ...options,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return numberFormat.format(majorUnits(minor, currencyCode).text as `${number}`);
}

/**
 * Parses an amount that a customer typed, with a point or a comma and without grouping.
 *
 * @returns The amount in minor units, or undefined if the text is not an amount of the currency.
 */
export function parseAmount(text: string, currencyCode: string): number | undefined {
  const decimals = currencyDecimals(currencyCode);
  const [, whole, fraction = ''] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}
