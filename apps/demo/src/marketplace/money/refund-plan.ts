import { planReversals, type ReversalPlan } from 'nestjs-pay';
import type { PaySplit } from 'nestjs-pay/splits';
import { otherRefunds, type MarketLine, type MarketOrder } from '../orders/market-order.js';

/** A possible refund of one piece, or why there is none, in words for the operator. */
export type RefundPlanning =
  | {
      readonly success: true;
      readonly line: MarketLine;
      /** Number of the piece in its line, from 1. */
      readonly piece: number;
      readonly refund: Parameters<typeof planReversals>[1];
      readonly plan: ReversalPlan;
    }
  | { readonly success: false; readonly problem: string };

/** Returns the ID of the refund of one piece: two clicks, in any number of tabs, refund a piece once. */
export const refundIdOf = (goodsId: string, piece: number): string => `${goodsId}-${piece}`;

/** Returns the line of a refund. */
export function lineOf({ lines }: MarketOrder, refundId: string | null): MarketLine | undefined {
  return lines.find(({ goodsId }) => refundId?.startsWith(`${goodsId}-`));
}

/** Returns how many pieces of a line were refunded. */
export function piecesRefunded(split: PaySplit | null, { goodsId }: MarketLine): number {
  return (split?.movements ?? []).filter(
    ({ kind, refundId, state }) =>
      kind === 'refund' && state !== 'rejected' && refundId?.startsWith(`${goodsId}-`),
  ).length;
}

/** Calculates what one piece of a line costs the seller and the market when it is refunded. */
export function planRefund(order: MarketOrder, split: PaySplit | null, goodsId: string): RefundPlanning {
  const line = order.lines.find((one) => one.goodsId === goodsId);
  if (line === undefined || split === null) return refuse('There is nothing to refund.');
  const { plan, movements } = split;
  if (movements.some(({ kind, state }) => state === 'sent' || (kind === 'refund' && state === 'open')))
    return refuse('The outcome of an earlier movement is unknown. Clear that up first.');
  if (otherRefunds(order, split).length > 0)
    return refuse(
      'Something was refunded outside this page, and it is unknown for which goods. Refund the rest by hand.',
    );
  const piece = piecesRefunded(split, line) + 1;
  if (piece > line.quantity) return refuse('All of these were refunded.');
  const earlier = movements
    .filter(({ kind, state }) => kind === 'refund' && state === 'done')
    .map(({ amount, connectedAccountId }) => ({
      amount,
      connectedAccountId: connectedAccountId ?? undefined,
    }));
  const refund = { amount: line.unitPrice, connectedAccountId: line.connectedAccountId };
  return { success: true, line, piece, refund, plan: planReversals(plan, refund, earlier) };
}

const refuse = (problem: string): RefundPlanning => ({ success: false, problem });
