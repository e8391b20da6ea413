import { readAmount } from '../money-entry.js';
import { ActionKind, isOnReservation, isOpen, type Action, type ActionDraft } from './action.js';
import { relatedTo, type TransactionRecords } from './payment-records.js';

/** An action that can be confirmed, or why there is none, in words for the operator. */
export type Planning<Plan> =
  | { readonly success: true; readonly plan: Plan }
  | { readonly success: false; readonly problem: string };

const refuse = (problem: string): Planning<never> => ({ success: false, problem });

/**
 * Checks an action against the service's records and against earlier actions.
 *
 * @param amountText - Major units. Voids and releases always take the full amount.
 * @param earlier - Actions of this back office on the transaction.
 */
export function planAction(
  records: TransactionRecords,
  kind: ActionKind,
  amountText: string,
  earlier: readonly Action[],
): Planning<ActionDraft> {
  const { transaction, remaining } = records;
  if (earlier.some(isOpen))
    return refuse('The outcome of an earlier action is unknown. Clear that up first.');
  if (remaining === null || isActionMissing(earlier, records)) {
    return refuse('The service’s records are not complete yet. Please try again in a moment.');
  }
  const most = isOnReservation(kind) ? remaining.capturable : remaining.refundable;
  if (most === 0) return refuse('Nothing is left to do that with.');
  if (kind === ActionKind.Void && !canBeVoided(records)) {
    return refuse('It has cleared, or a part was refunded: refund the rest instead.');
  }
  const isInFull = kind === ActionKind.Void || kind === ActionKind.Release;
  const reading = isInFull
    ? { success: true as const, amount: most }
    : readAmount(amountText, remaining.currencyCode, { most });
  if (!reading.success) return reading;
  return {
    success: true,
    plan: {
      transactionId: transaction.TransactionId,
      orderCode: transaction.Order.OrderCodeText,
      kind,
      amount: reading.amount,
      card: transaction.CreditCard.Number,
      basis: remaining,
    },
  };
}

/** Returns whether a full refund is a void now: the payment has not cleared and no part of it was refunded. */
export function canBeVoided({ transaction, ofOrder, remaining }: TransactionRecords): boolean {
  const { ClearanceDate, TransactionId } = transaction;
  return (
    remaining !== null &&
    remaining.refundable > 0 &&
    ClearanceDate === null &&
    relatedTo(TransactionId, ofOrder).length === 0
  );
}

/** Returns whether the service's list lacks a transaction that an action made. Then its amounts would be too high. */
function isActionMissing(earlier: readonly Action[], { ofOrder }: TransactionRecords): boolean {
  const ids = new Set(ofOrder.map(({ TransactionId }) => TransactionId.toLowerCase()));
  return earlier.some(({ state }) => {
    const id = state.kind === 'done' ? state.transactionId : null;
    return id !== null && !ids.has(id.toLowerCase());
  });
}
