import { canNoLongerHappen } from '../../unanswered.js';
import type { MarketOrder } from '../orders/market-order.js';
import {
  moveState,
  serviceIdOf,
  type MoneyMove,
  type MoveState,
  type TransferMove,
  type TransferReport,
} from './money-move.js';

/** The order with a movement in another state. */
function withState(order: MarketOrder, moveId: string, state: MoveState): MarketOrder {
  return { ...order, moves: order.moves.map((move) => (move.id === moveId ? { ...move, state } : move)) };
}

export function findMove(order: MarketOrder, moveId: string): MoneyMove | undefined {
  return order.moves.find(({ id }) => id === moveId);
}

/** The transfer of an order to a seller. */
export function transferTo(order: MarketOrder, connectedAccountId: string): TransferMove | undefined {
  return order.moves.find(
    (move): move is TransferMove =>
      move.kind === 'transfer' && move.connectedAccountId === connectedAccountId,
  );
}

/** The first movement that was decided and can be sent now: a seller's part goes back once the customer has been refunded. */
export function nextToSend(order: MarketOrder): MoneyMove | undefined {
  return order.moves.find(({ state, ...move }) => {
    if (state.kind !== 'stored') return false;
    return move.kind !== 'reversal' || serviceIdOf(findMove(order, move.refundId)) !== null;
  });
}

/**
 * The order with a movement on its way, when it may be sent now: one that was never sent, and on an operator's word one that
 * certainly did not happen, or a refund, whose key makes two requests one. Undefined where it must not be sent.
 */
export function claimed(
  order: MarketOrder,
  moveId: string,
  now: number,
  byOperator: boolean,
): MarketOrder | undefined {
  const move = findMove(order, moveId);
  if (move === undefined) return undefined;
  const { kind } = moveState(move, now);
  const isAgain =
    move.kind === 'refund' ? kind === 'unknown' : kind === 'refused' && !isReported(order, move);
  return kind === 'stored' || (byOperator && isAgain)
    ? withState(order, moveId, { kind: 'sending', at: now })
    : undefined;
}

/** The order after a movement's end is known. What is certain stays: what is done is done. */
export function settled(order: MarketOrder, moveId: string, state: MoveState): MarketOrder {
  return findMove(order, moveId)?.state.kind === 'done' ? order : withState(order, moveId, state);
}

/** Whether an operator may say that it did not happen. */
export function isDismissable(order: MarketOrder, move: MoneyMove, now: number): boolean {
  const state = moveState(move, now);
  return (
    move.kind !== 'refund' &&
    state.kind === 'unknown' &&
    canNoLongerHappen(state.at, now) &&
    !isReported(order, move)
  );
}

/** What the service reports and no movement of this market accounts for. */
function unexplained({ reports, moves }: MarketOrder): readonly TransferReport[] {
  const known = new Set(moves.map((move) => serviceIdOf(move)?.toLowerCase()));
  return reports.filter(({ transferId }) => !known.has(transferId.toLowerCase()));
}

/** What of it a person has to look at: while an answer is awaited, a report can be ahead of it. */
export function alarming(order: MarketOrder, now: number): readonly TransferReport[] {
  return order.moves.some((move) => moveState(move, now).kind === 'sending') ? [] : unexplained(order);
}

/**
 * Ends movements without an answer by the service's reports, where a report can be no other's and a movement has no other
 * report. @param personOf who a seller is to the service, where that is known.
 */
export function settledByReports(
  order: MarketOrder,
  now: number,
  personOf: (connectedAccountId: string) => string | null,
): MarketOrder {
  const pending = order.moves.filter(({ state }) => state.kind === 'sending' || state.kind === 'unknown');
  return unexplained(order).reduce((result, report) => {
    const fitting = pending.filter((move) => fits(order, move, report, personOf));
    const [move] = fitting;
    if (move === undefined || fitting.length > 1 || moveState(move, now).kind !== 'unknown') return result;
    const rivals = unexplained(order).filter((other) => fits(order, move, other, personOf));
    if (rivals.length > 1) return result;
    const { transferId, executed } = report;
    return settled(result, move.id, { kind: 'done', serviceId: transferId, executed, knownBy: 'report' });
  }, order);
}

function isReported(order: MarketOrder, move: MoneyMove): boolean {
  return unexplained(order).some((report) => fits(order, move, report, () => null));
}

function fits(
  order: MarketOrder,
  move: MoneyMove,
  report: TransferReport,
  personOf: (connectedAccountId: string) => string | null,
): boolean {
  if (move.kind === 'refund' || move.amount !== report.amount) return false;
  if (move.kind === 'reversal') {
    const transferId = serviceIdOf(transferTo(order, move.connectedAccountId));
    return transferId !== null && transferId.toLowerCase() === report.parentId?.toLowerCase();
  }
  const person = personOf(move.connectedAccountId);
  return (
    report.parentId === null &&
    (person === null || report.personId === null || person.toLowerCase() === report.personId.toLowerCase())
  );
}
