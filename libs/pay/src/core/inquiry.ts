import type { Asked } from './answer-members.js';
import type { PayErrorDetails } from './method-return.js';
import type { Operation } from './operation.js';

/**
 * What is asked about:
 * - `refund`, `charge`: transactions made of the one whose id it is, that give money back or take it;
 * - `order-charge`: a charge on the order whose code it is;
 * - `cancelled-order`: whether that order is cancelled;
 * - `session`: the terminal session whose id it is.
 */
export type InquiryAbout = 'refund' | 'charge' | 'order-charge' | 'cancelled-order' | 'session';

/** How to find out what became of a call: plain data, so that it can be kept and settled later, elsewhere. */
export interface PayInquiry {
  /** The operation whose outcome is unknown. */
  operation: string;
  /** The operation that answers. */
  read: string;
  about: InquiryAbout;
  /** Whose reads these are. */
  client: 'merchant' | 'isv';
  /** A transaction id, order code or session id: `about` says which. */
  id: string;
  /** The connected merchant that an ISV acted for. */
  targetMerchantId: string | null;
  /** MINOR units; null where the call names none. */
  amount: number | null;
  /** The reference that was sent along: what makes the search certain. */
  merchantTrns: string | null;
  /** When it was first sent, ISO 8601 in UTC. */
  sentAt: string;
  /** Whose clock that was: the service's, known from its answers, or this machine's. */
  clock: 'service' | 'own';
}

/** What was asked, and when. */
export interface SentRequest {
  asked: Asked;
  targetMerchantId?: string | undefined;
  /** Milliseconds since 1970, by this machine's clock. */
  sentAt: number;
}

/** Whether something is left to ask: the outcome is not known, or a refusal says that an earlier request arrived. */
export function leavesDoubt(
  { settledBy }: Pick<Operation<unknown, string>, 'settledBy'>,
  { outcome, eventId }: Pick<PayErrorDetails, 'outcome' | 'eventId'>,
): boolean {
  if (outcome === 'unknown') return true;
  if (eventId === null || settledBy === undefined || 'nothing' in settledBy) return false;
  return settledBy.arrivedBefore?.includes(eventId) === true;
}

/** What settles a call; null where no read can tell. */
export function inquiryOf(
  { id: operation, settledBy }: Operation<unknown, string>,
  { asked, targetMerchantId, sentAt }: SentRequest,
  serviceOffsetMs: number | null,
): PayInquiry | null {
  if (settledBy === undefined || 'nothing' in settledBy) return null;
  const { read, about, from, client = 'merchant' } = settledBy;
  const { amount, merchantTrns } = asked;
  return {
    operation,
    read,
    about,
    client,
    id: String(asked[from]),
    targetMerchantId: targetMerchantId ?? null,
    amount: typeof amount === 'number' ? amount : null,
    merchantTrns: typeof merchantTrns === 'string' && merchantTrns.trim() !== '' ? merchantTrns : null,
    sentAt: new Date(sentAt + (serviceOffsetMs ?? 0)).toISOString(),
    clock: serviceOffsetMs === null ? 'own' : 'service',
  };
}
