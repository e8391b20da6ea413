import { MarketPlacePayments } from '../areas/marketplace-payments/marketplace-payments.js';
import { MarketPlaceSellers } from '../areas/marketplace-sellers/marketplace-sellers.js';
import { MarketPlaceTransactions } from '../areas/marketplace-transactions/marketplace-transactions.js';
import { MarketPlaceTransfers } from '../areas/marketplace-transfers/marketplace-transfers.js';
import { PaySourceCode } from '../areas/source/source.js';
import { PayWebhooks } from '../areas/webhooks/webhooks.js';
import type { MarketplaceOptions } from './client-options.js';
import { resolveOutcome } from '../outcome/resolve-outcome.js';
import { PayClient } from './pay-client.js';

/** Client of a marketplace platform with several sellers. */
export class Marketplace extends PayClient<MarketplaceOptions> {
  readonly payments = new MarketPlacePayments(this.sender);
  readonly sellers = new MarketPlaceSellers(this.sender);
  readonly source = new PaySourceCode(this.sender, this.sourceCode);
  readonly transactions = new MarketPlaceTransactions(this.sender, resolveOutcome);
  readonly transfers = new MarketPlaceTransfers(this.sender);
  readonly webhooks = new PayWebhooks(this.sender);
}
