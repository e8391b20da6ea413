import { planReversals, planSplit, type ReversalPlan, type SplitRefund } from 'nestjs-pay';
import { totalOf } from '../../orders/order.js';
import { PLATFORM_FEE_BASIS_POINTS } from '../market-goods.js';
import { otherRefunds, type MarketLine, type MarketOrder } from '../orders/market-order.js';
import { isOpen, serviceIdOf, type MoneyMove, type RefundMove } from './money-move.js';
import { transferTo } from './order-moves.js';

/** A possible refund of one piece, or why there is none, in words for the operator. */
export type RefundPlanning =
  | { readonly success: true; readonly line: MarketLine; readonly plan: ReversalPlan }
  | { readonly success: false; readonly problem: string };

/** Adds the transfers to the sellers. An order that is already split, or has no matching payment, stays as it is. */
export function withSplit(order: MarketOrder): MarketOrder {
  if (order.split !== null || order.payment?.matches !== true) return order;
  const accounts = [...new Set(order.lines.map(({ connectedAccountId }) => connectedAccountId))];
  const split = planSplit({
    amount: order.amount,
    sellers: accounts.map((connectedAccountId) => ({
      connectedAccountId,
      amount: totalOf(order.lines.filter((line) => line.connectedAccountId === connectedAccountId)),
    })),
    platformFee: { basisPoints: PLATFORM_FEE_BASIS_POINTS },
  });
  const transfers = split.transfers.map(({ connectedAccountId, amount }): MoneyMove => {
    const id = `transfer-${connectedAccountId}`;
    return { kind: 'transfer', id, connectedAccountId, amount, state: { kind: 'stored' } };
  });
  return { ...order, split, moves: [...order.moves, ...transfers] };
}

/** Returns how many pieces of a line were not refunded. */
export function piecesLeft({ moves }: MarketOrder, { goodsId, quantity }: MarketLine): number {
  const refunds = moves.filter((move) => move.kind === 'refund' && move.goodsId === goodsId);
  return quantity - refunds.filter(({ state }) => state.kind !== 'rejected').length;
}

/** Returns the number of refunds that happened. The amounts of the next refund depend on them. */
export function refundsDone({ moves }: MarketOrder): number {
  return refundsOf(moves).length;
}

/** Calculates what one piece of a line costs the seller and the market when it is refunded. */
export function planRefund(order: MarketOrder, goodsId: string): RefundPlanning {
  const line = order.lines.find((one) => one.goodsId === goodsId);
  if (line === undefined || order.split === null || order.payment === null)
    return refuse('There is nothing to refund.');
  if (order.moves.some((move) => move.kind === 'refund' && isOpen(move)))
    return refuse('The outcome of an earlier refund is unknown. Clear that up first.');
  if (otherRefunds(order).length > 0)
    return refuse(
      'Something was refunded outside this page, and it is unknown for which goods. Refund the rest by hand.',
    );
  if (piecesLeft(order, line) < 1) return refuse('All of these were refunded.');
  if (serviceIdOf(transferTo(order, line.connectedAccountId)) === null)
    return refuse('The outcome of the seller’s transfer is unknown. Clear that up first.');
  const refund = { amount: line.unitPrice, connectedAccountId: line.connectedAccountId };
  return { success: true, line, plan: planReversals(order.split, refund, refundsOf(order.moves)) };
}

/** Adds a refund and its reversals. */
export function withRefund(
  order: MarketOrder,
  id: string,
  { goodsId, connectedAccountId }: MarketLine,
  plan: ReversalPlan,
): MarketOrder {
  const state = { kind: 'stored' } as const;
  const refund: MoneyMove = { kind: 'refund', id, goodsId, connectedAccountId, amount: plan.amount, state };
  const reversals = plan.reversals.map((reversal): MoneyMove => ({
    kind: 'reversal',
    id: `reversal-${id}-${reversal.connectedAccountId}`,
    refundId: id,
    ...reversal,
    state,
  }));
  return { ...order, moves: [...order.moves, refund, ...reversals] };
}

function refundsOf(moves: readonly MoneyMove[]): readonly SplitRefund[] {
  return moves
    .filter((move): move is RefundMove => move.kind === 'refund' && move.state.kind === 'done')
    .map(({ amount, connectedAccountId }) => ({ amount, connectedAccountId }));
}

const refuse = (problem: string): RefundPlanning => ({ success: false, problem });
