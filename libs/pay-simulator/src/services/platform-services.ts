import { PlatformRefunds } from '../domain/platform-refunds.js';
import { SellerPayouts } from '../domain/seller-payouts.js';
import { Sellers } from '../domain/sellers.js';
import { resetServices, type ResetTo } from '../domain/table.js';
import { Transfers } from '../domain/transfers.js';
import type { AccountServices } from './merchant-services.js';
import { withServices } from './with-services.js';

/** Adds the marketplace's services to those of the main merchant, which is the platform. Its wallet funds the sellers. */
export function createPlatformServices(merchant: AccountServices) {
  const withSellers = withServices(merchant, { Sellers });
  const services = withServices(withServices(withSellers, { SellerPayouts, Transfers }), { PlatformRefunds });
  const { clearing, sellers, sellerPayouts, state, transfers } = services;
  state.add('', sellers, sellerPayouts, transfers);
  state.add('sellers/', sellers.onboardings);
  merchant.watchEvents((event) => {
    if (event.type === 'payment-created') transfers.createForOrder(event.transaction, event.order);
  });
  clearing.watch((payment) => transfers.executeForPayment(payment));
  const resetPlatform = (to: ResetTo): void =>
    resetServices([sellers, sellers.onboardings, sellerPayouts, transfers], to);
  return { ...services, resetPlatform };
}
