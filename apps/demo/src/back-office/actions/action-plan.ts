import type { LegacyTransaction } from 'nestjs-pay';
import { readAmount } from '../../money-entry.js';
import { relatedTo, type TransactionRecords } from '../payment-records.js';
import { ActionKind, isOpen, type Action, type ActionDraft } from './action.js';

/** What is asked for can be planned, or why not, in words for the operator. */
export type Planning =
  | { readonly success: true; readonly draft: Omit<ActionDraft, 'id'> }
  | { readonly success: false; readonly problem: string };

const refuse = (problem: string): Planning => ({ success: false, problem });

/**
 * Checks an action against the service's records and against what was done before.
 *
 * @param amountText MAJOR units; a void and a release take all there is and need none.
 * @param earlier this back office's actions on the transaction.
 */
export function planAction(
  records: TransactionRecords,
  kind: ActionKind,
  amountText: string,
  earlier: readonly Action[],
): Planning {
  const { transaction, ofOrder, remaining } = records;
  if (earlier.some(isOpen)) return refuse('An earlier action has no known outcome yet: settle that first.');
  if (remaining === null || unlistedAction(earlier, ofOrder) !== undefined) {
    return refuse('The service’s records are not complete yet. Please try again in a moment.');
  }
  const most = isOnReservation(kind) ? remaining.capturable : remaining.refundable;
  if (most === 0) return refuse('Nothing is left to do that with.');
  if (kind === ActionKind.Void && !canBeVoided(records)) {
    return refuse('It has cleared, or a part was refunded: refund the rest instead.');
  }
  const takesAll = kind === ActionKind.Void || kind === ActionKind.Release;
  const reading = takesAll
    ? { success: true as const, amount: most }
    : readAmount(amountText, remaining.currencyCode, { most });
  if (!reading.success) return reading;
  return {
    success: true,
    draft: {
      transactionId: transaction.TransactionId,
      orderCode: transaction.Order.OrderCodeText,
      kind,
      amount: reading.amount,
      card: transaction.CreditCard.Number,
      basis: remaining,
    },
  };
}

/** Whether giving all of a payment back now is a void: it has not cleared and nothing was given back. */
export function canBeVoided({ transaction, ofOrder, remaining }: TransactionRecords): boolean {
  const { ClearanceDate, TransactionId } = transaction;
  return (
    remaining !== null &&
    remaining.refundable > 0 &&
    ClearanceDate === null &&
    relatedTo(TransactionId, ofOrder).length === 0
  );
}

/** Whether it is about what a pre-authorisation holds. */
export function isOnReservation(kind: ActionKind): boolean {
  return kind === ActionKind.Capture || kind === ActionKind.Release;
}

/** An action that is done, and that the service's list does not show yet: amounts worked out from it would be too high. */
function unlistedAction(
  earlier: readonly Action[],
  listed: readonly LegacyTransaction[],
): Action | undefined {
  const ids = new Set(listed.map(({ TransactionId }) => TransactionId.toLowerCase()));
  return earlier.find(
    ({ state }) =>
      state.kind === 'done' && state.transactionId !== null && !ids.has(state.transactionId.toLowerCase()),
  );
}
