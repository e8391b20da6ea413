import type { AcquiringRefundQuery } from '../request-values.generated.js';
import type { Fields } from '../../http/fields.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { currencyCode } from '../payments/order-fields.js';

/** Reads what a charge or a refund can have besides its amount. */
export const readDetails = (fields: Fields) => ({
  sourceCode: fields.code('sourceCode'),
  currencyCode: currencyCode(fields),
  customerTrns: fields.text('customerTrns'),
  merchantTrns: fields.text('merchantTrns'),
});

/** Reads a card acquiring request, which it then checks. The amount is in minor units. */
export function readAcquiringRequest(fields: Fields) {
  const details = readDetails(fields);
  const { amount, idempotencyKey: key } = fields.rest<AcquiringRefundQuery>();
  return { request: { amount, ...details }, key };
}

/** Sends money to the card of a payment once for each idempotency key. Locks the key and the payment meanwhile. The response is in minor units. */
export const disbursement =
  (operation: 'rebate' | 'fastRefund'): MerchantHandler =>
  ({ disbursements, idempotencyKeys, transactions }, { path, body, claim }) => {
    const { request, key } = readAcquiringRequest(body);
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
