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
  const algorithm = chooseAlgorithm(input);
  const signature = algorithm === null ? null : readHeader(input.headers, HEADERS[algorithm]);
  const body = readBody(input.rawBody);
  const secrets = readSecrets(input.secret);
  const issues: PayWebhookIssue[] = [];
  if ('code' in body) issues.push(body);
  if (secrets.length === 0) {
    issues.push({
      code: 'missing',
      field: 'secret',
      message: 'secret must be the secret of the subscription',
    });
  }
  if (algorithm === null || signature === null) issues.push(missingHeader(algorithm));
  if (issues.length === 0 && algorithm !== null && signature !== null && !('code' in body)) {
    if (!matchesAny(signature, body.bytes, secrets, algorithm)) {
      const field = HEADERS[algorithm];
      issues.push({ code: 'mismatch', field, message: `${field} is not the signature of this body` });
    }
  }
  return { valid: issues.length === 0, algorithm, issues, ...describeDelivery(signature, input.headers) };
}

function chooseAlgorithm({
  algorithm,
  headers,
}: Partial<PaySignatureVerificationOptions>): PaySignatureAlgorithm | null {
  if (algorithm === 'sha256' || algorithm === 'sha1') return algorithm;
  if (readHeader(headers, SIGNATURE_SHA256_HEADER) !== null) return 'sha256';
  return readHeader(headers, SIGNATURE_SHA1_HEADER) === null ? null : 'sha1';
}

function readBody(rawBody: unknown): { bytes: Uint8Array } | PayWebhookIssue {
  if (rawBody instanceof Uint8Array && rawBody.byteLength > 0) return { bytes: rawBody };
  if (typeof rawBody === 'string' && rawBody !== '') return { bytes: Buffer.from(rawBody) };
  const isParsed = typeof rawBody === 'object' && rawBody !== null && !(rawBody instanceof Uint8Array);
  return isParsed
    ? {
        code: 'invalid',
        field: 'rawBody',
        message: 'rawBody must be the unparsed body, as bytes or a string',
      }
    : {
        code: 'missing',
        field: 'rawBody',
        message: 'rawBody must be the unparsed body, but it is missing or empty',
      };
}

// An empty secret is ignored, because everyone knows it.
function readSecrets(secret: unknown): string[] {
  const all: unknown[] = Array.isArray(secret) ? secret : [secret];
  return all.filter((one): one is string => typeof one === 'string' && one !== '');
}

function missingHeader(algorithm: PaySignatureAlgorithm | null): PayWebhookIssue {
  const field =
    algorithm === null ? `${SIGNATURE_SHA256_HEADER}|${SIGNATURE_SHA1_HEADER}` : HEADERS[algorithm];
  return { code: 'missing', field, message: 'the delivery has no signature in this header' };
}

function matchesAny(
  signature: string,
  body: Uint8Array,
  secrets: readonly string[],
  algorithm: PaySignatureAlgorithm,
): boolean {
  const sent = /^[0-9a-f]+$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);
  let matches = false;
  // All secrets are tried, so that the duration does not reveal which one matched.
  for (const secret of secrets) {
    const expected = createHmac(algorithm, secret).update(body).digest();
    if (sent.length === expected.length && timingSafeEqual(sent, expected)) matches = true;
  }
  return matches;
}

function describeDelivery(
  signature: string | null,
  headers: unknown,
): Pick<PaySignatureVerification, 'signature' | 'deliveryId' | 'event'> {
  const described: ReturnType<typeof describeDelivery> = {};
  const deliveryId = readText(readHeader(headers, DELIVERY_ID_HEADER));
  const event = readText(readHeader(headers, EVENT_HEADER));
  if (signature !== null) described.signature = signature;
  if (deliveryId !== null) described.deliveryId = deliveryId;
  if (event !== null) described.event = event;
  return described;
}
