import type { Fields } from '../../http/fields.js';
import { currencyCode } from '../payments/order-fields.js';

/** What every card acquiring call may say besides its own: amount in minor units, source, references, key. */
export function acquiringFields(fields: Fields) {
  fields.require('amount');
  const read = {
    amount: fields.integer('amount', { min: 1 }) ?? 0,
    sourceCode: fields.text('sourceCode', { min: 1 }),
    currencyCode: currencyCode(fields),
    customerTrns: fields.text('customerTrns'),
    merchantTrns: fields.text('merchantTrns'),
  };
  return { request: read, key: fields.text('idempotencyKey', { min: 1 }) };
}

/** What only one call at a time may work on: its key, and its transaction. @see contract/transactions.json transactions.fastRefund */
export function claimed(
  operation: string,
  transactionId: string,
  key: string | undefined,
): readonly string[] {
  const transaction = `${operation} on ${transactionId.toLowerCase()}`;
  return key === undefined ? [transaction] : [transaction, `${operation} with ${key}`];
}
