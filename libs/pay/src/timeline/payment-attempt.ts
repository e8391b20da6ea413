import { TransactionStatus } from '../areas/transactions/transactions.enums.js';
import type { Movements } from './movements.js';
import { kindOf, parentOf, sum } from './movements.js';
import type { TransactionFact } from './payment-fact.js';

/** What one payment came to, or all of an order. MINOR units, never negative. */
export interface PaymentAmounts {
  /** What issuers approved: charges and pre-authorisations, with their increases. */
  authorised: number;
  /** Pre-authorised, and neither captured nor released. A hold that lapses at the bank stays here: nothing tells of it. */
  held: number;
  /** Pre-authorised and let go without being captured. */
  released: number;
  /** Taken from the customer, whatever became of it. */
  captured: number;
  /** Given back of what was captured, by refunds and voids. */
  refunded: number;
  /** Of what was captured: in a dispute that is open. */
  disputed: number;
  /** Of what was captured: lost in a dispute. */
  chargedBack: number;
}

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
export interface ReadAttempt {
  attempt: PaymentAttempt;
  /** Ids of transactions whose refunds, captures or parents were not seen. */
  missing: string[];
}

export const NO_AMOUNTS: PaymentAmounts = {
  authorised: 0,
  held: 0,
  released: 0,
  captured: 0,
  refunded: 0,
  disputed: 0,
  chargedBack: 0,
};

const OPEN_DISPUTE: readonly string[] = [
  TransactionStatus.Disputed,
  TransactionStatus.DisputeAwaitingResponse,
  TransactionStatus.DisputeInProgress,
  TransactionStatus.DisputeSuspected,
];
const LOST_DISPUTE: readonly string[] = [TransactionStatus.DisputeLost, TransactionStatus.DisputeRefunded];
const NOT_DONE: readonly string[] = [TransactionStatus.Error, TransactionStatus.Active];

/** Every attempt to pay, each with what derives from it, in the order of their ids. */
export function attemptsAmong(movements: Movements): ReadAttempt[] {
  const withoutHold = movements
    .of('capture')
    .filter((capture) => movements.parent(capture) === undefined || !isHold(movements.parent(capture)));
  const roots = [...movements.of('charge', 'hold', 'verification'), ...withoutHold];
  return roots
    .sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
    .map((root) => readAttempt(root, movements));
}

const isHold = (one: TransactionFact | undefined): boolean => one !== undefined && kindOf(one) === 'hold';

function readAttempt(root: TransactionFact, movements: Movements): ReadAttempt {
  const kind = kindOf(root);
  const isVerification = kind === 'verification';
  const outcome = outcomeOf(root, kind === 'hold');
  const amounts = outcome === 'succeeded' && !isVerification ? amountsOf(root, movements) : NO_AMOUNTS;
  const parent = parentOf(root);
  return {
    attempt: { transactionId: root.transactionId, sessionId: null, outcome, isVerification, ...amounts },
    missing: [
      ...(kind === 'capture' && parent !== null && movements.parent(root) === undefined ? [parent] : []),
      ...(hasUnseen(root, amounts) ? [root.transactionId] : []),
    ],
  };
}

/** Whether a held pre-authorisation is F or A is not documented. */
function outcomeOf({ status }: TransactionFact, isHeld: boolean): PaymentAttempt['outcome'] {
  if (status === TransactionStatus.Error) return 'failed';
  return status === TransactionStatus.Active && !isHeld ? 'processing' : 'succeeded';
}

/** Its status says that something derives from it, and nothing of the kind was seen. */
function hasUnseen(
  { status }: TransactionFact,
  { captured, refunded, chargedBack }: PaymentAmounts,
): boolean {
  if (status === TransactionStatus.Refunded) return refunded + chargedBack === 0;
  return status === TransactionStatus.Captured && captured === 0;
}

function amountsOf(root: TransactionFact, movements: Movements): PaymentAmounts {
  return kindOf(root) === 'hold' ? amountsOfHold(root, movements) : amountsOfCharge(root, movements);
}

function amountsOfCharge(charge: TransactionFact, movements: Movements): PaymentAmounts {
  const captured = Math.abs(charge.amount);
  const isVoid = charge.status === TransactionStatus.Canceled;
  const refunded = Math.max(movements.givenBack(charge), isVoid ? captured : 0);
  const claimed = sum(movements.derived(charge, 'claim').map((claim) => movements.effect(claim)));
  const left = Math.max(captured - refunded - claimed, 0);
  const isLost = LOST_DISPUTE.includes(charge.status) && claimed === 0;
  return {
    ...NO_AMOUNTS,
    authorised: captured,
    captured,
    refunded,
    disputed: OPEN_DISPUTE.includes(charge.status) ? left : 0,
    chargedBack: isLost ? left : claimed,
  };
}

/** There is one capture: the rest of the hold is let go with it (inferred). */
function amountsOfHold(hold: TransactionFact, movements: Movements): PaymentAmounts {
  const captures = movements.derived(hold, 'capture').filter(({ status }) => !NOT_DONE.includes(status));
  const taken = totalOf(captures.map((capture) => amountsOfCharge(capture, movements)));
  const back = movements.givenBack(hold);
  const isCaptured = captures.length > 0 || hold.status === TransactionStatus.Captured;
  // What was captured or let go was held, also where the increase that made it so was not read.
  const authorised = Math.max(Math.abs(hold.amount), isCaptured ? taken.captured : back);
  if (captures.length > 0)
    return { ...taken, authorised, released: authorised - taken.captured, refunded: taken.refunded + back };
  if (isCaptured) return { ...NO_AMOUNTS, authorised };
  const released = hold.status === TransactionStatus.Canceled ? authorised : back;
  return { ...NO_AMOUNTS, authorised, released, held: authorised - released };
}

/** All of them together. @throws RangeError when a sum is too large to be exact. */
export function totalOf(parts: readonly PaymentAmounts[]): PaymentAmounts {
  const total = (member: keyof PaymentAmounts): number => sum(parts.map((part) => part[member]));
  return {
    authorised: total('authorised'),
    held: total('held'),
    released: total('released'),
    captured: total('captured'),
    refunded: total('refunded'),
    disputed: total('disputed'),
    chargedBack: total('chargedBack'),
  };
}
