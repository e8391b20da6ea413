import type { CreateTransactionBody } from '../request-values.generated.js';
import { within } from '../../http/request-values.js';
import { allowedIsvShare, readIsvShare } from '../isv/isv-share-fields.js';
import type { IsvShareFields } from '../payments/order-fields.js';
import type { MerchantHandler } from '../handler.js';
import { detailsOf } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

/** Makes a recurring charge or captures a pre-authorization. @see contract/openapi/transactions.yaml transactions.createTransaction */
export const createTransaction: MerchantHandler<Partial<CreateTransactionBody> & IsvShareFields> = (
  { clock, recharges },
  { path, body, targetMerchantId },
) => {
  const { amount = 0, tipAmount = 0, installments = 0 } = body;
  within('tipAmount', tipAmount, { minimum: 0, maximum: amount });
  const request = { amount, tipAmount, installments, ...detailsOf(body) };
  const share = readIsvShare(body, amount);
  return transactionResult(clock.now(), () =>
    recharges.charge(path.transactionId ?? '', {
      ...request,
      isv: allowedIsvShare(share, targetMerchantId),
    }),
  );
};
