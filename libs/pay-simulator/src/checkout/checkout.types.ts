import type { CardProblems, MaskedCard } from '../domain/card.js';
import type { Order } from '../domain/order.js';
import type { PaymentSource } from '../domain/sources.js';
import type { Transaction } from '../domain/transaction.js';

/** State of an order on its checkout page. */
export type CheckoutState = 'payable' | 'paid' | 'expired' | 'cancelled';

/** A card that the order offers by its token. */
export interface SavedCard {
  readonly token: string;
  readonly card: MaskedCard;
}

/** What the page shows of an order. */
export type CheckoutView =
  | { readonly state: 'unknown' }
  | {
      readonly state: CheckoutState;
      readonly order: Order;
      readonly source: PaymentSource;
      /** Those of the order's `cardTokens` that are known. */
      readonly savedCards: readonly SavedCard[];
      /** Merchant's name for the customer. */
      readonly merchantName: string;
      /** What a card payment takes, minor units: the order's amount with the card's fee; null when the customer names it. */
      readonly total: number | null;
      /** Language of the page: the `lang` of its address, the order's, or the source's. */
      readonly language: string;
      /** Way back to the shop from a page that takes no payment; null while the order is payable. */
      readonly redirectUrl: string | null;
    };

/** Input of the customer in addition to the card. */
export interface CustomerEntries {
  /** What the page asked for because the order lacks it. */
  readonly email?: string;
  readonly fullName?: string;
  readonly phone?: string;
  /** Chosen installments, where the order offers them. */
  readonly installments?: number;
  /** Minor units, where the order lets the customer name the amount. */
  readonly amount?: number;
  /** For tests: what the issuer authorises of a charge, minor units, when it is less than the amount. No field of the page. */
  readonly authorisedAmount?: number;
}

/** Input of the card form. */
export interface CardPayment extends CustomerEntries {
  readonly number: string;
  /** `MM/YY` or `MM/YYYY`. */
  readonly expiry: string;
  readonly cvc: string;
  readonly holderName: string;
}

/** A saved card instead of the form. */
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
      /** What the event id means. */
      readonly reason: string;
      /** The failure URL; the customer may as well try again on the page. */
      readonly redirectUrl: string;
    };

/** A pending 3-D Secure challenge. */
export interface CheckoutChallenge {
  readonly challengeId: string;
  readonly order: Order;
  readonly merchantName: string;
  readonly total: number;
  readonly language: string;
  /** Masked. */
  readonly cardNumber: string;
}
