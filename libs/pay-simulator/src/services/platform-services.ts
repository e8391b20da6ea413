import { PlatformRefunds } from '../domain/platform-refunds.js';
import { SellerPayouts } from '../domain/seller-payouts.js';
import { Sellers } from '../domain/sellers.js';
import { resetServices, type ResetTo } from '../domain/table.js';
import { Transfers } from '../domain/transfers.js';
import type { MerchantServices } from './merchant-services.js';
import type { SharedServices } from './shared-services.js';

/** Creates the marketplace's services. The main merchant is the platform; its wallet funds the sellers. */
export function createPlatformServices(
  { clock, ids, state, days }: SharedServices,
  merchant: MerchantServices,
) {
  const { account, clearing, permissions, publish, transactions, wallets } = merchant;
  const sellers = new Sellers(account, wallets, merchant.statement, clock, ids, publish);
  const sellerPayouts = new SellerPayouts(clock, days, sellers, wallets);
  const transfers = new Transfers(clock, ids, sellers, transactions, wallets, permissions, publish);
  state.add('', sellers, sellerPayouts, transfers);
  state.add('sellers/', sellers.onboardings);
  const platformRefunds = new PlatformRefunds(
    transactions,
    merchant.reversals,
    transfers,
    sellers,
    wallets,
    permissions,
  );
  merchant.watchEvents((event) => {
    if (event.type === 'payment-created') transfers.createForOrder(event.transaction, event.order);
  });
  clearing.watch((payment) => transfers.executeForPayment(payment));
  const resetPlatform = (to: ResetTo): void =>
    resetServices([sellers, sellers.onboardings, sellerPayouts, transfers], to);
  return { sellers, sellerPayouts, transfers, platformRefunds, resetPlatform };
}
