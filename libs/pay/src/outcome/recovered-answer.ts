import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import type { Operation } from '../core/operation/operation.js';
import type { LegacyTransaction } from '../areas/transactions/legacy-transaction.types.js';
import type { ResolvedOutcome } from '../areas/resolved-outcome.js';

const ENVELOPE = { ErrorCode: 0, ErrorText: null, CorrelationId: null, EventId: 0, Success: true };

/** Builds the answer that was lost from what the service shows. Members that no read returns are null. */
export function recoveredAnswer(
  { answer }: Operation<unknown, string>,
  { amount, id }: PayOutcomeLookup,
  { transaction }: ResolvedOutcome,
): unknown {
  if (answer.kind === 'empty') return null;
  if (transaction === null) return { ...ENVELOPE, OrderCode: id, OrderCodeText: id, TimeStamp: '' };
  const isAcquiring = answer.kind === 'json' && answer.required.includes('transactionId');
  if (!isAcquiring) return transactionAnswer(transaction);
  const transactionId = transaction.TransactionId;
  return answer.members?.amount === undefined ? { transactionId } : { transactionId, eventId: 0, amount };
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
