import { IsvConnectedAccounts } from '../areas/isv-connected-accounts/isv-connected-accounts.js';
import { IsvPayments } from '../areas/isv-payments/isv-payments.js';
import { IsvPos } from '../areas/isv-pos/isv-pos.js';
import { IsvSourceCode } from '../areas/isv-source/isv-source.js';
import { IsvTransactions } from '../areas/isv-transactions/isv-transactions.js';
import { IsvWebhook } from '../areas/isv-webhook/isv-webhook.js';
import type { PayISVOptions } from './client-options.js';
import { resolveOutcome } from '../outcome/resolve-outcome.js';
import { PayClient } from './pay-client.js';

/** Client of a reseller or ISV that acts on behalf of connected merchants. */
export class PayISV extends PayClient<PayISVOptions> {
  readonly connectedAccounts = new IsvConnectedAccounts(this.sender);
  readonly payments = new IsvPayments(this.sender, resolveOutcome);
  readonly pos = new IsvPos(this.sender);
  readonly source = new IsvSourceCode(this.sender, this.sourceCode);
  readonly transactions = new IsvTransactions(this.sender, resolveOutcome);
  readonly webhook = new IsvWebhook(this.sender);
  /** Same instance as `webhook`. */
  readonly webhooks = this.webhook;
}
