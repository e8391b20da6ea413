import { planReversals, planSplit, type ReversalPlan, type SplitRefund } from 'nestjs-pay';
import { PLATFORM_FEE_BASIS_POINTS } from '../market-goods.js';
import type { MarketLine, MarketOrder } from '../orders/market-order.js';
import { isOpen, serviceIdOf, type MoneyMove, type RefundMove } from './money-move.js';
import { transferTo } from './order-moves.js';

/** A refund of one piece that can be made, with what it takes from whom, or why not, in words for the operator. */
export type RefundPlanning =
  | { readonly success: true; readonly line: MarketLine; readonly plan: ReversalPlan }
  | { readonly success: false; readonly problem: string };

/** The order with what each seller gets, to be sent. An order that is divided already stays as it is. */
export function withSplit(order: MarketOrder): MarketOrder {
  if (order.split !== null || order.payment?.matches !== true) return order;
  const accounts = [...new Set(order.lines.map(({ connectedAccountId }) => connectedAccountId))];
  const split = planSplit({
    amount: order.amount,
    sellers: accounts.map((connectedAccountId) => ({
      connectedAccountId,
      amount: order.lines
        .filter((line) => line.connectedAccountId === connectedAccountId)
        .reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0),
    })),
    platformFee: { basisPoints: PLATFORM_FEE_BASIS_POINTS },
  });
  const transfers = split.transfers.map(({ connectedAccountId, amount }): MoneyMove => {
    const id = `transfer-${order.id}-${connectedAccountId}`;
    return { kind: 'transfer', id, connectedAccountId, amount, state: { kind: 'stored' } };
  });
  return { ...order, split, moves: [...order.moves, ...transfers] };
}

/** How many pieces of a line were not given back. */
export function piecesLeft({ moves }: MarketOrder, { goodsId, quantity }: MarketLine): number {
  const refunds = moves.filter((move) => move.kind === 'refund' && move.goodsId === goodsId);
  return quantity - refunds.filter(({ state }) => state.kind !== 'refused').length;
}

/** How many refunds have ended well: what a refund takes from whom depends on those before it. */
export function refundsDone({ moves }: MarketOrder): number {
  return refundsOf(moves).length;
}

/** What one piece of a line gives back, and takes from its seller. */
export function planRefund(order: MarketOrder, goodsId: string): RefundPlanning {
  const line = order.lines.find((one) => one.goodsId === goodsId);
  if (line === undefined || order.split === null || order.payment === null)
    return refuse('There is nothing of that to give back.');
  if (order.moves.some((move) => move.kind === 'refund' && isOpen(move)))
    return refuse('An earlier refund has no known end yet: settle that first.');
  if (order.refundsSeen.some(({ moveId }) => moveId === null))
    return refuse(
      'Something was refunded elsewhere, and nobody knows for which goods: settle the rest by hand.',
    );
  if (piecesLeft(order, line) < 1) return refuse('All of that was given back.');
  if (serviceIdOf(transferTo(order, line.connectedAccountId)) === null)
    return refuse('The seller’s transfer has no known end yet: settle that first.');
  const refund = { amount: line.unitPrice, connectedAccountId: line.connectedAccountId };
  return { success: true, line, plan: planReversals(order.split, refund, refundsOf(order.moves)) };
}

/** The order with a refund and the reversals that go with it, to be sent. @param id names the refund. */
export function withRefund(
  order: MarketOrder,
  id: string,
  line: MarketLine,
  plan: ReversalPlan,
): MarketOrder {
  const { goodsId, connectedAccountId } = line;
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
