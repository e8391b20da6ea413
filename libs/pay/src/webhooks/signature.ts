import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '../core/values/plain-data.js';
import {
  DELIVERY_ID_HEADER,
  EVENT_HEADER,
  readHeader,
  SIGNATURE_SHA1_HEADER,
  SIGNATURE_SHA256_HEADER,
} from './webhook-headers.js';
import type { PayWebhookHeaders } from './webhook-headers.js';
import { issueOf } from './event.types.js';
import type { PayWebhookIssue } from './event.types.js';
import { readText } from './wire-values.js';

/** Hash algorithm of an HMAC signature. Each algorithm has its own header. */
export type PaySignatureAlgorithm = 'sha256' | 'sha1';

/** A signed delivery and its secret. */
export interface PaySignatureVerificationOptions {
  /** The unparsed body, byte for byte. White space counts. */
  rawBody: string | Uint8Array;
  /** Secret of the subscription, not the verification key. During a rotation, pass the old and the new secret. */
  secret: string | readonly string[];
  headers: PayWebhookHeaders;
  /**
   * Signature to check. `any` checks SHA-256 if its header is present, otherwise SHA-1.
   * @default 'any'
   */
  algorithm?: PaySignatureAlgorithm | 'any';
}

/** Result of the verification. It never contains the secret or the correct signature. */
export interface PaySignatureVerification {
  valid: boolean;
  /** Algorithm that was checked; null if the delivery has no signature. */
  algorithm: PaySignatureAlgorithm | null;
  issues: PayWebhookIssue[];
  /** Signature from the header. */
  signature?: string;
  /** Not covered by the signature. */
  deliveryId?: string;
  /** Not covered by the signature. */
  event?: string;
}

const HEADERS: Record<PaySignatureAlgorithm, string> = {
  sha256: SIGNATURE_SHA256_HEADER,
  sha1: SIGNATURE_SHA1_HEADER,
};
/** In the order in which they are looked for. */
const ALGORITHMS = ['sha256', 'sha1'] as const;

/**
 * Verifies the signature of a report file delivery (7936), the only delivery that the service signs. Compares in constant
 * time and never throws. If the SHA-256 signature is wrong, a correct SHA-1 signature does not help.
 *
 * The signature contains no time, so a replay passes. Detect replays with `payWebhookDedupeKey`.
 *
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 */
export function verifyPayDataServicesWebhookSignature(
  options: PaySignatureVerificationOptions,
): PaySignatureVerification {
  const input: Partial<PaySignatureVerificationOptions> = isObject(options) ? options : {};
  const { rawBody, headers, algorithm: chosen } = input;
  const isChosen = chosen === 'sha256' || chosen === 'sha1';
  const sent = readSignature(headers, isChosen ? [chosen] : ALGORITHMS);
  const algorithm = sent?.algorithm ?? (isChosen ? chosen : null);
  const field = algorithm === null ? Object.values(HEADERS).join('|') : HEADERS[algorithm];
  const issues: PayWebhookIssue[] = [];
  if (!hasBytes(rawBody)) issues.push(bodyIssue(rawBody));
  if (![input.secret].flat().some(isSecret))
    issues.push(issueOf('missing', 'secret', 'secret must be the secret of the subscription'));
  if (sent === null) issues.push(issueOf('missing', field, 'the delivery has no signature in this header'));
  else if (issues.length === 0 && !isSignedWith(input.secret, sent, rawBody))
    issues.push(issueOf('mismatch', field, `${field} is not the signature of this body`));
  const deliveryId = readText(readHeader(headers, DELIVERY_ID_HEADER));
  const event = readText(readHeader(headers, EVENT_HEADER));
  return {
    valid: issues.length === 0,
    algorithm,
    issues,
    ...(sent !== null && { signature: sent.signature }),
    ...(deliveryId !== null && { deliveryId }),
    ...(event !== null && { event }),
  };
}

/** A signature that a delivery has. */
export interface SentSignature {
  algorithm: PaySignatureAlgorithm;
  signature: string;
}

/** Returns the signature of the first algorithm that has one; null without a signature. */
export function readSignature(
  headers: unknown,
  algorithms: readonly PaySignatureAlgorithm[] = ALGORITHMS,
): SentSignature | null {
  for (const algorithm of algorithms) {
    const signature = readHeader(headers, HEADERS[algorithm]);
    if (signature !== null) return { algorithm, signature };
  }
  return null;
}

/** Whether a body was signed with one of these secrets. Compares in constant time, and never throws. */
export function isSignedWith(
  secret: string | readonly string[] | undefined,
  { algorithm, signature }: SentSignature,
  body: unknown,
): boolean {
  if (!hasBytes(body)) return false;
  const sent = Buffer.from(signature.toLowerCase());
  let isRight = false;
  // All secrets are tried, so that the duration does not reveal which one matched.
  for (const one of typeof secret === 'string' ? [secret] : (secret ?? [])) {
    if (!isSecret(one)) continue;
    // As digits: to return bytes, Node needs a quarter of the time of the signature.
    const expected = Buffer.from(createHmac(algorithm, one).update(body).digest('hex'));
    if (sent.length === expected.length && timingSafeEqual(sent, expected)) isRight = true;
  }
  return isRight;
}

/** An empty secret is ignored, because everyone knows it. */
function isSecret(secret: unknown): boolean {
  return typeof secret === 'string' && secret !== '';
}

function hasBytes(rawBody: unknown): rawBody is string | Uint8Array {
  return (typeof rawBody === 'string' || rawBody instanceof Uint8Array) && rawBody.length > 0;
}

function bodyIssue(rawBody: unknown): PayWebhookIssue {
  const isParsed = typeof rawBody === 'object' && rawBody !== null && !(rawBody instanceof Uint8Array);
  return isParsed
    ? issueOf('invalid', 'rawBody', 'rawBody must be the unparsed body, as bytes or a string')
    : issueOf('missing', 'rawBody', 'rawBody must be the unparsed body, but it is missing or empty');
}
