import { Marketplace } from '../clients/marketplace.js';
import { PayISV } from '../clients/pay-isv.js';
import { PayWallet } from '../clients/pay-wallet.js';

/** A merchant's client, injectable. Configured by `wallet` in PayModule's options. */
export class PayWalletService extends PayWallet {}

/** The client of a reseller or ISV, injectable. Configured by `isv` in PayModule's options. */
export class PayIsvService extends PayISV {}

/** The client of a platform with many sellers, injectable. Configured by `marketplace` in PayModule's options. */
export class PayMarketplaceService extends Marketplace {}
