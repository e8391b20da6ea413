import { createHash } from 'node:crypto';
import { PayFiscalError } from './fiscal-error.js';

/** What the UID of a document is made of. */
export interface FiscalUidParts {
  /** Greek tax number (AFM) of the issuer: nine digits. */
  vatNumber: string;
  /** Day of issue in Athens, `YYYY-MM-DD`. */
  issuedOn: string;
  /** Branch in the tax register; 0 for the seat. */
  branch: number;
  /** myDATA type of the document, for example `11.1` for a retail receipt. */
  type: string;
  /** Series of the document. A document without a series has the series `0`. */
  series: string;
  /** Number of the document in its series. */
  number: number;
  /** Encoding of a series with Greek letters. Sources do not agree on it, so ask your provider. @default 'utf-8' */
  encoding?: FiscalEncoding;
}

/** Encodings in which a Greek series may be hashed. */
export type FiscalEncoding = 'utf-8' | 'iso-8859-7';

export type Check = [isValid: (value: unknown) => boolean, expected: string];

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
const isWhole =
  (min: number) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= min;

const isDay = (value: unknown): boolean => {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value as string);
};

export const UID_CHECKS = {
  vatNumber: [matches(/^\d{9}$/), "a Greek tax number of nine digits, for example '094259216'"],
  issuedOn: [isDay, "a day in Athens, for example '2026-11-28'"],
  branch: [isWhole(0), 'the number of the branch in the tax register, or 0'],
  type: [matches(/^\d{1,2}\.\d{1,2}$/), "a myDATA document type, for example '11.1'"],
  series: [matches(/^[^\s;-]{1,50}$/u), "1 to 50 characters without blanks, ; and -, for example 'A' or '0'"],
  number: [isWhole(1), 'a whole number, at least 1'],
} satisfies Record<Exclude<keyof FiscalUidParts, 'encoding'>, Check>;

/** @throws PayFiscalError that names each wrong value. */
export function requireValid<Value extends object>(
  checks: { readonly [Name in keyof Value]?: readonly [(value: unknown) => boolean, string] },
  values: Value,
): void {
  const wrong = (Object.keys(checks) as (keyof Value & string)[]).flatMap((name) => {
    const [isValid, expected] = checks[name] ?? [() => true, ''];
    return isValid(values[name])
      ? []
      : [`${name} must be ${expected} (received ${String(JSON.stringify(values[name]))})`];
  });
  if (wrong.length > 0) throw new PayFiscalError('invalid', wrong.join('; '));
}

/**
 * Returns the UID of a document: 40 hexadecimal digits in upper case, the SHA-1 of
 * `<VAT>-<yyyy-MM-dd>-<branch>-<type>-<series>-<number>`. So the number of the document is fixed before the payment.
 *
 * @throws PayFiscalError `invalid` for a wrong part, and for a letter that the encoding does not have.
 * @example
 * const uid = fiscalUid({ vatNumber: '094259216', issuedOn: '2026-11-28', branch: 0, type: '11.1', series: 'A', number: 17 });
 */
export function fiscalUid(parts: FiscalUidParts): string {
  requireValid(UID_CHECKS, parts);
  const { vatNumber, issuedOn, branch, type, series, number, encoding = 'utf-8' } = parts;
  const bytes = encoded([vatNumber, issuedOn, branch, type, series, number].join('-'), encoding);
  return createHash('sha1').update(bytes).digest('hex').toUpperCase();
}

function encoded(text: string, encoding: FiscalEncoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const letters = new TextDecoder('iso-8859-7').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from(text, (letter) => {
    const byte = letters.indexOf(letter);
    if (byte >= 0) return byte;
    throw new PayFiscalError('invalid', `series has the letter ${letter}, which ISO-8859-7 does not have`);
  });
}
