import { PayFiscalError } from './fiscal-error.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Bytes of one number of a signature with P-256. */
const NUMBER_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const EXPECTED = 'must be an ECDSA P-256 signature in base64, as DER or as 64 raw bytes';

/**
 * Returns a signature in the form that a terminal verifies: DER in base64. WebCrypto and JOSE create 64 raw bytes, which it converts.
 * OpenSSL and Node.js create DER, which it returns unchanged.
 *
 * @param signature - ECDSA signature (P-256, SHA-256) in base64.
 * @throws PayFiscalError `invalid` for any other text.
 * @example const signature = toDerSignature(Buffer.from(raw).toString('base64'));
 */
export function toDerSignature(signature: string): string {
  if (typeof signature !== 'string' || signature === '' || !BASE64.test(signature))
    throw invalid(typeof signature === 'string' ? `${signature.length} characters` : typeof signature);
  const bytes = Buffer.from(signature, 'base64');
  if (isDer(bytes)) return signature;
  if (bytes.length !== 2 * NUMBER_BYTES) throw invalid(`${bytes.length} bytes that are neither`);
  const numbers = [bytes.subarray(0, NUMBER_BYTES), bytes.subarray(NUMBER_BYTES)];
  if (numbers.some((number) => number.every((byte) => byte === 0))) throw invalid('a number that is 0');
  const content = Buffer.concat(numbers.map(integerOf));
  return Buffer.concat([Buffer.from([SEQUENCE, content.length]), content]).toString('base64');
}

const invalid = (received: string): PayFiscalError =>
  new PayFiscalError('invalid', `signature ${EXPECTED} (received ${received})`);

/** A DER integer is the shortest form, and its first bit is its sign. */
function integerOf(number: Buffer): Buffer {
  const start = number.findIndex((byte) => byte !== 0);
  const digits = number.subarray(start);
  const sign = (digits[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.from([INTEGER, digits.length + sign.length, ...sign, ...digits]);
}

/** Whether bytes are a sequence of two positive integers of at most 32 bytes, in their shortest form, and nothing else. */
function isDer(bytes: Buffer): boolean {
  if (bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) return false;
  const second = endOfInteger(bytes, 2);
  return second !== null && endOfInteger(bytes, second) === bytes.length;
}

/** Returns the position after a positive DER integer; null if there is none. */
function endOfInteger(bytes: Buffer, at: number): number | null {
  const length = bytes[at + 1] ?? 0;
  const [first = 0, next = 0] = bytes.subarray(at + 2, at + 4);
  const isPadded = first === 0;
  const isShortest = isPadded ? length > 1 && next >= 0x80 : first < 0x80;
  const digits = length - (isPadded ? 1 : 0);
  const isInteger = bytes[at] === INTEGER && digits >= 1 && digits <= NUMBER_BYTES && isShortest;
  return isInteger && at + 2 + length <= bytes.length ? at + 2 + length : null;
}
