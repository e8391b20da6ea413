import { Refusal } from '../../domain/refusal.js';
import type { Transaction } from '../../domain/transaction.js';
import type { MerchantHandler } from '../handler.js';
import { readDetails } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

/** Event ID of a payment that has nothing left to give back. @see contract/openapi/transactions.yaml transactions.cancelTransaction */
const NON_REVERSIBLE = 2055;

/** Voids or refunds a payment, or releases a pre-authorization. All fields are in the query. @see contract/openapi/transactions.yaml transactions.cancelTransaction */
export const cancelTransaction: MerchantHandler = ({ clock, reversals }, { path, query }) => {
  const request = query.checked({
    // The service rejects an amount that is missing or not above 0.
    amount: query.integer('amount', { minimum: -Infinity, required: false }) ?? 0,
    ...readDetails(query),
  });
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
