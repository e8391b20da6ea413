/** What a browser sends: nothing of it can be relied on. */
export type FormFields = Readonly<Record<string, unknown>>;

// The bounds of the payment service's order: a longer value would be refused there.
export const MAX_NAME = 100;
export const MAX_EMAIL = 50;

export const INCOMPLETE_FORM = 'This form was incomplete. Please send it again.';
export const NO_EMAIL = 'Please enter an e-mail address such as name@example.com.';

/** A field of a form or a query, without the spaces around it; empty when it is missing or no text. */
export function readText(fields: FormFields | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Whether a text can be the one-time key of a form that this shop made. */
export function isFormKey(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text);
}

/** Whether a text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
