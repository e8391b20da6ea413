import { majorUnits } from '../../domain/currencies.js';
import type { ServiceWallet, WalletBalance } from '../../domain/movement.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Lists the wallets in camel case, with the currency as a number. @see contract/openapi/wallets.yaml wallets.retrieveMerchantWallets */
export const retrieveMerchantWallets: MerchantHandler = ({ wallets }) =>
  ok(
    wallets.own().map((wallet) => ({
      ...walletView(wallet, wallets.balance(wallet)),
      currencyCode: Number(wallet.currencyCode),
      hasIssuedCard: false,
    })),
  );

/** Formats the common members of a wallet. */
export function walletView(wallet: ServiceWallet, { available, reserved }: WalletBalance) {
  return {
    iban: wallet.iban,
    walletId: BigInt(wallet.id),
    isPrimary: wallet.isPrimary,
    amount: majorUnits(available + reserved, wallet.currencyCode),
    available: majorUnits(available, wallet.currencyCode),
    overdraft: majorUnits(0, wallet.currencyCode),
    friendlyName: wallet.name,
    currencyCode: wallet.currencyCode,
  };
}
