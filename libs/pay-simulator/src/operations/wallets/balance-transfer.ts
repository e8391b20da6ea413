import type { BalanceTransferBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Moves money between two wallets immediately. @see contract/openapi/wallets.yaml wallets.balanceTransfer */
export const balanceTransfer: MerchantHandler<BalanceTransferBody> = ({ bankTransfers }, { path, body }) => {
  const { amount, customerTrns = '', description = customerTrns, saleTransactionId } = body;
  const details = { amount, description, saleTransactionId };
  const { walletId = '', targetWalletId = '' } = path;
  const { debit, credit } = bankTransfers.sendToWallet(walletId, targetWalletId, details);
  return ok({ DebitTransactionId: debit.id, CreditTransactionId: credit.id });
};
