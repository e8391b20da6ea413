import { AxiosError, isCancel } from 'axios';
import { causeCodeOf, TransportError } from '../../core/http/transport.js';

/** Codes that only a connection that was never made can give: nothing of the request left. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const CONNECT_CALLS = new Set(['connect', 'getaddrinfo']);

/**
 * Describes what a rejected axios call means for the request. Never throws, whatever an interceptor rejected with.
 *
 * @param sent - Whether the request may have left, as far as the adapter knows; null for an adapter that is the user's own.
 * @param attempts - How often the call was tried. The error describes the last attempt only; an earlier one may have left.
 */
export function toTransportError(error: unknown, sent: boolean | null, attempts: number): TransportError {
  try {
    return readFailure(error, sent, attempts);
  } catch {
    // A value whose members cannot be read does not say that nothing was sent.
    return new TransportError('connection', sent ?? true);
  }
}

function readFailure(error: unknown, sent: boolean | null, attempts: number): TransportError {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof TransportError);
  if (known !== undefined)
    return new TransportError(known.problem, known.sent || sent === true, known.causeCode);
  const code = causes.map(causeCodeOf).find((one) => one !== null) ?? null;
  if (causes.some(isCancel)) return new TransportError('aborted', sent ?? true);
  if (causes.some(isTooLarge)) return new TransportError('too-large', sent ?? true, code);
  return new TransportError('connection', sent ?? (attempts !== 1 || !causes.some(neverConnected)), code);
}

/** Returns the error and its causes. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause != null && causes.length < 8; cause = (cause as { cause?: unknown }).cause) {
    causes.push(cause);
  }
  return causes;
}

function neverConnected(cause: unknown): boolean {
  if (NEVER_CONNECTED.has(causeCodeOf(cause) ?? '')) return true;
  const { syscall, errors } = cause as { syscall?: unknown; errors?: unknown };
  if (typeof syscall === 'string') return CONNECT_CALLS.has(syscall);
  // Node tries every address of a host name and gives one error for all.
  return Array.isArray(errors) && errors.length > 0 && errors.every(neverConnected);
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof AxiosError && /^maxContentLength size of/.test(cause.message);
}
