import type { CancelTransactionQuery } from '../request-values.generated.js';
import { Refusal } from '../../domain/refusal.js';
import type { Transaction } from '../../domain/transaction.js';
import type { MerchantHandler } from '../handler.js';
import { detailsOf } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

/** Event ID of a payment that has nothing left to give back. @see contract/openapi/transactions.yaml transactions.cancelTransaction */
const NON_REVERSIBLE = 2055;

/** Voids or refunds a payment, or releases a pre-authorization. All fields are in the query. @see contract/openapi/transactions.yaml transactions.cancelTransaction */
export const cancelTransaction: MerchantHandler<object, CancelTransactionQuery> = (
  { clock, reversals },
  { path, query },
) => {
  const { amount = 0 }: Partial<CancelTransactionQuery> = query;
  const request = { amount, ...detailsOf(query) };
  const cancel = (): Transaction => {
    if (request.amount <= 0) throw new Refusal(400, 'Negative or zero amount in reversal');
    try {
      return reversals.cancel(path.transactionId ?? '', request);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 409) throw error;
      throw new Refusal(403, 'Non reversible transaction', NON_REVERSIBLE);
    }
  };
  return transactionResult(clock.now(), cancel, { RemainingRefunds: null });
};
