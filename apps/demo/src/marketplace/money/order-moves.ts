import type { MarketOrder } from '../orders/market-order.js';
import {
  isOpen,
  serviceIdOf,
  type MoneyMove,
  type MoveState,
  type TransferMove,
  type TransferReport,
} from './money-move.js';

/** How long the service may still carry out a request without a response, in milliseconds. */
const LONGEST_DELAY_MS = 10 * 60_000;

/** Returns the idempotency key of a movement: the movement is sent once, in all processes, also after a crash. */
export function moveKey({ id: orderId }: MarketOrder, { id }: MoneyMove): string {
  return `market:${orderId}:${id}`;
}

export function findMove({ moves }: MarketOrder, moveId: string): MoneyMove | undefined {
  return moves.find(({ id }) => id === moveId);
}

/** Finds the transfer of an order to a seller. */
export function transferTo({ moves }: MarketOrder, connectedAccountId: string): TransferMove | undefined {
  return moves.find(
    (move): move is TransferMove =>
      move.kind === 'transfer' && move.connectedAccountId === connectedAccountId,
  );
}

/** Returns whether a movement can be sent now. A reversal waits until the customer has been refunded. */
export function isReady(order: MarketOrder, move: MoneyMove): boolean {
  if (move.state.kind !== 'stored') return false;
  return move.kind !== 'reversal' || serviceIdOf(findMove(order, move.refundId)) !== null;
}

/** Changes the state of a movement that has not happened yet. */
export function withState(order: MarketOrder, moveId: string, state: MoveState): MarketOrder {
  const change = (move: MoneyMove): MoneyMove => {
    if (move.id !== moveId || move.state.kind === 'done') return move;
    const isStillUnknown = move.state.kind === 'unknown' && state.kind === 'unknown';
    return { ...move, state: isStillUnknown ? { ...state, since: move.state.since } : state };
  };
  return { ...order, moves: order.moves.map(change) };
}

/** Returns whether an operator can have a movement sent again. Its key makes that safe. */
export function canSendAgain(order: MarketOrder, move: MoneyMove): boolean {
  return move.kind === 'refund'
    ? move.state.kind === 'unknown'
    : move.state.kind === 'rejected' && !isReported(order, move);
}

/** Returns whether an operator can say that a movement did not happen. */
export function canDismiss(order: MarketOrder, move: MoneyMove, now: number): boolean {
  const { kind, state } = move;
  return (
    kind !== 'refund' &&
    state.kind === 'unknown' &&
    now - state.since >= LONGEST_DELAY_MS &&
    !isReported(order, move)
  );
}

/** Returns reported transfers that belong to no movement. While a movement is being sent, its report can come first. */
export function unexplainedReports(order: MarketOrder): readonly TransferReport[] {
  return order.moves.some((move) => isReady(order, move)) ? [] : unmatched(order);
}

/**
 * Finds the reports of movements with an unknown outcome. A report counts only if it fits no other movement, and no other
 * report fits the movement.
 *
 * @param personOf - Returns the person ID of a seller, if it is known.
 */
export function matchReports(
  order: MarketOrder,
  personOf: (connectedAccountId: string) => string | null,
): readonly (readonly [MoneyMove, TransferReport])[] {
  const reports = unmatched(order);
  const open = order.moves.filter(isOpen);
  return reports.flatMap((report) => {
    const [move, ...others] = open.filter((one) => fits(order, one, report, personOf));
    if (move?.state.kind !== 'unknown' || others.length > 0) return [];
    const matchingReports = reports.filter((other) => fits(order, move, other, personOf));
    return matchingReports.length === 1 ? [[move, report] as const] : [];
  });
}

function unmatched({ reports, moves }: MarketOrder): readonly TransferReport[] {
  const known = new Set(moves.map((move) => serviceIdOf(move)?.toLowerCase()));
  return reports.filter(({ transferId }) => !known.has(transferId.toLowerCase()));
}

function isReported(order: MarketOrder, move: MoneyMove): boolean {
  return unmatched(order).some((report) => fits(order, move, report, () => null));
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
