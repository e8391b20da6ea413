import { IsvPayments } from '../areas/isv-payments/isv-payments.js';
import { IsvWebhook } from '../areas/isv-webhook/isv-webhook.js';
import type { CallOptions } from '../core/call-options.js';
import type { MethodReturn } from '../core/method-return.js';
import type { PayISVOptions } from './client-options.js';
import { PayClient } from './pay-client.js';

/** The client of a reseller or ISV, who acts for connected merchants. */
export class PayISV extends PayClient {
  readonly payments: IsvPayments;
  readonly webhook: IsvWebhook;
  /** The same instance as `webhook`. */
  readonly webhooks: IsvWebhook;

  constructor(options: PayISVOptions) {
    super(options);
    this.payments = new IsvPayments(this.sender);
    this.webhook = new IsvWebhook(this.sender);
    this.webhooks = this.webhook;
  }

  /** @deprecated use `webhook.retrieveWebhookKey()`, which this calls. */
  getPayWebhookCode(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.webhook.retrieveWebhookKey(call);
  }
}
