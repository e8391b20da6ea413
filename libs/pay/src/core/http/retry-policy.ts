/** How often and when a call is repeated. Times in milliseconds. */
export interface RetryRules {
  /** Repetitions after the first attempt; 0: none. */
  maxRetries: number;
  /** The wait before the first repetition is at most so long; it doubles from one to the next. */
  firstDelayMs: number;
  /** No wait of our own choice is longer. */
  maxDelayMs: number;
  /** A `Retry-After` that asks for more is not waited for: the failure is handed out at once. */
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
  /** Which it was, from 1. */
  attempt: number;
  /** Whether the call may be repeated without doing anything twice: it is safe, idempotent, or carries the caller's key. */
  repeatable: boolean;
  /**
   * - `unreached`: no connection, and certainly no byte of the request was delivered;
   * - `broken`: the connection was lost, or the attempt's own time was over;
   * - `answered`: with a status that is no success;
   * - `over`: anything after which another attempt would bring nothing: the deadline, an abort, an answer that makes no sense.
   */
  kind: 'unreached' | 'broken' | 'answered' | 'over';
  /** HTTP status of the answer. */
  status: number | null;
  /** What the answer's `Retry-After` says. */
  retryAfterMs: number | null;
  /** What is left of the whole call's time. */
  remainingMs: number;
}

/**
 * How long to wait before the call is made again; null: it is not made again. Depends on nothing else.
 *
 * @param random from 0 to below 1: spreads the repetitions of many clients over the whole wait.
 */
export function retryDelay(failed: FailedAttempt, rules: RetryRules, random: number): number | null {
  if (failed.attempt > rules.maxRetries || !mayBeRepeated(failed)) return null;
  const ownWait = Math.min(rules.maxDelayMs, rules.firstDelayMs * 2 ** (failed.attempt - 1)) * random;
  if ((failed.retryAfterMs ?? 0) > rules.maxRetryAfterMs) return null;
  const wait = Math.max(ownWait, failed.retryAfterMs ?? 0);
  return wait < failed.remainingMs ? wait : null;
}

function mayBeRepeated({ kind, repeatable, status }: FailedAttempt): boolean {
  if (kind === 'unreached') return true;
  if (!repeatable) return false;
  return kind === 'broken' || (kind === 'answered' && isTransient(status ?? 0));
}

function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status < 600);
}

/**
 * What a `Retry-After` header asks for, in milliseconds: seconds, or a date.
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
