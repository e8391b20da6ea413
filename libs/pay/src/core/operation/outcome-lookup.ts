import type { CallInput } from './answer-members.js';
import type { PayErrorDetails } from './method-return.js';
import type { Operation } from './operation.js';

/**
 * What is looked up:
 * - `refund`, `charge`: transactions made from the one with this id, that give money back or take it;
 * - `order-charge`: a charge on the order with this code;
 * - `cancelled-order`: whether the order is cancelled;
 * - `session`: the terminal session with this id.
 */
export type OutcomeLookupTopic = 'refund' | 'charge' | 'order-charge' | 'cancelled-order' | 'session';

/** How to find out what became of a call. Plain data, so that you can store it and resolve the outcome later, in any process. */
export interface PayOutcomeLookup {
  /** The operation whose outcome is unknown. */
  operation: string;
  /** The operation that answers. */
  read: string;
  about: OutcomeLookupTopic;
  /** Which client's reads these are. */
  client: 'merchant' | 'isv';
  /** A transaction id, order code or session id: `about` says which. */
  id: string;
  /** The connected merchant that an ISV acted for. */
  targetMerchantId: string | null;
  /** MINOR units; null where the call names none. */
  amount: number | null;
  /** The reference that was sent with the call. It identifies the call's transaction. */
  merchantTrns: string | null;
  /** When the call was first sent, ISO 8601 in UTC. */
  sentAt: string;
  /** Whose clock `sentAt` is from: the service's, known from its answers, or this machine's. */
  clock: 'service' | 'own';
}

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
