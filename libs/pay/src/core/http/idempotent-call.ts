import type { PayOutcomeLookup } from '../operation/outcome-lookup.js';
import type { Operation } from '../operation/operation.js';
import type { Attempt } from './attempt.js';
import type { CallLimits } from './deadline.js';
import type { BuiltRequest } from './request-builder.js';

/** What looking an outcome up showed. */
export interface FoundOutcome {
  /** `not-done`: the service's data proves that the call had no effect. */
  state: 'done' | 'not-done' | 'unknown';
  /** The call itself took effect, whatever became of what it started. */
  arrived: boolean;
  /** The service shows nothing that the call may have made. */
  seenNothing: boolean;
  /** No other call can have made what was found. */
  isOwn: boolean;
  /** The data that the call would have answered, as far as reads tell. */
  data: unknown;
  /** The transaction that the call made. */
  transactionId: string | null;
  /** What to do now, as a sentence. */
  next: string;
}

/** A call with an idempotency key, checked and ready to be sent. */
export interface IdempotentCall {
  key: string;
  operation: Operation<unknown, string>;
  request: BuiltRequest;
  /** The merchant whose client makes the call; null where its options do not name one. */
  merchantId: string | null;
  /** How to find out what became of the call, were it sent now; null where no read can tell. */
  outcomeLookup: PayOutcomeLookup | null;
  limits: CallLimits;
  /** Sends the request, with the retries that its operation allows. */
  send: () => Promise<Attempt['answer']>;
  /** Asks the service what became of an earlier call with the key. */
  lookUp: (lookup: PayOutcomeLookup, maxMs: number) => Promise<FoundOutcome>;
}

/** What the client option `idempotency` takes: answers calls that carry a key, once for each key. */
export interface IdempotentSender {
  /** Sends the call, or answers what a call with the same key was answered. Never rejects. */
  answer(call: IdempotentCall): Promise<Attempt['answer']>;
}
