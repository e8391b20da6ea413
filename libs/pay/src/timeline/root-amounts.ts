import { TransactionStatus } from '../areas/coded-values.generated.js';
import { NO_AMOUNTS, totalOf } from './amounts.js';
import type { PaymentAmounts } from './amounts.js';
import { isActive, kindOf } from './movements.js';
import type { Movements } from './movements.js';
import type { TransactionFact } from './payment-fact.js';

const OPEN_DISPUTE: readonly string[] = [
  TransactionStatus.Disputed,
  TransactionStatus.DisputeAwaitingResponse,
  TransactionStatus.DisputeInProgress,
  TransactionStatus.DisputeSuspected,
];
const LOST_DISPUTE: readonly string[] = [TransactionStatus.DisputeLost, TransactionStatus.DisputeRefunded];
/** Statuses that only captured money can have. */
const AFTER_CAPTURE: readonly string[] = [
  TransactionStatus.Captured,
  TransactionStatus.Refunded,
  TransactionStatus.DisputeWon,
  ...OPEN_DISPUTE,
  ...LOST_DISPUTE,
];

/** Amounts of an attempt, and the transactions that must exist but are unknown. */
export interface RootAmounts {
  amounts: PaymentAmounts;
  /** Transactions whose status says that a derived transaction exists which is unknown. */
  missing: string[];
  /** Whether a refund is unknown, or may be one of the credits. */
  hasUnseenRefund: boolean;
  /** Whether a capture is unknown or in progress, so that money may have been taken. */
  hasUnseenCapture: boolean;
}

const NOTHING_UNSEEN = { missing: [], hasUnseenRefund: false, hasUnseenCapture: false };

/** Calculates the amounts of a successful charge or pre-authorization. */
export function amountsOfRoot(root: TransactionFact, movements: Movements): RootAmounts {
  const kind = kindOf(root);
  if (kind === 'verification') return { amounts: NO_AMOUNTS, ...NOTHING_UNSEEN };
  return kind === 'hold' ? ofHold(root, movements) : ofCharge(root, movements);
}

function ofCharge(charge: TransactionFact, movements: Movements): RootAmounts {
  const captured = Math.abs(charge.amount);
  const isVoid = charge.status === TransactionStatus.Canceled;
  const refunded = Math.max(movements.reversedAmount(charge), isVoid ? captured : 0);
  const credited = movements.effects(movements.derived(charge, 'credit', 'cash-out'));
  const dispute = disputeOf(charge, movements, captured - refunded);
  const maybeRefunded = Math.min(credited, Math.max(captured - refunded - dispute.chargedBack, 0));
  const hasUnseenRefund =
    charge.status === TransactionStatus.Refunded && refunded + dispute.chargedBack === 0;
  return {
    amounts: { ...NO_AMOUNTS, authorized: captured, captured, refunded, maybeRefunded, ...dispute },
    ...NOTHING_UNSEEN,
    missing: hasUnseenRefund && maybeRefunded === 0 ? [charge.transactionId] : [],
    hasUnseenRefund,
  };
}

/** Calculates the dispute. The status says whether it is open, a claim its amount. A claim without a status is lost. */
function disputeOf(
  charge: TransactionFact,
  movements: Movements,
  rest: number,
): Pick<PaymentAmounts, 'disputed' | 'chargedBack'> {
  const { status } = charge;
  const claimed = movements.effects(movements.derived(charge, 'claim'));
  const left = Math.max(rest, 0);
  if (status === TransactionStatus.DisputeWon) return { disputed: 0, chargedBack: 0 };
  if (OPEN_DISPUTE.includes(status))
    return { disputed: claimed > 0 ? Math.min(claimed, left) : left, chargedBack: 0 };
  const isLostUnclaimed = LOST_DISPUTE.includes(status) && claimed === 0;
  return { disputed: 0, chargedBack: isLostUnclaimed ? left : claimed };
}

function ofHold(hold: TransactionFact, movements: Movements): RootAmounts {
  const captures = movements.captures(hold);
  if (captures.length > 0) return ofCapturedHold(hold, captures, movements);
  const { status, transactionId } = hold;
  const reversed = movements.reversedAmount(hold);
  const authorized = Math.max(Math.abs(hold.amount), reversed);
  // A hold that was refunded before a capture was released.
  const wasRefunded = status === TransactionStatus.Refunded && reversed > 0;
  if (AFTER_CAPTURE.includes(status) && !wasRefunded)
    return {
      amounts: { ...NO_AMOUNTS, authorized },
      missing: [transactionId],
      hasUnseenRefund: false,
      hasUnseenCapture: true,
    };
  const released = status === TransactionStatus.Canceled ? authorized : reversed;
  return {
    amounts: { ...NO_AMOUNTS, authorized, released, held: authorized - released },
    ...NOTHING_UNSEEN,
    hasUnseenCapture: movements.derived(hold, 'capture').some(isActive),
  };
}

/** A capture releases the rest of the hold (inferred), so a void returns money only beyond that rest. */
function ofCapturedHold(
  hold: TransactionFact,
  captures: readonly TransactionFact[],
  movements: Movements,
): RootAmounts {
  const charges = captures.map((capture) => ofCharge(capture, movements));
  const taken = totalOf(charges.map(({ amounts }) => amounts));
  // The captured amount was held, even if the increase of the hold was not read.
  const authorized = Math.max(Math.abs(hold.amount), taken.captured);
  const released = authorized - taken.captured;
  const reversals = movements.reversals(hold);
  const voided = movements.effects(reversals.filter((one) => kindOf(one) === 'void'));
  const refunded =
    taken.refunded +
    movements.effects(reversals.filter((one) => kindOf(one) === 'refund')) +
    Math.max(voided - released, 0);
  const left = taken.captured - refunded - taken.disputed - taken.chargedBack;
  const dispute = disputeOf(hold, movements, left);
  const chargedBack = taken.chargedBack + dispute.chargedBack;
  const isRefundUnseen = hold.status === TransactionStatus.Refunded && refunded + chargedBack === 0;
  return {
    amounts: {
      ...taken,
      authorized,
      released,
      refunded,
      disputed: taken.disputed + dispute.disputed,
      chargedBack,
    },
    missing: [
      ...charges.flatMap(({ missing }) => missing),
      ...(isRefundUnseen && taken.maybeRefunded === 0 ? [hold.transactionId] : []),
    ],
    hasUnseenRefund: isRefundUnseen || charges.some((one) => one.hasUnseenRefund),
    hasUnseenCapture: false,
  };
}
