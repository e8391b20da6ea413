import type { CardEntry, CardProblems, MaskedCard } from './card.js';
import type { Order } from './order.js';
import type { PaymentSource } from './sources.js';
import type { Transaction } from './transaction.js';

/** State of an order on its checkout page. */
export type CheckoutState = 'payable' | 'paid' | 'expired' | 'cancelled';

/** A card that the order offers by its token. */
export interface SavedCard {
  readonly token: string;
  readonly card: MaskedCard;
}

/** Content of the page of an existing order. */
export interface OrderView {
  readonly state: CheckoutState;
  readonly order: Order;
  readonly source: PaymentSource;
  /** Known cards among the order's `cardTokens`. */
  readonly savedCards: readonly SavedCard[];
  /** Name of the merchant that customers see. */
  readonly merchantName: string;
  /** Amount of a card payment with the card fee, in minor units, or null if the customer chooses the amount. */
  readonly total: number | null;
  /** Requested language: from the URL, the order or the source. */
  readonly language: string;
  /** URL of the shop for a page without a form, or null while the order is payable. */
  readonly redirectUrl: string | null;
}

/** Content of the page of an order. */
export type CheckoutView = { readonly state: 'unknown' } | OrderView;

/** Input of the customer in addition to the card. */
export interface CustomerEntries {
  /** Required if the order has no email address. */
  readonly email?: string;
  readonly fullName?: string;
  readonly phone?: string;
  /** Number of installments, if the order offers them. */
  readonly installments?: number;
  /** Amount in minor units, if the customer chooses the amount. */
  readonly amount?: number;
  /** For tests: amount in minor units that the issuer authorizes, if it is less than the amount. The page has no such field. */
  readonly authorizedAmount?: number;
}

/** Input of the card form. */
export interface CardPayment extends CustomerEntries, CardEntry {
  readonly cvc: string;
}

/** Payment with a saved card. */
export interface SavedCardPayment extends CustomerEntries {
  /** One of the order's `cardTokens`. */
  readonly cardToken: string;
}

/** Error messages by field of the form. */
export type CheckoutProblems = CardProblems & {
  readonly email?: string;
  readonly installments?: string;
  readonly amount?: string;
};

/** Result of a payment attempt. */
export type CheckoutOutcome =
  | { readonly kind: 'invalid'; readonly problems: CheckoutProblems }
  | { readonly kind: 'not-payable'; readonly view: CheckoutView }
  | { readonly kind: 'challenge'; readonly challengeId: string; readonly orderCode: string }
  | { readonly kind: 'approved'; readonly transaction: Transaction; readonly redirectUrl: string }
  | {
      readonly kind: 'declined';
      readonly transaction: Transaction;
      readonly eventId: number;
      /** Meaning of the event ID. */
      readonly reason: string;
      /** Failure URL. The customer can also try again on the page. */
      readonly redirectUrl: string;
    };

/** A pending 3-D Secure challenge. */
export interface CheckoutChallenge extends Pick<OrderView, 'order' | 'merchantName' | 'language'> {
  readonly challengeId: string;
  readonly total: number;
  /** Masked card number. */
  readonly cardNumber: string;
}
