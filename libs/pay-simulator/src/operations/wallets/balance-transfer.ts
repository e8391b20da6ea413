import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Moves money between two wallets immediately. @see contract/wallets.json wallets.balanceTransfer */
export const balanceTransfer: MerchantHandler = ({ walletTransfers }, { path, body }) => {
  const amount = body.integer('amount', { min: 1 });
  const description = body.text('description') ?? body.text('customerTrns') ?? '';
  const saleTransactionId = body.text('saleTransactionId');
  body.require('amount');
  body.check();
  const details = { amount: amount ?? 0, description, saleTransactionId };
  const { debit, credit } = walletTransfers.send(path.walletId ?? '', path.targetWalletId ?? '', details);
  return ok({ DebitTransactionId: debit.id, CreditTransactionId: credit.id });
};
