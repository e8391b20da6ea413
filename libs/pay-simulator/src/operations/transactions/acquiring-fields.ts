import type {
  AcquiringRefundQuery,
  CreateTransactionBody,
  TransactionsRebateBody,
} from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Fields that a charge or a refund can have besides its amount. */
type Details = Partial<Omit<CreateTransactionBody, 'amount'>>;

/** Returns what a charge or a refund has besides its amount. */
export const detailsOf = ({ sourceCode, currencyCode: currency, customerTrns, merchantTrns }: Details) => ({
  ...{ sourceCode, customerTrns, merchantTrns },
  currencyCode: currency?.padStart(3, '0'),
});

/** Returns a card acquiring request. The amount is in minor units. */
export const acquiringRequest = ({
  amount,
  idempotencyKey: key,
  ...details
}: Details & Pick<AcquiringRefundQuery, 'amount' | 'idempotencyKey'>) => ({
  request: { amount, ...detailsOf(details) },
  key,
});

/** Sends money to the card of a payment once for each idempotency key. Locks the key and the payment meanwhile. The response is in minor units. */
export const disbursement =
  (operation: 'rebate' | 'fastRefund'): MerchantHandler<TransactionsRebateBody> =>
  ({ disbursements, idempotencyKeys, transactions }, { path, body, claim }) => {
    const { request, key } = acquiringRequest(body);
    const paymentId = path.transactionId ?? '';
    const payment = `${operation} on ${paymentId.toLowerCase()}`;
    claim(key === undefined ? [payment] : [payment, `${operation} with ${key}`]);
    const { id, amount } = idempotencyKeys.runOnce(
      operation,
      key,
      { paymentId: paymentId.toLowerCase(), ...request },
      () => disbursements[operation](paymentId, request),
      (transaction) => transactions.get(transaction.id).status !== 'X',
    );
    return ok({ transactionId: id, eventId: 0, amount: -amount });
  };
