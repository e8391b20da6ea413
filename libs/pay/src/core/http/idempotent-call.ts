import type { PayOutcomeLookup } from '../operation/outcome-lookup.js';
import type { Operation } from '../operation/operation.js';
import type { Attempt } from './attempt.js';
import type { CallLimits } from './deadline.js';
import type { BuiltRequest } from './request-builder.js';

/** Result of an outcome lookup. */
export interface FoundOutcome {
  /** `not-done`: the service's data proves that the call had no effect. */
  state: 'done' | 'not-done' | 'unknown';
  /** Whether the call itself took effect, even if what it started failed later. */
  arrived: boolean;
  /** Whether the service shows nothing that the call could have created. */
  seenNothing: boolean;
  /** Whether only this call can have created what was found. */
  isOwn: boolean;
  /** The call's result data, as far as reads can reconstruct it. */
  data: unknown;
  /** ID of the transaction that the call created. */
  transactionId: string | null;
  /** Recommended next step, as a sentence. */
  next: string;
}

/** A call with an idempotency key, checked and ready to be sent. */
export interface IdempotentCall {
  key: string;
  operation: Operation<unknown, string>;
  request: BuiltRequest;
  /** Account of the client; null if its options do not name one. */
  accountId: string | null;
  /** How to look up the call's outcome; null if no read can find it out. */
  outcomeLookup: PayOutcomeLookup | null;
  limits: CallLimits;
  /** Sends the request, with the retries that its operation allows. */
  send: () => Promise<Attempt['response']>;
  /**
   * Looks up the outcome of an earlier call with the key.
   *
   * @param madeSince - Ignores transactions before this time; null for none.
   */
  lookUp: (lookup: PayOutcomeLookup, maxMs: number, madeSince: Date | null) => Promise<FoundOutcome>;
}

/** Value of the client option `idempotency`: sends one call for each key. */
export interface IdempotentSender {
  /** Sends the call, or returns the response of an earlier call with the same key. Never rejects. */
  respond(call: IdempotentCall): Promise<Attempt['response']>;
}
