import type { MarketplaceTransactionsCancelTransactionQuery } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';

/** Voids or refunds a platform's payment. All fields are in the query. @see contract/openapi/marketplace.yaml transactions.cancelTransaction */
export const cancelPlatformTransaction: Handler<object, MarketplaceTransactionsCancelTransactionQuery> = (
  { platformRefunds, idempotencyKeys },
  { path, query, claim },
) => {
  const {
    idempotencyKey: key,
    reverseTransfers = false,
    refundPlatformFee = false,
    amount,
    sourceCode,
    merchantTrns,
  } = query;
  const request = { amount, sourceCode, merchantTrns };
  const flags = { reverseTransfers, refundPlatformFee };
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
