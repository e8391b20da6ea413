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

/** Reads the common fields of card acquiring requests. The amount is in minor units. */
export function readAcquiringRequest(fields: Fields) {
  const request = { amount: fields.integer('amount', { required: true }), ...readDetails(fields) };
  return { request, key: fields.text('idempotencyKey') };
}

/** Sends money to the card of a payment once for each idempotency key. Locks the key and the payment meanwhile. The response is in minor units. */
export const disbursement =
  (operation: 'rebate' | 'fastRefund'): MerchantHandler =>
  ({ disbursements, idempotencyKeys, transactions }, { path, body, claim }) => {
    const { request, key } = readAcquiringRequest(body);
    body.check();
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
