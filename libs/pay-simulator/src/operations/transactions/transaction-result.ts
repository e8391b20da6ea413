import { majorUnits } from '../../domain/currencies.js';
import { Refusal } from '../../domain/refusal.js';
import type { Transaction } from '../../domain/transaction.js';
import { legacyEnvelope } from '../../http/error-shapes.js';
import type { OperationReply } from '../../http/operation.js';

/**
 * Creates the response to a call that creates a transaction. A rejected call has the same members with nulls. A transaction
 * that the issuer declined has HTTP 200, error code 502 and the event ID. @see contract/transactions.json errorExamples
 */
export function transactionResult(
  now: number,
  make: () => Transaction,
  extraMembers: Readonly<Record<string, null>> = {},
): OperationReply {
  try {
    const transaction = make();
    const { eventId } = transaction;
    const refusal = transaction.status === 'E' ? new Refusal(502, 'Transaction failed', eventId) : undefined;
    return {
      status: 200,
      json: { ...members(transaction), ...extraMembers, ...legacyEnvelope(now, refusal) },
      eventId,
      isExecuted: true,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      status: error.httpStatus,
      json: { ...NULL_MEMBERS, ...extraMembers, ...legacyEnvelope(now, error) },
    };
  }
}

const NULL_MEMBERS = {
  Emv: null,
  Amount: null,
  StatusId: 'E',
  RedirectUrl: null,
  CurrencyCode: null,
  TransactionId: null,
  ReferenceNumber: null,
  AuthorizationId: null,
  RetrievalReferenceNumber: null,
  Loyalty: null,
  ThreeDSecureStatusId: null,
};

function members(transaction: Transaction) {
  return {
    ...NULL_MEMBERS,
    Amount: majorUnits(transaction.amount, transaction.currencyCode),
    StatusId: transaction.status,
    TransactionTypeId: transaction.type,
    CurrencyCode: transaction.currencyCode,
    TransactionId: transaction.id,
    ReferenceNumber: transaction.referenceNumber,
    AuthorizationId: transaction.authorizationId,
    RetrievalReferenceNumber: transaction.retrievalReferenceNumber,
    ThreeDSecureStatusId: transaction.threeDSecure,
  };
}
