import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Moves money between two wallets immediately. @see contract/openapi/wallets.yaml wallets.balanceTransfer */
export const balanceTransfer: MerchantHandler = ({ bankTransfers }, { path, body }) => {
  const details = body.checked({
    amount: body.integer('amount', { required: true }),
    description: body.text('description') ?? body.text('customerTrns') ?? '',
    saleTransactionId: body.optionalText('saleTransactionId'),
  });
  const { walletId = '', targetWalletId = '' } = path;
  const { debit, credit } = bankTransfers.sendToWallet(walletId, targetWalletId, details);
  return ok({ DebitTransactionId: debit.id, CreditTransactionId: credit.id });
};
