import { PaymentTimeline, TransactionType } from 'nestjs-pay';
import type { ReceivedPayEvent, StoredPaymentTimeline } from 'nestjs-pay';
import type { PaySplit } from 'nestjs-pay/splits';
import { SHOP_CURRENCY } from '../../catalogue/goods.js';
import type { OrderLine, ServiceOrder } from '../../orders/order.js';

/** A line of an order, with its seller's account when the order was placed. */
export interface MarketLine extends OrderLine {
  readonly sellerKey: string;
  readonly connectedAccountId: string;
}

/** An order that a customer asks for. */
export interface MarketDraft {
  /** Identifies the submission of the form: a double click has the same one. */
  readonly submission: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly lines: readonly MarketLine[];
}

/** A confirmed payment. */
export interface MarketPayment {
  readonly transactionId: string;
  /** Whether amount and currency are those of the order. Otherwise it is not split, and an operator must look. */
  readonly matches: boolean;
}

/** An order of goods of several sellers. `PaySplits` stores how its payment is divided. Never changed in place. */
export interface MarketOrder extends MarketDraft {
  /** Random, and the address of the customer's page. */
  readonly id: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Minor units. */
  readonly amount: number;
  readonly service: ServiceOrder | null;
  readonly payment: MarketPayment | null;
  /** Confirmed payments and refunds; null until the first event. */
  readonly timeline: StoredPaymentTimeline | null;
  /** The service's commission in minor units, as event 1799 reports it. No API call confirms it. */
  readonly commission: number | null;
}

/** A confirmed refund. */
export interface ConfirmedRefund {
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: number;
  /** Whether the payment was voided. Then the service keeps no commission (inferred). */
  readonly isVoid: boolean;
}

/** Adds a confirmed payment or refund. */
export function withMarketEvent(order: MarketOrder, event: ReceivedPayEvent, receivedAt: Date): MarketOrder {
  const { timeline: stored } = order;
  const known =
    stored === null ? PaymentTimeline.of(order.service?.orderCode ?? '') : PaymentTimeline.fromJSON(stored);
  const timeline = known.withEvent(event, receivedAt);
  const { attempts, currencyCode } = timeline.state;
  const paid = attempts.find(({ captured }) => captured > 0);
  const payment = paid && {
    transactionId: paid.transactionId ?? '',
    matches: paid.captured === order.amount && currencyCode === SHOP_CURRENCY.code,
  };
  return { ...order, timeline: timeline.toJSON(), payment: order.payment ?? payment ?? null };
}

/** Returns all confirmed refunds. */
export function refundsOf({ timeline }: MarketOrder): readonly ConfirmedRefund[] {
  return (timeline?.facts ?? []).flatMap((fact) => {
    if (fact.kind !== 'transaction' || fact.amount >= 0) return [];
    const { transactionId, amount, type } = fact;
    return [{ transactionId, amount: -amount, isVoid: type === TransactionType.CardVoid }];
  });
}

/** Returns confirmed refunds that the market did not make. */
export function otherRefunds(order: MarketOrder, split: PaySplit | null): readonly ConfirmedRefund[] {
  const own = new Set(split?.movements.map(({ serviceId }) => serviceId));
  return refundsOf(order).filter(({ transactionId }) => !own.has(transactionId));
}

/** Returns what the customer certainly got back, in minor units. */
export function refundedAmount(order: MarketOrder): number {
  return refundsOf(order).reduce((sum, { amount }) => sum + amount, 0);
}
