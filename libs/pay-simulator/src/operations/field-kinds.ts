import { InstructionType } from '../domain/bank-transfer.js';
import { EMAIL_PATTERN } from '../domain/onboarding.js';
import type { Fields } from '../http/fields.js';

export const EMAIL = {
  required: true,
  fits: (text: string) => EMAIL_PATTERN.test(text),
  expected: 'an email address',
} as const;

/** Reads the required address of a receiver. The simulator also posts to addresses of this machine, which have no https. */
export const readReceiver = (fields: Fields, name: string): string =>
  fields.text(name, { fits: () => true, required: true });

/** Reads who pays the charges of the banks. @default shared */
export function readInstructionType(fields: Fields, name: string): InstructionType {
  const { Shared, Ours } = InstructionType;
  return fields.integer(name) === Ours ? Ours : Shared;
}
