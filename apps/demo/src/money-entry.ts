import { toMajorUnits, toMinorUnits } from 'nestjs-pay';

/** An amount in minor units, or what is wrong with the text. */
export type AmountReading =
  | { readonly success: true; readonly amount: number }
  | { readonly success: false; readonly problem: string };

const TYPED = /^(\d+)(?:[.,](\d+))?$/;

/**
 * Reads an amount in major units, as people write it: `12.50` and `12,50` are 1250. It never rounds or guesses: text with more
 * decimals than the currency has is refused, because `1,250` euros may mean a thousand.
 *
 * @param currency - ISO 4217.
 * @param bounds - Minor units.
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

/** Returns null for text that is not an amount of the currency, or is too large to be exact. */
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
