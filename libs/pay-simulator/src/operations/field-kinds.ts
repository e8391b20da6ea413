import { InstructionType } from '../domain/bank-transfer.js';
import { EMAIL_PATTERN } from '../domain/onboarding.js';
import { isWebAddress } from '../domain/web-address.js';
import type { Fields } from '../http/fields.js';

export const UUID = { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, expected: 'a UUID' };
export const EMAIL = { pattern: EMAIL_PATTERN, expected: 'an e-mail address' };
export const COUNTRY_CODE = { pattern: /^[A-Za-z]{2}$/, expected: 'an ISO 3166-1 alpha-2 code' };
export const DAY = { pattern: /^\d{4}-\d\d-\d\d$/, expected: 'a day, yyyy-MM-dd' };

export const isInteger = (value: unknown): value is number => Number.isInteger(value);

/** Reads a required day that exists in the calendar. */
export function readDay(fields: Fields, name: string): string {
  const day = fields.text(name, { ...DAY, required: true });
  if (day !== '' && Number.isNaN(Date.parse(day))) fields.expect(name, DAY.expected);
  return day;
}

/** Reads an absolute HTTP or HTTPS address. */
export function readWebAddress(fields: Fields, name: string): string | undefined {
  const address = fields.text(name);
  return address === undefined || isWebAddress(address)
    ? address
    : fields.expect(name, 'an absolute http or https address');
}

/** Reads the required address of a receiver. The simulator also posts to addresses of this machine, which have no https. */
export const readReceiver = (fields: Fields, name: string): string =>
  fields.text(name, { min: 1, pattern: /./, required: true, expected: 'the address of a receiver' });

/** Reads who pays the charges of the banks. @default shared */
export function readInstructionType(fields: Fields, name: string): InstructionType {
  const { Shared, Ours } = InstructionType;
  return fields.integer(name, { min: Shared, max: Ours }) === Ours ? Ours : Shared;
}
