import { majorUnits } from '../../domain/currencies.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Lists the wallets: camelCase, the currency as a number. @see contract/wallets.json wallets.retrieveMerchantWallets */
export const retrieveMerchantWallets =
  ({ wallets }: Pick<Services, 'wallets'>): OperationHandler =>
  () => ({
    status: 200,
    json: wallets.own().map((wallet) => {
      const { available, reserved } = wallets.balance(wallet);
      return {
        iban: wallet.iban,
        walletId: BigInt(wallet.id),
        isPrimary: wallet.isPrimary,
        amount: majorUnits(available + reserved, wallet.currencyCode),
        available: majorUnits(available, wallet.currencyCode),
        overdraft: majorUnits(0, wallet.currencyCode),
        friendlyName: wallet.name,
        currencyCode: Number(wallet.currencyCode),
        hasIssuedCard: false,
      };
    }),
  });
