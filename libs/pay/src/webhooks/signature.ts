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
import type { PayWebhookIssue } from './webhook-issue.js';
import { readText } from './wire-values.js';

/** The hash of an HMAC signature: each has a header of its own. */
export type PaySignatureAlgorithm = 'sha256' | 'sha1';

/** A signed delivery and what it should be signed with. */
export interface PaySignatureVerificationOptions {
  /** The body, byte for byte, before any parser: white space counts. */
  rawBody: string | Uint8Array;
  /** The subscription's secret; while it is being replaced, the old and the new one. Not the verification key. */
  secret: string | readonly string[];
  headers: PayWebhookHeaders;
  /**
   * Which signature to check. `any`: SHA-256 where its header is there, else SHA-1.
   * @default 'any'
   */
  algorithm?: PaySignatureAlgorithm | 'any';
}

/** What the check found. Never holds the secret or the right signature. */
export interface PaySignatureVerification {
  valid: boolean;
  /** The algorithm that was checked; null when there was no signature to choose by. */
  algorithm: PaySignatureAlgorithm | null;
  issues: PayWebhookIssue[];
  /** The signature as it was sent. */
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
 * Checks the signature of a report file delivery (7936), the only one that the service signs. Constant time; never
 * throws. A wrong SHA-256 signature is not made good by a right SHA-1 one. The signature has no time in it: a replay
 * passes, so recognise repeats by `payWebhookDedupeKey`.
 *
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 */
export function verifyPayDataServicesWebhookSignature(
  options: PaySignatureVerificationOptions,
): PaySignatureVerification {
  const given: Partial<PaySignatureVerificationOptions> = isObject(options) ? options : {};
  const algorithm = chooseAlgorithm(given);
  const signature = algorithm === null ? null : readHeader(given.headers, HEADERS[algorithm]);
  const body = readBody(given.rawBody);
  const secrets = readSecrets(given.secret);
  const issues: PayWebhookIssue[] = [];
  if ('code' in body) issues.push(body);
  if (secrets.length === 0) {
    issues.push({ code: 'missing', field: 'secret', message: "secret must be the subscription's secret" });
  }
  if (algorithm === null || signature === null) issues.push(missingHeader(algorithm));
  if (issues.length === 0 && algorithm !== null && signature !== null && !('code' in body)) {
    if (!matchesAny(signature, body.bytes, secrets, algorithm)) {
      const field = HEADERS[algorithm];
      issues.push({ code: 'mismatch', field, message: `${field} is not the signature of this body` });
    }
  }
  return { valid: issues.length === 0, algorithm, issues, ...describeDelivery(signature, given.headers) };
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
    ? { code: 'invalid', field: 'rawBody', message: 'rawBody must be the unparsed body: bytes or text' }
    : {
        code: 'missing',
        field: 'rawBody',
        message: 'rawBody must be the unparsed body, which is missing or empty',
      };
}

/** An empty secret would make a key that everybody knows. */
function readSecrets(secret: unknown): string[] {
  const all: unknown[] = Array.isArray(secret) ? secret : [secret];
  return all.filter((one): one is string => typeof one === 'string' && one !== '');
}

function missingHeader(algorithm: PaySignatureAlgorithm | null): PayWebhookIssue {
  const field =
    algorithm === null ? `${SIGNATURE_SHA256_HEADER}|${SIGNATURE_SHA1_HEADER}` : HEADERS[algorithm];
  return { code: 'missing', field, message: 'the delivery carries no signature in this header' };
}

function matchesAny(
  signature: string,
  body: Uint8Array,
  secrets: readonly string[],
  algorithm: PaySignatureAlgorithm,
): boolean {
  const sent = /^[0-9a-f]+$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0);
  // Every secret is tried, so that the time does not tell which one fitted.
  return secrets
    .map((secret) => createHmac(algorithm, secret).update(body).digest())
    .map((expected) => sent.length === expected.length && timingSafeEqual(sent, expected))
    .includes(true);
}

function describeDelivery(
  signature: string | null,
  headers: unknown,
): Pick<PaySignatureVerification, 'signature' | 'deliveryId' | 'event'> {
  const deliveryId = readText(readHeader(headers, DELIVERY_ID_HEADER));
  const event = readText(readHeader(headers, EVENT_HEADER));
  return {
    ...(signature !== null && { signature }),
    ...(deliveryId !== null && { deliveryId }),
    ...(event !== null && { event }),
  };
}
