import { TransactionType } from '../areas/coded-values.generated.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import type { Operation } from '../core/operation/operation.js';
import type { ResolvedOutcome } from '../areas/resolved-outcome.js';
import type { LegacyTransaction } from '../areas/results.generated.js';

const ENVELOPE = { ErrorCode: 0, ErrorText: null, CorrelationId: null, EventId: 0, Success: true };

/** Builds the response that was lost from what the service shows. Members that no read returns are null. */
export function recoveredResponse(
  { response }: Operation<unknown, string>,
  { amount, id }: PayOutcomeLookup,
  { transaction }: ResolvedOutcome,
): unknown {
  if (response.kind === 'empty') return null;
  if (transaction === null) return { ...ENVELOPE, OrderCode: id, OrderCodeText: id, TimeStamp: '' };
  const isAcquiring = response.kind === 'json' && response.required.includes('transactionId');
  if (!isAcquiring) return transactionResponse(transaction);
  const transactionId = transaction.TransactionId;
  return response.amount === undefined ? { transactionId } : { transactionId, eventId: 0, amount };
}

function transactionResponse(made: LegacyTransaction): object {
  return {
    ...ENVELOPE,
    TimeStamp: made.InsDate,
    TransactionId: made.TransactionId,
    // The service responds to a void with a positive amount.
    Amount:
      made.TransactionType.TransactionTypeId === TransactionType.CardVoid
        ? Math.abs(made.Amount)
        : made.Amount,
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
