import { NO_AMOUNTS } from './amounts.js';
import type { PaymentAmounts } from './amounts.js';
import { isActive, isFailed, kindOf } from './movements.js';
import type { Movements } from './movements.js';
import type { FailedSessionFact, TransactionFact } from './payment-fact.js';
import { amountsOfRoot } from './root-amounts.js';
import type { RootAmounts } from './root-amounts.js';

/** Attempt to pay: a charge or pre-authorization, with its captures and refunds. */
export interface PaymentAttempt extends PaymentAmounts {
  /** Lower case. Null for a terminal session that failed before it made a transaction. */
  transactionId: string | null;
  /** Set only for such a session. */
  sessionId: string | null;
  outcome: 'succeeded' | 'failed' | 'processing';
  /** Whether the attempt only verified a card. */
  isVerification: boolean;
}

/** Attempt, and the unknown transactions that would change its amounts. */
export type AttemptState = ReturnType<typeof attemptState>;

/** Returns all attempts to pay with their derived transactions, sorted by ID. */
export function attemptsOf(movements: Movements): AttemptState[] {
  return rootsOf(movements)
    .sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
    .map((root) => attemptState(root, movements));
}

/** Returns the first transactions of attempts. A capture is one only if its pre-authorization is unknown. */
export function rootsOf(movements: Movements): TransactionFact[] {
  const alone = movements.of('capture').filter((capture) => movements.holdOf(capture) === null);
  return [...movements.of('charge', 'hold', 'verification'), ...alone];
}

function attemptState(root: TransactionFact, movements: Movements) {
  const outcome = outcomeOf(root);
  const { amounts, ...unseen }: RootAmounts =
    outcome === 'succeeded' ? amountsOfRoot(root, movements) : { amounts: NO_AMOUNTS, ...NOTHING };
  const isVerification = kindOf(root) === 'verification';
  const own = { transactionId: root.transactionId, sessionId: null, outcome, isVerification };
  const attempt: PaymentAttempt = { ...own, ...amounts };
  return { attempt, ...unseen };
}

const NOTHING = { missing: [], hasUnseenRefund: false, hasUnseenCapture: false };

/** Returns the outcome of an attempt. A hold succeeded with status F or A, because its status is not documented. */
export function outcomeOf(root: TransactionFact): PaymentAttempt['outcome'] {
  if (isFailed(root)) return 'failed';
  return isActive(root) && kindOf(root) !== 'hold' ? 'processing' : 'succeeded';
}

/** Creates the attempt of a session that failed before it made a transaction. */
export function failedSession({ sessionId }: FailedSessionFact): PaymentAttempt {
  return { transactionId: null, sessionId, outcome: 'failed', isVerification: false, ...NO_AMOUNTS };
}
