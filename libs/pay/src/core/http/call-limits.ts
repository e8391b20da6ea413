import type { Deadline } from './deadline.js';
import type { RetryRules } from './retry-policy.js';

/** How long a call may take, and how often it may be made: for its token as for itself. */
export interface CallLimits {
  deadline: Deadline;
  /** Time of one attempt of a call that may be repeated, in milliseconds; one that may not gets all that is left. */
  attemptTimeoutMs: number;
  retry: RetryRules;
}
