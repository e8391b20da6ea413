import { majorUnits } from '../../domain/currencies.js';
import { Refusal } from '../../domain/refusal.js';
import { TransactionType, type Transaction } from '../../domain/transaction.js';
import type { Members } from '../../domain/wire-json.js';
import { legacyEnvelope } from '../../http/error-shapes.js';
import type { OperationReply } from '../../http/operation.js';
import { membersOf } from '../members-of.js';

/**
 * Creates the response to a call that creates a transaction. A rejected call has the same members with nulls. A transaction
 * that the issuer declined has HTTP 200, error code 502 and the event ID. @see contract/behaviour/transactions.yaml errorExamples
 */
export function transactionResult(
  now: number,
  make: () => Transaction,
  extraMembers: Readonly<Record<string, null>> = {},
): OperationReply {
  const members = (values: object, refusal?: Refusal): Members =>
    membersOf('transactions.createTransaction', { ...values, ...legacyEnvelope(now, refusal) });
  try {
    const transaction = make();
    const { eventId } = transaction;
    const refusal = transaction.status === 'E' ? new Refusal(502, 'Transaction failed', eventId) : undefined;
    const json = { ...members(valuesOf(transaction), refusal), ...extraMembers };
    return { status: 200, json, eventId, isExecuted: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A rejected call has no type.
    const json = { ...members({ StatusId: 'E' }, error), TransactionTypeId: undefined, ...extraMembers };
    return { status: error.httpStatus, json, eventId: error.eventId };
  }
}

function valuesOf(transaction: Transaction): object {
  const { amount, currencyCode, id, status, threeDSecure, type } = transaction;
  return {
    ...transaction,
    // The service was seen to respond to a void with a positive amount.
    amount: majorUnits(type === TransactionType.CardVoid ? Math.abs(amount) : amount, currencyCode),
    transactionId: id,
    statusId: status,
    transactionTypeId: type,
    threeDSecureStatusId: threeDSecure,
  };
}
