import { PayPayments } from '../areas/payments/payments.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import { PayWebhooks } from '../areas/webhooks/webhooks.js';
import type { CallOptions } from '../core/call-options.js';
import type { MethodReturn } from '../core/method-return.js';
import type { PayWalletOptions } from './client-options.js';
import { PayClient } from './pay-client.js';

/** A merchant's client. */
export class PayWallet extends PayClient {
  readonly payments: PayPayments;
  readonly transactions: PayTransactions;
  readonly webhooks: PayWebhooks;

  constructor(options: PayWalletOptions) {
    super(options);
    this.payments = new PayPayments(this.sender);
    this.transactions = new PayTransactions(this.sender);
    this.webhooks = new PayWebhooks(this.sender);
  }

  /** @deprecated use `webhooks.retrieveWebhookKey()`, which this calls. */
  getPayWebhookCode(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.webhooks.retrieveWebhookKey(call);
  }
}
