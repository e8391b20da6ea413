import { ValidateBy } from 'class-validator';

const FORM = /^RF\d{2}[0-9A-Z]{1,21}$/;

/** An RF code without spaces and in capitals, or null when its form or its check digits are wrong (ISO 11649, mod 97). */
export function readRfPaymentCode(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const code = text.replace(/\s/g, '').toUpperCase();
  if (!FORM.test(code)) return null;
  return remainder(code.slice(4) + code.slice(0, 4)) === 1 ? code : null;
}

/** Whether a text is an RF creditor reference with right check digits; spaces and small letters are fine. */
export function isRfPaymentCode(text: unknown): boolean {
  return readRfPaymentCode(text) !== null;
}

/** An option that is an RF code: its check digits are verified before anything is sent. */
export function IsRfPaymentCode(): PropertyDecorator {
  return ValidateBy({
    name: 'isRfPaymentCode',
    validator: {
      validate: isRfPaymentCode,
      defaultMessage: (args) =>
        `${args?.property} must be an RF code with right check digits, such as RF18539007547034`,
    },
  });
}

/** Piece by piece: the whole number has more digits than a double holds. Letters count from A = 10. */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
