import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';

/** Voids or refunds a platform's payment. All fields are in the query. @see contract/openapi/marketplace.yaml transactions.cancelTransaction */
export const cancelPlatformTransaction: Handler = (
  { platformRefunds, idempotencyKeys },
  { path, query, claim },
) => {
  const request = {
    amount: query.integer('amount', { required: true }),
    sourceCode: query.code('sourceCode'),
    merchantTrns: query.text('merchantTrns'),
  };
  const flags = {
    reverseTransfers: query.boolean('reverseTransfers') ?? false,
    refundPlatformFee: query.boolean('refundPlatformFee') ?? false,
  };
  const key = query.text('idempotencyKey');
  query.check();
  const paymentId = path.transactionId ?? '';
  if (key !== undefined) claim([`platformRefund with ${key}`]);
  const { id } = idempotencyKeys.runOnce(
    'platformRefund',
    key,
    { paymentId: paymentId.toLowerCase(), ...request, ...flags },
    () => platformRefunds.refund(paymentId, request, flags),
  );
  return ok({ transactionId: id });
};
