import { toMajorUnits, toMinorUnits } from 'nestjs-pay';

/** An amount that somebody typed, in minor units, or what is wrong with it. */
export type AmountReading =
  { readonly success: true; readonly amount: number } | { readonly success: false; readonly problem: string };

/** Digits, then a point or a comma with decimals: one of them, once. */
const TYPED = /^(\d+)(?:[.,](\d+))?$/;

/**
 * Reads an amount in MAJOR units, as people write it: `12.50` and `12,50` are 1250. Nothing is rounded and nothing guessed: a
 * point or comma stands before the decimals, so what has more of them than the currency (`1,250` in euros may mean a thousand) is
 * refused, as is any other sign.
 *
 * @param currency ISO 4217.
 * @param bounds minor units.
 */
export function readAmount(
  text: string,
  currency: string,
  { least = 1, most }: { readonly least?: number; readonly most: number },
): AmountReading {
  const entered = text.trim();
  const amount = exactAmount(entered, currency);
  if (amount === null) return { success: false, problem: howToWrite(currency) };
  if (amount <= 0) return { success: false, problem: 'Please enter an amount above zero.' };
  if (amount < least) {
    return {
      success: false,
      problem: `${entered} is too little: at least ${toMajorUnits(least, currency)}.`,
    };
  }
  if (amount > most) {
    return { success: false, problem: `${entered} is too much: at most ${toMajorUnits(most, currency)}.` };
  }
  return { success: true, amount };
}

/** Null for what is no amount of the currency, or too large to be exact. */
function exactAmount(entered: string, currency: string): number | null {
  const [, whole, fraction = ''] = TYPED.exec(entered) ?? [];
  if (whole === undefined || fraction.length > decimalsOf(currency)) return null;
  try {
    return toMinorUnits(fraction === '' ? whole : `${whole}.${fraction}`, currency);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function howToWrite(currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return 'Please enter a whole amount such as 1250, without a point or comma.';
  const digits = '500'.slice(0, decimals);
  return `Please enter an amount such as 12.${digits} or 12,${digits}: at most ${decimals} decimals, and nothing between thousands.`;
}

function decimalsOf(currency: string): number {
  return toMajorUnits(0, currency).replace(/^0\.?/, '').length;
}
