import { backOffMs } from '../values/back-off.js';

/** Retries after the first attempt, if neither the client nor the call sets their number. */
export const DEFAULT_MAX_RETRIES = 2;
/** Longest wait before each retry without a `Retry-After`. */
const WAITS = { firstMs: 250, maxMs: 4_000 };
/** If `Retry-After` is longer, the call is not repeated. */
export const MAX_RETRY_AFTER_MS = 10_000;

/** How an attempt failed. */
export interface FailedAttempt {
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Whether the call may be repeated without doing anything twice: it is safe, idempotent, or has the caller's key. */
  repeatable: boolean;
  /**
   * - `connect-failed`: there was no connection, and certainly no byte of the request was sent;
   * - `connection-lost`: the connection was lost, or the attempt ran out of time;
   * - `response`: the status is not 2xx;
   * - `final`: another attempt cannot help, for example after the deadline, an abort or an unreadable response.
   */
  kind: 'connect-failed' | 'connection-lost' | 'response' | 'final';
  /** HTTP status of the response. */
  status: number | null;
  /** `Retry-After` of the response. */
  retryAfterMs: number | null;
  /** Time left for the whole call. */
  remainingMs: number;
}

/**
 * Returns how long to wait before the next attempt, in milliseconds, or null for no further attempt. Pure.
 *
 * @param random From 0 to below 1. Spreads the retries of many clients over time.
 */
export function retryDelay(failed: FailedAttempt, maxRetries: number, random: number): number | null {
  if (failed.attempt > maxRetries || !canRetry(failed)) return null;
  const retryAfterMs = failed.retryAfterMs ?? 0;
  if (retryAfterMs > MAX_RETRY_AFTER_MS) return null;
  const wait = Math.max(backOffMs(failed.attempt, WAITS) * random, retryAfterMs);
  return wait < failed.remainingMs ? wait : null;
}

function canRetry({ kind, repeatable, status }: FailedAttempt): boolean {
  if (kind === 'connect-failed') return true;
  if (!repeatable) return false;
  return kind === 'connection-lost' || (kind === 'response' && isTransient(status ?? 0));
}

function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status < 600);
}

/**
 * Reads a `Retry-After` header, which contains seconds or a date, in milliseconds.
 *
 * @param now milliseconds since 1970.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
