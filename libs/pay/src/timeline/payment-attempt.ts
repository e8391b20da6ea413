import { NO_AMOUNTS } from './amounts.js';
import type { PaymentAmounts } from './amounts.js';
import { isActive, isFailed, kindOf } from './movements.js';
import type { Movements } from './movements.js';
import type { FailedSessionFact, TransactionFact } from './payment-fact.js';
import { amountsOfRoot } from './root-amounts.js';
import type { RootAmounts } from './root-amounts.js';

/** One attempt to pay: a charge or a pre-authorisation, with what was made of it. */
export interface PaymentAttempt extends PaymentAmounts {
  /** In lower case; null for a terminal's session that failed before there was one. */
  transactionId: string | null;
  /** Null but for such a session. */
  sessionId: string | null;
  outcome: 'succeeded' | 'failed' | 'processing';
  /** It only verified a card. */
  isVerification: boolean;
}

/** An attempt, and what is not known that would change its amounts. */
export interface ReadAttempt extends Omit<RootAmounts, 'amounts'> {
  attempt: PaymentAttempt;
}

/** Every attempt to pay, each with what derives from it, in the order of their ids. */
export function attemptsAmong(movements: Movements): ReadAttempt[] {
  return rootsAmong(movements)
    .sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
    .map((root) => readAttempt(root, movements));
}

/** What attempts begin with: a capture only where its pre-authorisation was not seen. */
export function rootsAmong(movements: Movements): TransactionFact[] {
  const alone = movements.of('capture').filter((capture) => movements.holdOf(capture) === null);
  return [...movements.of('charge', 'hold', 'verification'), ...alone];
}

function readAttempt(root: TransactionFact, movements: Movements): ReadAttempt {
  const outcome = outcomeOf(root);
  const { amounts, ...unseen } =
    outcome === 'succeeded' ? amountsOfRoot(root, movements) : { amounts: NO_AMOUNTS, ...NOTHING };
  const isVerification = kindOf(root) === 'verification';
  return {
    attempt: { transactionId: root.transactionId, sessionId: null, outcome, isVerification, ...amounts },
    ...unseen,
  };
}

const NOTHING = { missing: [], hasUnseenRefund: false, hasUnseenCapture: false };

/** Whether a held pre-authorisation is F or A is not documented. */
export function outcomeOf(root: TransactionFact): PaymentAttempt['outcome'] {
  if (isFailed(root)) return 'failed';
  return isActive(root) && kindOf(root) !== 'hold' ? 'processing' : 'succeeded';
}

/** A session that failed before there was a transaction. */
export function failedSession({ sessionId }: FailedSessionFact): PaymentAttempt {
  return { transactionId: null, sessionId, outcome: 'failed', isVerification: false, ...NO_AMOUNTS };
}
