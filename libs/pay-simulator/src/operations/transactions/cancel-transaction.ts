import { currencyCode } from '../payments/order-fields.js';
import type { MerchantHandler } from '../handler.js';
import { transactionResult } from './transaction-result.js';

/** Voids or refunds a payment, or releases a pre-authorization. All fields are in the query. @see contract/transactions.json transactions.cancelTransaction */
export const cancelTransaction: MerchantHandler = ({ clock, reversals }, { path, query }) => {
  const request = query.checked({
    amount: query.integer('amount', { min: 1 }),
    sourceCode: query.code('sourceCode'),
    currencyCode: currencyCode(query),
    customerTrns: query.text('customerTrns'),
    merchantTrns: query.text('merchantTrns'),
  });
  return transactionResult(clock.now(), () => reversals.cancel(path.transactionId ?? '', request), {
    RemainingRefunds: null,
  });
};
