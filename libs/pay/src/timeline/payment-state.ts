import { TransactionStatus } from '../areas/transactions/transactions.enums.js';
import { Movements, parentOf, sum } from './movements.js';
import { attemptsAmong, NO_AMOUNTS, totalOf } from './payment-attempt.js';
import type { PaymentAmounts, PaymentAttempt } from './payment-attempt.js';
import type { FailedSessionFact, OrderFact, TransactionFact } from './payment-fact.js';

/**
 * Where a payment stands:
 * - `pending`: nothing was taken and it can still be paid, however many attempts have failed;
 * - `processing`: an attempt has not ended, or the order is paid by a transaction that was not seen yet;
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
  /** Sent to the customer's card beside the payment: rebates, original credits, pay-outs. They refund nothing. */
  credited: number;
  /** Why nobody can pay the order any more, null where somebody can, or has. */
  ended: 'expired' | 'canceled' | null;
  /** All attempts to pay, failed ones too. An order with `disablePaidState` can be paid several times. */
  attempts: PaymentAttempt[];
  /**
   * Transactions that must be read before the amounts are right: of some a refund or capture must exist that was not seen,
   * others are named by a refund or capture, and were not seen. Empty: all that is known fits together.
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
  const missing = [...new Set([...read.flatMap((one) => one.missing), ...orphans(movements)])].sort();
  const ended = order?.state === 'expired' || order?.state === 'canceled' ? order.state : null;
  return {
    status: statusOf(amounts, attempts, order?.state, hasUnseenRefund(transactions, missing)),
    currencyCode: transactions[0]?.currencyCode ?? null,
    ...amounts,
    credited: sum(movements.of('credit').map((credit) => movements.effect(credit))),
    ended,
    attempts,
    missing,
  };
}

function failedSession({ sessionId }: FailedSessionFact): PaymentAttempt {
  return { transactionId: null, sessionId, outcome: 'failed', isVerification: false, ...NO_AMOUNTS };
}

/** What refunds and voids derive from that was not seen: they count for nothing until it is. */
function orphans(movements: Movements): string[] {
  return movements
    .of('give-back', 'claim')
    .filter((one) => movements.parent(one) === undefined)
    .map((one) => parentOf(one) ?? one.transactionId);
}

function hasUnseenRefund(transactions: readonly TransactionFact[], missing: readonly string[]): boolean {
  return transactions.some(
    ({ transactionId, status }) => status === TransactionStatus.Refunded && missing.includes(transactionId),
  );
}

function statusOf(
  { captured, refunded, chargedBack, disputed, held, released }: PaymentAmounts,
  attempts: readonly PaymentAttempt[],
  order: OrderFact['state'] | undefined,
  hasUnseen: boolean,
): PaymentStatus {
  if (captured > 0) {
    if (disputed > 0) return 'disputed';
    if (refunded + chargedBack >= captured) return chargedBack > 0 ? 'charged-back' : 'refunded';
    return refunded + chargedBack > 0 || hasUnseen ? 'partly-refunded' : 'paid';
  }
  if (held > 0) return 'authorised';
  if (attempts.some(({ isVerification, outcome }) => isVerification && outcome === 'succeeded'))
    return 'verified';
  if (attempts.some(({ outcome }) => outcome === 'processing')) return 'processing';
  if (released > 0) return 'released';
  if (order === 'paid') return 'processing';
  return order === 'expired' || order === 'canceled' ? 'failed' : 'pending';
}
