import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { BalanceTransferOptions } from '../options.generated.js';
import type { WalletIdInput } from '../wallet-id.js';
import type { BalanceTransfer, LegacyWallet, MerchantWallet } from '../results.generated.js';

/** Lists the merchant's wallets, and transfers money between wallets of the service. */
export class PayWallets extends Area {
  /**
   * Lists the wallets with their balances in MAJOR units, through the older call (Basic auth, PascalCase).
   *
   * @deprecated Deprecated by the service. Use {@link retrieveMerchantWallets}.
   * @example
   * const wallets = await pay.wallets.retrieveWallet();
   * @see https://developer.viva.com/apis-for-payments/wallet-api
   */
  retrieveWallet(call?: CallOptions): Promise<MethodReturn<LegacyWallet[]>> {
    return this.sender.send(operations['wallets.retrieveWallet'], {}, call);
  }

  /**
   * Lists the wallets with their balances in MAJOR units.
   * Requires Account Transactions credentials. Fails with `forbidden` with checkout credentials.
   *
   * @example
   * const wallets = await pay.wallets.retrieveMerchantWallets();
   * @see https://developer.viva.com/apis-for-payments/wallet-api
   */
  retrieveMerchantWallets(call?: CallOptions): Promise<MethodReturn<MerchantWallet[]>> {
    return this.sender.send(operations['wallets.retrieveMerchantWallets'], {}, call);
  }

  /**
   * Transfers money to another wallet of the service in the same currency, at once. The wallet can belong to
   * another merchant.
   * Fails with `rejected` if the available balance is too low or the currencies differ. Fails with `forbidden` if "Allow
   * transfers between accounts" is off for the paying account, which is the default.
   * Pass the call option `idempotencyKey`, so that no second call sends the money again. No read shows what happened
   * after `outcome: 'unknown'`: look for the movement.
   *
   * @param walletId Wallet that pays. It must belong to the merchant.
   * @param targetWalletId Wallet that receives the money.
   * @param options `amount` is in minor units.
   * @example
   * const moved = await pay.wallets.balanceTransfer(from, to, {
   *   amount: 2450, // minor units, although balances are in MAJOR units
   *   description: 'Share of March',
   * });
   * @see https://developer.viva.com/apis-for-payments/wallet-api
   */
  balanceTransfer(
    walletId: WalletIdInput,
    targetWalletId: WalletIdInput,
    options: BalanceTransferOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<BalanceTransfer>> {
    return this.sender.send(
      operations['wallets.balanceTransfer'],
      { path: { walletId, targetWalletId }, options },
      call,
    );
  }
}
