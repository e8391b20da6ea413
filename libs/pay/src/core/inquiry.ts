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
