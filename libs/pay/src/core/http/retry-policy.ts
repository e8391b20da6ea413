import { backOffMs } from '../values/back-off.js';

/** How often and when a call is repeated. Times are in milliseconds. */
export interface RetryRules {
  /** Retries after the first attempt; 0 for none. */
  maxRetries: number;
  /** Longest wait before the first retry. It doubles with each retry. */
  firstDelayMs: number;
  /** Longest wait without a `Retry-After`. */
  maxDelayMs: number;
  /** If `Retry-After` is longer, the call is not repeated. */
  maxRetryAfterMs: number;
}

export const RETRY_RULES: RetryRules = {
  maxRetries: 2,
  firstDelayMs: 250,
  maxDelayMs: 4_000,
  maxRetryAfterMs: 10_000,
};

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
export function retryDelay(failed: FailedAttempt, rules: RetryRules, random: number): number | null {
  if (failed.attempt > rules.maxRetries || !canRetry(failed)) return null;
  const ownWait =
    backOffMs(failed.attempt, { firstMs: rules.firstDelayMs, maxMs: rules.maxDelayMs }) * random;
  if ((failed.retryAfterMs ?? 0) > rules.maxRetryAfterMs) return null;
  const wait = Math.max(ownWait, failed.retryAfterMs ?? 0);
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
