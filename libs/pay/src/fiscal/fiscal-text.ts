import { isObject } from '../core/values/plain-data.js';
import { athensInstant, athensTime } from './athens-time.js';
import { PayFiscalError } from './fiscal-error.js';
import { requireValid, UID_CHECKS } from './fiscal-uid.js';
import type { Check } from './fiscal-uid.js';
import type { PayFiscalDocument } from './fiscal.types.js';

/** The fields of the text that a provider signs before a terminal asks for the card. Amounts are in minor units. */
export interface FiscalText {
  /** UID of the document: see `fiscalUid`. */
  uid: string;
  /** MARK of a document that is already registered; null before. */
  mark: string | null;
  /** Time of the signature, in whole seconds. The text has Greek local time. */
  signedAt: Date;
  /** What the card pays, without the tip. Less than `gross` for a part of the document. */
  amount: number;
  /** Net value of the document. */
  net: number;
  /** VAT of the document. */
  vat: number;
  /** Total of the document: `net` + `vat`. */
  gross: number;
  /** ID of the terminal. */
  terminalId: string;
}

const NAMES = ['uid', 'mark', 'signedAt', 'amount', 'net', 'vat', 'gross', 'terminalId'] as const;
const isAmount = (min: number) => (value: unknown) => Number.isSafeInteger(value) && (value as number) >= min;
const isText = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
/** The text has four digits for the year. */
const hasYear = (value: unknown): boolean =>
  value instanceof Date && value.getUTCFullYear() >= 1000 && value.getUTCFullYear() < 3000;

const CHECKS = {
  uid: [isText(/^[0-9A-F]{40}$/), '40 hexadecimal digits in upper case: see fiscalUid()'],
  mark: [(value) => value === null || isText(/^\d{1,20}$/)(value), 'the digits of a MARK, or null'],
  signedAt: [hasYear, 'a valid Date'],
  amount: [isAmount(1), 'a whole number of minor units, at least 1'],
  net: [isAmount(0), 'a whole number of minor units'],
  vat: [isAmount(0), 'a whole number of minor units'],
  gross: [isAmount(1), 'a whole number of minor units, at least 1'],
  terminalId: [isText(/^[^\s;]{1,50}$/), 'the ID of the terminal, without blanks and ;'],
} satisfies Record<keyof FiscalText, Check>;

const optional = ([isValid, expected]: Check): Check => [
  (value) => value === undefined || isValid(value),
  expected,
];
const DOCUMENT_CHECKS: Record<keyof PayFiscalDocument, Check> = {
  type: UID_CHECKS.type,
  series: optional(UID_CHECKS.series),
  number: optional(UID_CHECKS.number),
  issuedOn: optional(UID_CHECKS.issuedOn),
  mark: optional(CHECKS.mark),
  net: CHECKS.net,
  vat: CHECKS.vat,
  gross: CHECKS.gross,
};

/**
 * Returns the members of a document that are set. An object of an application can have more, and null for a missing one.
 *
 * @throws PayFiscalError that names each wrong member.
 */
export function checkedDocument(document: PayFiscalDocument): PayFiscalDocument {
  if (!isObject(document))
    throw new PayFiscalError('invalid', 'document must be an object with type, net, vat and gross');
  const names = Object.keys(DOCUMENT_CHECKS) as (keyof PayFiscalDocument)[];
  const checked = Object.fromEntries(
    names.flatMap((name) => (document[name] == null ? [] : [[name, document[name]]])),
  ) as unknown as PayFiscalDocument;
  requireValid(DOCUMENT_CHECKS, checked);
  return checked;
}

/** @throws PayFiscalError that names each wrong field. */
function requireFields(fields: FiscalText): void {
  requireValid(CHECKS, fields);
  requireAmounts(fields);
}

/** @throws PayFiscalError for amounts that do not fit together. */
export function requireAmounts({
  amount,
  net,
  vat,
  gross,
}: Omit<FiscalText, 'uid' | 'mark' | 'signedAt' | 'terminalId'>): void {
  if (gross !== net + vat)
    throw new PayFiscalError('invalid', `gross must be net + vat = ${net + vat} (received ${gross})`);
  if (amount > gross)
    throw new PayFiscalError(
      'invalid',
      `amount must be at most gross, which is ${gross} (received ${amount}): a tip is not part of it`,
    );
}

/**
 * Builds the text that is signed: `UID;MARK;yyyyMMddHHmmss;amount;net;VAT;gross;TID`, with Greek local time and minor units.
 *
 * @throws PayFiscalError `invalid` that names each wrong field, and for amounts that do not fit together.
 * @example
 * const text = buildFiscalText({ uid, mark: null, signedAt: new Date(), amount: 1240, net: 1000, vat: 240, gross: 1240, terminalId });
 */
export function buildFiscalText(fields: FiscalText): string {
  requireFields(fields);
  return NAMES.map((name) => (name === 'signedAt' ? athensTime(fields.signedAt) : (fields[name] ?? ''))).join(
    ';',
  );
}

/**
 * Reads the text that was signed. `buildFiscalText` returns the same text for the result. The hour that autumn repeats has two
 * instants in Athens: `signedAt` is the first one.
 *
 * @throws PayFiscalError `invalid` that names what is wrong, also for amounts that do not fit together.
 * @example
 * const { uid, amount, terminalId } = parseFiscalText(signature.text);
 */
export function parseFiscalText(text: string): FiscalText {
  const values = typeof text === 'string' ? text.split(';') : [];
  if (values.length !== NAMES.length)
    throw new PayFiscalError(
      'invalid',
      `a fiscal text must have ${NAMES.length} fields separated by ; (received ${values.length})`,
    );
  const [uid = '', mark = '', time = '', amount = '', net = '', vat = '', gross = '', terminalId = ''] =
    values;
  const signedAt = athensInstant(time);
  if (signedAt === null)
    throw new PayFiscalError(
      'invalid',
      `signedAt must be a time that exists in Athens, as yyyyMMddHHmmss (received ${JSON.stringify(time)})`,
    );
  const fields: FiscalText = {
    ...{ uid, mark: mark === '' ? null : mark, signedAt, terminalId },
    ...{ amount: minorUnits(amount), net: minorUnits(net), vat: minorUnits(vat), gross: minorUnits(gross) },
  };
  requireFields(fields);
  return fields;
}

/** A number in another form, such as `007` or `1e3`, stays a text, which is refused: it would be built differently. */
const minorUnits = (digits: string): number =>
  /^(0|[1-9]\d*)$/.test(digits) ? Number(digits) : (digits as unknown as number);
