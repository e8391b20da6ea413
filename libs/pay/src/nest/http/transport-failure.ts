import { AxiosError, isCancel } from 'axios';
import { causeCodeOf, TransportError } from '../../core/http/transport.js';

/** Error codes of connections that were never established, so nothing was sent. */
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
 * Converts the error of an axios call to a TransportError. Never throws, even for a hostile value of an interceptor.
 *
 * @param sent - Whether the request may have been sent; null if the user's own adapter does not report it.
 * @param attempts - Number of attempts. The error describes only the last attempt; an earlier one may have been sent.
 */
export function toTransportError(error: unknown, sent: boolean | null, attempts: number): TransportError {
  try {
    return readFailure(error, sent, attempts);
  } catch {
    // An unreadable error does not prove that nothing was sent.
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
  // Node tries every address of a host name and throws one error for all of them.
  return Array.isArray(errors) && errors.length > 0 && errors.every(neverConnected);
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof AxiosError && /^maxContentLength size of/.test(cause.message);
}
