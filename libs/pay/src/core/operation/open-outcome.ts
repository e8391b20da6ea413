import type { CallInput } from './response-members.js';
import type { PayErrorDetails } from './method-return.js';
import type { Operation } from './operation.js';

/** What was sent, and when. */
export interface SentRequest {
  input: CallInput;
  onBehalfOf?: string | undefined;
  /** Milliseconds since 1970, by this machine's clock. */
  sentAt: number;
}

/** Whether a failure leaves the outcome open: it is unknown, or a refusal says that an earlier request with the same id arrived. */
export function isOutcomeOpen(
  { outcomeLookup }: Pick<Operation<unknown, string>, 'outcomeLookup'>,
  { outcome, eventId }: Pick<PayErrorDetails, 'outcome' | 'eventId'>,
): boolean {
  if (outcome === 'unknown') return true;
  if (eventId === null || outcomeLookup === undefined || 'nothing' in outcomeLookup) return false;
  return outcomeLookup.arrivedBefore?.includes(eventId) === true;
}
