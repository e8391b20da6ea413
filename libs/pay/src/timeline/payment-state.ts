import { totalOf } from './amounts.js';
import type { PaymentAmounts } from './amounts.js';
import { misfits } from './misfits.js';
import { Movements } from './movements.js';
import { attemptsAmong, failedSession } from './payment-attempt.js';
import type { PaymentAttempt, ReadAttempt } from './payment-attempt.js';
import type { FailedSessionFact, OrderFact, TransactionFact } from './payment-fact.js';

/**
 * Where a payment stands:
 * - `pending`: nothing was taken and it can still be paid, however many attempts have failed;
 * - `processing`: an attempt or capture has not ended, or there is a payment or capture that was not seen yet;
 * - `authorised`: money is held, and nothing is captured; `released`: it was let go;
 * - `verified`: a card was verified, no money was asked for;
 * - `paid`, `partly-refunded`, `refunded`: money was taken; some, or all of it was given back or charged back;
 * - `disputed`, `charged-back`: a dispute is open; what was not given back was lost in one;
 * - `failed`: the order expired or was cancelled, and nothing was taken. Final, unless you lift the cancellation.
 */
export type PaymentStatus =
  | 'pending'
  | 'processing'
  | 'authorised'
  | 'released'
  | 'verified'
  | 'paid'
  | 'partly-refunded'
  | 'refunded'
  | 'disputed'
  | 'charged-back'
  | 'failed';

/** What an order's payment came to. Amounts are in MINOR units. */
export interface PaymentState extends PaymentAmounts {
  status: PaymentStatus;
  /** ISO 4217 numeric, as text; null as long as nobody tried to pay. */
  currencyCode: string | null;
  /** Sent to the customer's card: rebates, original credits, pay-outs. They refund nothing, but see `maybeRefunded`. */
  credited: number;
  /** Why nobody can pay the order any more; null where somebody can, or has: money was taken or is held. */
  ended: 'expired' | 'canceled' | null;
  /** All attempts to pay, failed ones too. An order with `disablePaidState` can be paid several times. */
  attempts: PaymentAttempt[];
  /**
   * Transactions that must be read before the amounts are right: of some a refund or capture must exist that was not seen,
   * others are named by a refund or capture, and were not seen; of a refund or capture it is not known what it derives from,
   * or whether it took place. What went back and is in no amount is here, or what it derives from. Empty: all that is known
   * fits together.
   */
  missing: string[];
}

/** Works the state out from what is known: it depends on nothing else. */
export function paymentState(
  transactions: readonly TransactionFact[],
  order: OrderFact | undefined,
  sessions: readonly FailedSessionFact[],
): PaymentState {
  const movements = new Movements(transactions);
  const read = attemptsAmong(movements);
  const attempts = [...read.map(({ attempt }) => attempt), ...sessions.map(failedSession)];
  const amounts = totalOf(attempts);
  const status = statusOf(amounts, read, order?.state);
  const isPaid = amounts.captured > 0 || amounts.held > 0 || read.some((one) => one.hasUnseenCapture);
  const ended = order?.state === 'expired' || order?.state === 'canceled' ? order.state : null;
  return {
    status,
    currencyCode: transactions[0]?.currencyCode ?? null,
    ...amounts,
    credited: movements.effects(movements.of('credit', 'cash-out')),
    ended: isPaid ? null : ended,
    attempts,
    missing: [...new Set([...read.flatMap((one) => one.missing), ...misfits(movements)])].sort(),
  };
}

function statusOf(
  { captured, refunded, chargedBack, disputed, held, released }: PaymentAmounts,
  read: readonly ReadAttempt[],
  order: OrderFact['state'] | undefined,
): PaymentStatus {
  const attempts = read.map(({ attempt }) => attempt);
  if (captured > 0) {
    if (disputed > 0) return 'disputed';
    if (refunded + chargedBack >= captured) return chargedBack > 0 ? 'charged-back' : 'refunded';
    const isLess = refunded + chargedBack > 0 || read.some(({ hasUnseenRefund }) => hasUnseenRefund);
    return isLess ? 'partly-refunded' : 'paid';
  }
  if (read.some(({ hasUnseenCapture }) => hasUnseenCapture)) return 'processing';
  if (held > 0) return 'authorised';
  if (attempts.some(({ isVerification, outcome }) => isVerification && outcome === 'succeeded'))
    return 'verified';
  if (attempts.some(({ outcome }) => outcome === 'processing')) return 'processing';
  if (released > 0) return 'released';
  if (order === 'paid') return 'processing';
  return order === 'expired' || order === 'canceled' ? 'failed' : 'pending';
}
