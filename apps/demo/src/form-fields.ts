import { createHash } from 'node:crypto';

/** Fields of a form or a query, which a browser can set to anything. */
export type FormFields = Readonly<Record<string, unknown>>;

// Limits of the payment service.
const MAX_NAME = 100;
const MAX_EMAIL = 50;

export const INCOMPLETE_FORM = 'This form was incomplete. Please send it again.';
export const NO_EMAIL = 'Please enter an email address such as name@example.com.';

/** Reads a field without the spaces around it. Empty if the field is missing or not a text. */
export function readText(fields: FormFields | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns whether a text has the format of a form's one-time key. */
export function isFormKey(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text);
}

/** Returns whether the payment service accepts a text as an email address. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Identifies a submission by the form's one-time key and its content. A double click gives the same submission; a changed form
 * gives another one.
 */
export function submissionOf(key: string, ...content: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([key, ...content]))
    .digest('hex');
}

/** Text that a customer typed. */
export interface EnteredCustomer {
  readonly name: string;
  readonly email: string;
}

/** Problems by field, in words for the customer. */
export type CustomerProblems = Readonly<Partial<Record<'name' | 'email' | 'form', string>>>;

/** Reads the customer and the one-time key of an order form. */
export function readCustomer(fields: FormFields | undefined) {
  const entered: EnteredCustomer = { name: readText(fields, 'name'), email: readText(fields, 'email') };
  const key = readText(fields, 'key');
  const problems: CustomerProblems = {
    ...(entered.name === '' && { name: 'Please enter your name.' }),
    ...(entered.name.length > MAX_NAME && { name: `Please use at most ${MAX_NAME} characters.` }),
    ...(!isEmail(entered.email) && { email: NO_EMAIL }),
    ...(entered.email.length > MAX_EMAIL && { email: `Please use at most ${MAX_EMAIL} characters.` }),
    ...(!isFormKey(key) && { form: INCOMPLETE_FORM }),
  };
  return { entered, key, problems };
}
