import type { ExactMembers } from '../values/int64.js';
import type { CredentialsSide } from './hosts.js';
import type { Operation } from './operation.js';
import type { Refusal } from './refusal-reader.js';

/** A refusal as the service wrote it, and what it was about. */
export interface ExplainedRefusal extends Refusal {
  /** The operation that was refused. */
  operation: Pick<Operation<unknown, string>, 'auth' | 'credentials' | 'hints'>;
  /** HTTP status, or the code of an envelope. */
  effective: number;
  inEnvelope: boolean;
  side: CredentialsSide;
}

/** What the library knows about the service besides its operations. */
export interface ServiceRules {
  /** Members of responses that are more than a number. */
  exactMembers: ExactMembers;
  /** Returns whether a 2xx envelope contains a result that failed. */
  hasFailed: (body: Readonly<Record<string, unknown>>) => boolean;
  /** Returns whether the service decided against the call, although its HTTP status looks like an outage. */
  isDecision: (refusal: Refusal) => boolean;
  /** Explains a refusal and the fix, as sentences that follow the service's own words. Empty parts are left out. */
  explain: (refusal: ExplainedRefusal) => readonly string[];
}
