import { majorUnits } from '../../domain/currencies.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Lists the wallets the old way: PascalCase, the currency as text. @see contract/wallets.json wallets.retrieveWallet */
export const retrieveWallet =
  ({ wallets }: Pick<Services, 'wallets'>): OperationHandler =>
  () => ({
    status: 200,
    json: wallets.own().map((wallet) => {
      const { available, reserved } = wallets.balance(wallet);
      return {
        Iban: wallet.iban,
        WalletId: BigInt(wallet.id),
        IsPrimary: wallet.isPrimary,
        Amount: majorUnits(available + reserved, wallet.currencyCode),
        Available: majorUnits(available, wallet.currencyCode),
        Overdraft: majorUnits(0, wallet.currencyCode),
        FriendlyName: wallet.name,
        CurrencyCode: wallet.currencyCode,
      };
    }),
  });
