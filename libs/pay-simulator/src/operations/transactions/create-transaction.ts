import { allowedIsvShare, readIsvShare } from '../isv/isv-share-fields.js';
import type { MerchantHandler } from '../handler.js';
import { readDetails } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

/** Makes a recurring charge or captures a pre-authorization. @see contract/openapi/transactions.yaml transactions.createTransaction */
export const createTransaction: MerchantHandler = (
  { clock, recharges },
  { path, body, targetMerchantId },
) => {
  // The response to a charge without an amount has HTTP 200.
  const amount = body.integer('amount', { required: false }) ?? 0;
  const request = {
    amount,
    // A recurring charge of an ISV has the same URL, and no tip in the contract.
    tipAmount: body.integer('tipAmount', { minimum: 0, maximum: amount }) ?? 0,
    installments: body.integer('installments') ?? 0,
    ...readDetails(body),
  };
  const share = readIsvShare(body, amount);
  body.check();
  return transactionResult(clock.now(), () =>
    recharges.charge(path.transactionId ?? '', {
      ...request,
      isv: allowedIsvShare(share, targetMerchantId),
    }),
  );
};
