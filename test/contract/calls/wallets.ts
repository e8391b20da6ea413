import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const walletsCalls: Record<string, CallExample> = {
  'PayWallet wallets.retrieveWallet': (c) => c.PayWallet.wallets.retrieveWallet(),
  'PayWallet wallets.retrieveMerchantWallets': (c) => c.PayWallet.wallets.retrieveMerchantWallets(),
  'PayWallet wallets.balanceTransfer': (c, path, options) =>
    c.PayWallet.wallets.balanceTransfer(
      text(path, 'walletId'),
      text(path, 'targetWalletId'),
      options as never,
    ),
};
