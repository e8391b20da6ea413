import { memberRule } from '../../core/options/validators.js';

const FORM = /^RF\d{2}[0-9A-Z]{1,21}$/;

/**
 * Normalizes an RF code (ISO 11649) to capitals without spaces.
 *
 * @returns null if its form or its check digits are wrong.
 */
export function readRfPaymentCode(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const code = text.replace(/\s/g, '').toUpperCase();
  if (!FORM.test(code)) return null;
  return remainder(code.slice(4) + code.slice(0, 4)) === 1 ? code : null;
}

/**
 * Returns whether a value is an RF creditor reference with correct check digits. Spaces and lower case are allowed.
 */
export function isRfPaymentCode(text: unknown): boolean {
  return readRfPaymentCode(text) !== null;
}

/** Validates an RF code and its check digits. */
export function IsRfPaymentCode(): PropertyDecorator {
  return memberRule(
    'isRfPaymentCode',
    isRfPaymentCode,
    'must be an RF code with correct check digits, for example RF18539007547034',
  );
}

/**
 * Calculates the remainder (mod 97) digit by digit, because the number exceeds a double. Letters count from A = 10.
 */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
