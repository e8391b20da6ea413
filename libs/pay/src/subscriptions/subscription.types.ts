import type { CreateOrderOptions } from '../areas/options.generated.js';
import type { JobOptions } from '../jobs/job-options.js';
import type { PaySubscriptionInterval } from './billing-calendar.js';

/** Options of `PaySubscriptionsModule`. The PayModule's `wallet` makes the charges. */
export interface PaySubscriptionsOptions extends JobOptions {
  /** Charges in progress at a time, in each process. @default 8 */
  concurrency?: number;
  /** Days after the first attempt on which a declined charge is retried, if a retry can succeed. @default [1, 3, 5] */
  retryDays?: readonly number[];
  /** Days after the first attempt to the event `past_due`, whatever the retries do. Less than `endAfterDays`. @default 7 */
  pastDueAfterDays?: number;
  /** Days after the first attempt to the event `ended`, if the period is still unpaid. @default 21 */
  endAfterDays?: number;
  /** Days that the customer has the payment link at least before `ended`. The last of `retryDays` and these days must fit into `endAfterDays`. @default 5 */
  linkDays?: number;
  /**
   * What happens to periods that passed without an attempt, for example because no process ran. The period that runs is charged.
   * `skip`: they are left out. `collect`: they are charged, one on each day. `ask`: the subscription waits for `answerMissed()`. With
   * `skip` and `ask`, the event `missed` tells you. @default 'skip'
   */
  missedPeriods?: 'skip' | 'collect' | 'ask';
  /** Milliseconds after which another process continues the work of a process that died. @default 120_000 */
  leaseMs?: number;
}

/** Members of the subscription's orders that you choose: customer, texts and payment source. */
export type PaySubscriptionOrder = Pick<
  CreateOrderOptions,
  'customer' | 'customerTrns' | 'sourceCode' | 'dynamicDescriptor' | 'tags'
>;

/** Options of `PaySubscriptions.subscribe`. */
export interface PaySubscribeOptions {
  /** Your ID of the subscription: 1 to 100 letters, digits and `_ . : -`. It is part of `merchantTrns` of each charge. */
  id: string;
  /** Price of the next period that no charge was attempted for, in minor units. At least 30. */
  amount: number;
  /** Unit of a period. */
  interval: PaySubscriptionInterval;
  /** Number of intervals in a period. @default 1 */
  intervalCount?: number;
  /** IANA time zone in which periods start, for example `Europe/Athens`. */
  timeZone: string;
  /** Days before the first charge. The first order then only verifies the card. @default 0 */
  trialDays?: number;
  /** ISO 4217 numeric code. @default the merchant's currency */
  currencyCode?: string;
  /** Customer, texts and payment source of the orders. They are stored in your database. */
  order?: PaySubscriptionOrder;
}

/**
 * - `pending`: the first order is not paid yet.
 * - `active`: the paid period or the trial runs, or its charge is being made or retried.
 * - `past_due`: a period is unpaid for `pastDueAfterDays` after its first attempt.
 * - `paused`: no charges until `resume()`.
 * - `ended`: no further charges.
 */
export type PaySubscriptionState = 'pending' | 'active' | 'past_due' | 'paused' | 'ended';

/** Why a subscription ended: you canceled it, a period stayed unpaid, or its first order was never paid. */
export type PaySubscriptionEndReason = 'canceled' | 'unpaid' | 'not_started';

/** A subscription as it is stored, with the options of `subscribe`. */
export interface PaySubscription extends PaySubscribeOptions {
  state: PaySubscriptionState;
  /** Next period to be paid. The first one has the number 0. */
  period: number;
  /** Start of that period. Null until the card is saved. */
  periodStart: Date | null;
  /** Whether it ends at the start of that period. */
  isCanceled: boolean;
  endReason: PaySubscriptionEndReason | null;
  /** Address of the checkout page on which the customer has to pay. Null if nothing is to be paid there. */
  checkoutUrl: string | null;
}

/** A paid period. */
export interface PaySubscriptionCharge {
  period: number;
  periodStart: Date;
  /** Minor units. */
  amount: number;
  transactionId: string;
  /** Time of the service. */
  chargedAt: Date;
  /** What was refunded, or lost in a dispute, in minor units. */
  refunded: number;
  /** What is held because of an open dispute, in minor units. */
  disputed: number;
}

/** Members of each type of event. */
interface EventMembers {
  /** The card is saved. The first period is paid, or the trial begins. */
  started: { trialEndsAt: Date | null };
  /** A period is paid. */
  charged: PaySubscriptionCharge;
  /** The issuer declined. `retryAt` is null if the same card is not charged again. */
  declined: { period: number; amount: number; eventId: number; retryAt: Date | null };
  /** The customer has to pay the period on the checkout page. The card used there is charged from then on. */
  card_needed: { period: number; amount: number; checkoutUrl: string };
  /** The period is paid, and another payment of the same period was found. Refund `transactionId`. */
  paid_twice: { period: number; amount: number; transactionId: string };
  /** A recorded charge was refunded or disputed, by you or by others. Both amounts are totals in minor units. The period stays paid. */
  returned: { period: number; transactionId: string; refunded: number; disputed: number };
  /** The subscription's card was charged, and not by `PaySubscriptions`. */
  unexpected_charge: { transactionId: string; amount: number; chargedAt: Date };
  /** The period is unpaid for `pastDueAfterDays` after its first attempt. */
  past_due: { period: number; amount: number; checkoutUrl: string };
  /**
   * From `period` on, `count` periods of `amount` passed without an attempt. `choice`: they are not charged (`skip`), or the subscription
   * waits for `answerMissed()` (`ask`).
   */
  missed: { period: number; count: number; amount: number; choice: 'skip' | 'ask' };
  /** No further charges. */
  ended: { reason: PaySubscriptionEndReason };
}

/** Types of events that handlers can subscribe to. */
export type PaySubscriptionEventType = keyof EventMembers;

/** An event of a subscription. `subscription` is its state after the event. */
export type PaySubscriptionEvent<Type extends PaySubscriptionEventType = PaySubscriptionEventType> = {
  [One in Type]: { type: One; subscription: PaySubscription } & EventMembers[One];
}[Type];

/** An event before the subscription's new state is known. */
export type NewEvent = {
  [One in PaySubscriptionEventType]: { type: One } & EventMembers[One];
}[PaySubscriptionEventType];

/** Result of `PaySubscriptions.runDue`: numbers of subscriptions. */
export interface PaySubscriptionsReport {
  /** `busy`: another run of this process is in progress. `stopped`: the service failed repeatedly, or the application closes. */
  status: 'done' | 'busy' | 'stopped';
  /** Recorded payments. */
  charged: number;
  declined: number;
  ended: number;
  /** Charges whose outcome is unknown. Later runs resolve them, with the same idempotency key. */
  unknown: number;
  /** Subscriptions that could not be handled. They are logged, and later runs try again. */
  failed: number;
}
