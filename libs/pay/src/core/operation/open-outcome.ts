import type { CallInput } from './answer-members.js';
import type { PayErrorDetails } from './method-return.js';
import type { Operation } from './operation.js';
import type { PayOutcomeLookup } from './outcome-lookup.js';

/** What was sent, and when. */
export interface SentRequest {
  input: CallInput;
  targetMerchantId?: string | undefined;
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

/** How to find out what became of a call; null where no read can tell. */
export function outcomeLookupOf(
  { id: operation, outcomeLookup }: Operation<unknown, string>,
  { input, targetMerchantId, sentAt }: SentRequest,
  serviceOffsetMs: number | null,
): PayOutcomeLookup | null {
  if (outcomeLookup === undefined || 'nothing' in outcomeLookup) return null;
  const { read, about, from, client = 'merchant' } = outcomeLookup;
  const { amount, merchantTrns } = input;
  return {
    operation,
    read,
    about,
    client,
    id: String(input[from]),
    targetMerchantId: targetMerchantId ?? null,
    amount: typeof amount === 'number' ? amount : null,
    merchantTrns: typeof merchantTrns === 'string' && merchantTrns.trim() !== '' ? merchantTrns : null,
    sentAt: new Date(sentAt + (serviceOffsetMs ?? 0)).toISOString(),
    clock: serviceOffsetMs === null ? 'own' : 'service',
  };
}
