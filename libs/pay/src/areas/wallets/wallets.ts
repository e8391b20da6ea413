import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { BALANCE_TRANSFER, RETRIEVE_MERCHANT_WALLETS, RETRIEVE_WALLET } from './wallets.operations.js';
import type {
  BalanceTransfer,
  BalanceTransferOptions,
  LegacyWallet,
  MerchantWallet,
  WalletIdInput,
} from './wallets.types.js';

/** The merchant's wallets: balances, and transfers between wallets of the service. */
export class PayWallets extends Area {
  /**
   * Lists the wallets with their balances in MAJOR units, through the older call (Basic auth, PascalCase).
   *
   * @deprecated by the service; use {@link retrieveMerchantWallets}.
   * @see https://developer.viva.com/apis-for-payments/wallet-api
   */
  retrieveWallet(call?: CallOptions): Promise<MethodReturn<LegacyWallet[]>> {
    return this.sender.send(RETRIEVE_WALLET, {}, call);
  }

  /**
   * Lists the wallets with their balances in MAJOR units.
   * Needs the client id and secret of the Account Transactions credentials: those of checkout are `forbidden`.
   *
   * @see https://developer.viva.com/apis-for-payments/wallet-api
   */
  retrieveMerchantWallets(call?: CallOptions): Promise<MethodReturn<MerchantWallet[]>> {
    return this.sender.send(RETRIEVE_MERCHANT_WALLETS, {}, call);
  }

  /**
   * Moves money to another wallet of the service, the merchant's own or someone else's, in the same currency, at once.
   * There is no idempotency key: after `outcome: 'unknown'` look for the movement before repeating.
   * `forbidden`: "Allow transfers between accounts" is off for the paying account, as it is by default.
   *
   * @param walletId pays; must be the merchant's.
   * @param targetWalletId is credited.
   * @param options `amount` in minor units.
   * @see https://developer.viva.com/apis-for-payments/wallet-api
   */
  balanceTransfer(
    walletId: WalletIdInput,
    targetWalletId: WalletIdInput,
    options: BalanceTransferOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<BalanceTransfer>> {
    return this.sender.send(BALANCE_TRANSFER, { path: { walletId, targetWalletId }, options }, call);
  }
}
