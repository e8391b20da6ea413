import { TransactionType } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import type { PaySplit } from 'nestjs-pay/splits';
import type { Order, OrderDraft, OrderLine } from '../../orders/order.js';
import { paymentOf, withEvent } from '../../orders/order-state.js';

/** A line of an order, with its seller's account when the order was placed. */
export interface MarketLine extends OrderLine {
  readonly sellerKey: string;
  readonly connectedAccountId: string;
}

/** An order that a customer asks for. */
export type MarketDraft = OrderDraft<MarketLine>;

/** A confirmed payment. */
export interface MarketPayment {
  readonly transactionId: string;
  /** Whether amount and currency are those of the order. Otherwise it is not split, and an operator must look. */
  readonly matches: boolean;
}

/** An order of goods of several sellers. `PaySplits` stores how its payment is divided. Never changed in place. */
export interface MarketOrder extends Order<MarketLine> {
  readonly payment: MarketPayment | null;
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
  const known = withEvent(order, event, receivedAt);
  const { attempts = [], currencyCode } = paymentOf(known) ?? {};
  const paid = attempts.find(({ captured }) => captured > 0);
  const payment = paid && {
    transactionId: paid.transactionId ?? '',
    matches: paid.captured === order.amount && currencyCode === order.currency,
  };
  return { ...known, payment: order.payment ?? payment ?? null };
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
