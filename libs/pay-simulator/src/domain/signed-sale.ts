import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { athensTimes } from './athens-time.js';
import { SessionEvent } from './terminal-session.js';

/** Number of the provider whose key everybody knows. @see contract/vectors/aade-sales.json */
export const TEST_PROVIDER = '999';

/** Keys of provider 999, for tests only: Base64 of PKCS #8 and of SPKI. Sign with the private key, as a provider would. */
export const AADE_TEST_KEY = {
  providerId: TEST_PROVIDER,
  privateKey:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfCuAUYp1GmxrjvPnHSySIGFL2CWdfRzju7OOYJkgyTehRANCAASgVED5TMwUa4K1Jk6yPrrMUuhmAwEQvfmNeo4Zh1emn5dXPjjqZBiaqtsIuv32ZsIuLQZKN2T9YkwD7W9Kqt1m',
  publicKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoFRA+UzMFGuCtSZOsj66zFLoZgMBEL35jXqOGYdXpp+XVz446mQYmqrbCLr99mbCLi0GSjdk/WJMA+1vSqrdZg==',
} as const;

/** Why a terminal does not take the fiscal data of a sale. */
export interface FiscalRefusal {
  readonly eventId: SessionEvent;
  /** What is wrong and how to fix it, in one sentence or two. The service does not say it. */
  readonly problem: string;
}

/** What the terminal knows of a sale. */
export interface FiscalSale {
  /** Amount that the card pays without the tip, in minor units. */
  readonly amount: number;
  readonly terminalId: string;
  /** Virtual time, milliseconds. */
  readonly now: number;
  /** Time during which a signature can be used, in milliseconds. */
  readonly lifetimeMs: number;
}

const FIELDS = ['UID', 'MARK', 'time', 'amount', 'net', 'VAT', 'gross', 'TID'] as const;
const UID = 0;
const FORMS = [
  [/^[0-9A-F]{40}$/, '40 hexadecimal digits in upper case'],
  [/^\d*$/, 'digits, or nothing before the document is issued'],
  [/^\d{14}$/, 'yyyyMMddHHmmss in Athens'],
  ...Array.from({ length: 4 }, () => [/^\d{1,15}$/, 'minor units without a sign or decimals'] as const),
  [/^\d{8}$/, 'the eight digits of the terminal'],
] as const;
const RAW_BYTES = 64;
/** How far the clock of a provider may be ahead. */
const CLOCK_SKEW_MS = 600_000;
const MINUTE_MS = 60_000;

export const refused = (eventId: SessionEvent, problem: string): FiscalRefusal => ({ eventId, problem });
export const wrongDetails = (problem: string): FiscalRefusal =>
  refused(SessionEvent.AadeDetailsDiffer, problem);
export const wrongSigner = (problem: string): FiscalRefusal =>
  refused(SessionEvent.AadeSignatureProvider, problem);

/** @param signed - What was signed, and for which amount. */
export const wrongAmount = (signed: string, amount: number): FiscalRefusal =>
  refused(
    SessionEvent.AadeAmountDiffers,
    `The ${signed}, and the sale has ${amount} without the tip, in minor units.`,
  );

/** Returns the UID in a signed text, or undefined if it has none. */
export function uidOf(text: string): string | undefined {
  const [uid = ''] = text.split(';');
  return FORMS[UID][0].test(uid) ? uid : undefined;
}

/** Reads a public key: PEM, or Base64 of SPKI. @throws RangeError if it is no key of the curve P-256. */
export function readPublicKey(text: string, name: string): KeyObject {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // The error below says what is expected.
  }
  throw new RangeError(
    `${name}: expected a public key of the curve P-256, as PEM or as Base64 of its SPKI form`,
  );
}

/**
 * Checks a text that a provider signed for a sale. Returns why the terminal does not take it, or null.
 * @see contract/behaviour/pos.yaml rules
 */
export function signedSaleProblem(
  text: string,
  signature: string,
  publicKey: KeyObject,
  sale: FiscalSale,
): FiscalRefusal | null {
  const values = text.split(';');
  if (values.length !== FIELDS.length)
    return wrongDetails(`The signed text has ${values.length} fields instead of eight: ${FIELDS.join(';')}.`);
  const wrong = FORMS.findIndex(([form], index) => !form.test(values[index] ?? ''));
  if (wrong >= 0)
    return wrongDetails(
      `${FIELDS[wrong]} in the signed text must be ${FORMS[wrong]?.[1]} (received "${values[wrong]}").`,
    );
  const [, , time = '', amount = 0, net = 0, vat = 0, gross = 0, tid = ''] = values.map((value, index) =>
    index > 2 && index < 7 ? Number(value) : value,
  ) as [string, string, string, number, number, number, number, string];
  if (tid !== sale.terminalId)
    return refused(
      SessionEvent.AadeSignatureTerminal,
      `The text was signed for terminal ${tid}, and the sale is at terminal ${sale.terminalId}.`,
    );
  return (
    wrongSignature(text, signature, publicKey) ??
    wrongAmounts({ amount, net, vat, gross }, sale) ??
    timeProblem(time, sale)
  );
}

/** Returns why a key does not verify a signature, or null. */
export function wrongSignature(text: string, signature: string, publicKey: KeyObject): FiscalRefusal | null {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== signature.replace(/=+$/, ''))
    return wrongSigner('The signature is not Base64.');
  const verifies = (dsaEncoding: 'der' | 'ieee-p1363'): boolean =>
    verify('sha256', Buffer.from(text, 'utf8'), { key: publicKey, dsaEncoding }, bytes);
  if (verifies('der')) return null;
  return bytes.length === RAW_BYTES
    ? wrongSigner(
        `The signature has ${RAW_BYTES} raw bytes, as WebCrypto and JOSE make them${verifies('ieee-p1363') ? ', and is right otherwise' : ''}. Send its DER form: a SEQUENCE of the two halves as INTEGERs.`,
      )
    : wrongSigner(
        "The provider's public key does not verify the signature. Send the text that was signed, unchanged to the byte, and the number of the provider that signed it.",
      );
}

function wrongAmounts(
  { amount, net, vat, gross }: Readonly<Record<'amount' | 'net' | 'vat' | 'gross', number>>,
  sale: FiscalSale,
): FiscalRefusal | null {
  if (net + vat !== gross)
    return wrongDetails(`In the signed text, net ${net} and VAT ${vat} do not add up to gross ${gross}.`);
  if (amount > gross)
    return wrongDetails(
      `In the signed text, the card pays ${amount}, which is more than the gross ${gross} of the document.`,
    );
  return amount === sale.amount ? null : wrongAmount(`text was signed for the amount ${amount}`, sale.amount);
}

/** Returns why a terminal does not take the time of a signature, or null. */
export function timeProblem(
  time: string,
  { now, lifetimeMs }: Pick<FiscalSale, 'now' | 'lifetimeMs'>,
): FiscalRefusal | null {
  const times = athensTimes(time);
  if (times.length === 0)
    return wrongDetails(`The time ${time} in the signed text does not exist in Athens.`);
  if (times.some((at) => at <= now + CLOCK_SKEW_MS && now <= at + lifetimeMs)) return null;
  if (times.every((at) => at > now + CLOCK_SKEW_MS))
    return wrongDetails(
      `The time ${time} in the signed text lies in the future. It must be the time in Athens.`,
    );
  const minutes = Math.floor((now - Math.max(...times)) / MINUTE_MS);
  const asUtc = Date.parse(time.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));
  const isUtc = Math.abs(now - asUtc) < CLOCK_SKEW_MS;
  return refused(
    SessionEvent.AadeReceiptExpired,
    `The text was signed ${minutes} minutes ago, and a signature can be used for ${lifetimeMs / MINUTE_MS}. ${isUtc ? 'Its time is the present time in UTC: write the time in Athens.' : 'Let the provider sign the sale again.'}`,
  );
}
