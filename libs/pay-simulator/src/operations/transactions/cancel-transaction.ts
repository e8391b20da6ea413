import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { currencyCode } from '../payments/order-fields.js';
import { transactionResult } from './transaction-result.js';

/** Voids or refunds a payment, or releases a pre-authorization. All fields are in the query. @see contract/transactions.json transactions.cancelTransaction */
export const cancelTransaction =
  ({ clock, reversals }: AccountServices): OperationHandler =>
  ({ path, query }) => {
    const request = {
      amount: query.integer('amount', { min: 1 }),
      sourceCode: query.code('sourceCode'),
      currencyCode: currencyCode(query),
      customerTrns: query.text('customerTrns'),
      merchantTrns: query.text('merchantTrns'),
    };
    query.check();
    return transactionResult(clock.now(), () => reversals.cancel(path.transactionId ?? '', request), {
      RemainingRefunds: null,
    });
  };
