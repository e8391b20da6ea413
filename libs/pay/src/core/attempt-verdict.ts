import type { Verdict } from './circuit-breaker.js';
import type { Deadline } from './deadline.js';
import type { FailedAttempt } from './retry-policy.js';

/** An attempt that has ended, as far as it says something of its host. */
export interface EndedAttempt extends Pick<FailedAttempt, 'kind' | 'status'> {
  /** What ended the whole call, if anything did. */
  cause: Deadline['cause'];
  /** How long it took. */
  tookMs: number;
  /** How long an attempt of this call may take. */
  patienceMs: number;
}

/**
 * What an attempt says of its host. Depends on nothing else.
 *
 * Whoever answers is alive: a refusal, and 429 too, with which a host looks after itself. An attempt that the call's deadline
 * ended counts when it had a fair time: one that began at the call's very end says nothing.
 */
export function verdictOf({ kind, status, cause, tookMs, patienceMs }: EndedAttempt): Verdict {
  if (status !== null) return status >= 500 && status < 600 ? 'failure' : 'success';
  if (kind !== 'over') return 'failure';
  return cause === 'timeout' && tookMs * 2 >= patienceMs ? 'failure' : 'none';
}
