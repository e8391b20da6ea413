import type { PayInquiry } from '../../core/inquiry.js';
import type { Operation } from '../../core/operation.js';
import type { LegacyTransaction } from '../transactions/legacy-transaction.types.js';
import type { Settlement } from './settlement.types.js';

const ENVELOPE = { ErrorCode: 0, ErrorText: null, CorrelationId: null, EventId: 0, Success: true };

/** What a call would have answered, as far as reading tells: what no read has is null. */
export function answerOf(
  { answer }: Operation<unknown, string>,
  { amount, id }: PayInquiry,
  { transaction }: Settlement,
): unknown {
  if (answer.kind === 'empty') return null;
  if (transaction === null) return { ...ENVELOPE, OrderCode: id, OrderCodeText: id, TimeStamp: '' };
  const isAcquiring = answer.kind === 'json' && answer.required.includes('transactionId');
  return isAcquiring
    ? { transactionId: transaction.TransactionId, eventId: 0, amount }
    : transactionAnswer(transaction);
}

function transactionAnswer(made: LegacyTransaction): object {
  return {
    ...ENVELOPE,
    TimeStamp: made.InsDate,
    TransactionId: made.TransactionId,
    Amount: made.Amount,
    StatusId: made.StatusId,
    TransactionTypeId: made.TransactionType.TransactionTypeId,
    CurrencyCode: made.CurrencyCode,
    ReferenceNumber: null,
    AuthorizationId: made.AuthorizationId,
    RetrievalReferenceNumber: made.RetrievalReferenceNumber,
    ThreeDSecureStatusId: null,
    Emv: null,
  };
}
