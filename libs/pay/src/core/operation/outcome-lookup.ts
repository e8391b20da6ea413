export const OUTCOME_LOOKUP_TOPICS = [
  'refund',
  'charge',
  'order-charge',
  'cancelled-order',
  'session',
] as const;

/**
 * What is looked up:
 * - `refund`, `charge`: transactions made from the one with this id, that give money back or take it;
 * - `order-charge`: a charge on the order with this code;
 * - `cancelled-order`: whether the order is cancelled;
 * - `session`: the terminal session with this id.
 */
export type OutcomeLookupTopic = (typeof OUTCOME_LOOKUP_TOPICS)[number];

/** How to find out what became of a call. Plain data, so that you can store it and resolve the outcome later, in any process. */
export interface PayOutcomeLookup {
  /** The operation whose outcome is unknown. */
  operation: string;
  /** The operation that responds. */
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
  /** Whose clock `sentAt` is from: the service's, known from its responses, or this machine's. */
  clock: 'service' | 'own';
}
