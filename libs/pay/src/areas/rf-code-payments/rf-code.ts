import { memberRule } from '../../core/options/validators.js';
import { passesMod97 } from '../../core/values/mod97.js';

/** ISO 7064 never gives the check digits 00, 01 and 99, although they can have the right remainder. */
const FORM = /^RF(?!00|01|99)\d{2}[0-9A-Z]{1,21}$/;

/**
 * Normalizes an RF code (ISO 11649) to capitals without spaces.
 *
 * @returns null if its form or its check digits are wrong.
 */
export function readRfPaymentCode(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const code = text.replace(/\s/g, '').toUpperCase();
  if (!FORM.test(code)) return null;
  return passesMod97(code) ? code : null;
}

/**
 * Returns whether a value is an RF creditor reference with correct check digits. Spaces and lower case are allowed.
 */
export function isRfPaymentCode(text: unknown): boolean {
  return readRfPaymentCode(text) !== null;
}

/** Validates an RF code and its check digits. */
export const IsRfPaymentCode = memberRule(
  'isRfPaymentCode',
  isRfPaymentCode,
  'must be an RF code with correct check digits, for example RF18539007547034',
);
