import { totalOf } from './amounts.js';
import type { PaymentAmounts } from './amounts.js';
import { inconsistentTransactions } from './inconsistent-transactions.js';
import { Movements, parentOf } from './movements.js';
import { attemptsOf, failedSession } from './payment-attempt.js';
import type { AttemptState, PaymentAttempt } from './payment-attempt.js';
import type { FailedSessionFact, OrderFact, TransactionFact } from './payment-fact.js';

/**
 * Status of a payment:
 * - `pending`: nothing was taken, and the order can still be paid, also after failed attempts.
 * - `processing`: an attempt or capture is in progress, or a payment or capture exists that was not read yet.
 * - `authorized`: money is held, and nothing is captured.
 * - `released`: the hold was released.
 * - `verified`: a card was verified without a charge.
 * - `paid`: money was taken.
 * - `partly-refunded`, `refunded`: some or all of the money was refunded or charged back.
 * - `disputed`: a dispute is open.
 * - `charged-back`: the part that was not refunded was lost in a dispute.
 * - `failed`: the order expired or was canceled, and nothing was taken. It can still become `paid` if you revert the cancellation, or
 *   if the service approves a failed attempt later (seen within minutes; allow 30).
 */
export type PaymentStatus =
  | 'pending'
  | 'processing'
  | 'authorized'
  | 'released'
  | 'verified'
  | 'paid'
  | 'partly-refunded'
  | 'refunded'
  | 'disputed'
  | 'charged-back'
  | 'failed';

/** State of an order's payment. Amounts are in MINOR units. */
export interface PaymentState extends PaymentAmounts {
  status: PaymentStatus;
  /** ISO 4217 numeric code as a string. Null until the first attempt to pay. */
  currencyCode: string | null;
  /** Sent to the customer's card by `rebate`, an original credit or a payout. They are not refunds, but see `maybeRefunded`. */
  credited: number;
  /** Reason why the order can no longer be paid. Null if it can be paid, or money was taken or is held. */
  ended: 'expired' | 'canceled' | null;
  /** All attempts to pay, including failed ones. An order with `disablePaidState` can be paid several times. */
  attempts: PaymentAttempt[];
  /**
   * IDs of transactions that you must read before the amounts are correct. A transaction is listed if:
   * - its status says that a refund or capture exists which is unknown;
   * - a refund or capture names it, and it is unknown;
   * - it is a refund or capture whose parent or outcome is unknown.
   *
   * Every refund that no amount contains is listed, or its parent is. Empty if all facts are consistent.
   */
  missing: string[];
  /**
   * IDs of payments that the service reversed by itself and no longer shows (`confirmedBy: 'parent'`). They count as refunded. Do not
   * deliver, and ask the service.
   */
  contested: string[];
}

/** Calculates the state from the facts. Pure. */
export function paymentState(
  transactions: readonly TransactionFact[],
  order: OrderFact | undefined,
  sessions: readonly FailedSessionFact[],
): PaymentState {
  const movements = new Movements(transactions);
  const states = attemptsOf(movements);
  const attempts = [...states.map(({ attempt }) => attempt), ...sessions.map(failedSession)];
  const amounts = totalOf(attempts);
  const status = statusOf(amounts, states, order?.state);
  const isPaid = amounts.captured > 0 || amounts.held > 0 || states.some((one) => one.hasUnseenCapture);
  const ended = order?.state === 'expired' || order?.state === 'canceled' ? order.state : null;
  return {
    status,
    currencyCode: transactions[0]?.currencyCode ?? null,
    ...amounts,
    credited: movements.effects(movements.of('credit', 'cash-out')),
    ended: isPaid ? null : ended,
    attempts,
    missing: [
      ...new Set([...states.flatMap((one) => one.missing), ...inconsistentTransactions(movements)]),
    ].sort(),
    contested: transactions
      .filter(({ isContested }) => isContested)
      .map((reversal) => parentOf(reversal) ?? reversal.transactionId)
      .sort(),
  };
}

function statusOf(
  { captured, refunded, chargedBack, disputed, held, released }: PaymentAmounts,
  states: readonly AttemptState[],
  order: OrderFact['state'] | undefined,
): PaymentStatus {
  const attempts = states.map(({ attempt }) => attempt);
  if (captured > 0) {
    if (disputed > 0) return 'disputed';
    if (refunded + chargedBack >= captured) return chargedBack > 0 ? 'charged-back' : 'refunded';
    const isReduced = refunded + chargedBack > 0 || states.some(({ hasUnseenRefund }) => hasUnseenRefund);
    return isReduced ? 'partly-refunded' : 'paid';
  }
  if (states.some(({ hasUnseenCapture }) => hasUnseenCapture)) return 'processing';
  if (held > 0) return 'authorized';
  if (attempts.some(({ isVerification, outcome }) => isVerification && outcome === 'succeeded'))
    return 'verified';
  if (attempts.some(({ outcome }) => outcome === 'processing')) return 'processing';
  if (released > 0) return 'released';
  if (order === 'paid') return 'processing';
  return order === 'expired' || order === 'canceled' ? 'failed' : 'pending';
}
