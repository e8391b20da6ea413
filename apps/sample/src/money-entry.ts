import { toMajorUnits, toMinorUnits } from 'nestjs-pay';

/** An amount that somebody typed, in minor units, or what is wrong with it. */
export type AmountReading =
  { readonly success: true; readonly amount: number } | { readonly success: false; readonly problem: string };

/**
 * Reads an amount in MAJOR units, as people write it: `12.50` is 1250. Nothing is rounded and nothing guessed: a comma, a sign or
 * one decimal too many is refused.
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
  let amount: number;
  try {
    amount = toMinorUnits(entered, currency);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      success: false,
      problem: 'Please enter an amount such as 12.50, with a point and no other sign.',
    };
  }
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
