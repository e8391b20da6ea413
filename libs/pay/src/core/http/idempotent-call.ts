import type { Attempt } from './attempt.js';
import type { CallLimits } from './call-limits.js';
import type { PayOutcomeLookup } from '../operation/outcome-lookup.js';
import type { Operation } from '../operation/operation.js';
import type { BuiltRequest } from './request-builder.js';
import type { RequestSender } from './request-sender.js';

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
  /** Makes reads within the same limits. */
  sender: RequestSender;
  /** Sends the request, with the retries that its operation allows. */
  send: () => Promise<Attempt['answer']>;
}

/** What the client option `idempotency` takes: answers calls that carry a key, once for each key. */
export interface IdempotentSender {
  /** Sends the call, or answers what a call with the same key was answered. Never rejects. */
  answer(call: IdempotentCall): Promise<Attempt['answer']>;
}
