import { WebhooksMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { RETRIEVE_WEBHOOK_KEY } from './webhooks.operations.js';

/**
 * Retrieves the webhook verification key, and manages data-services subscriptions of a merchant or marketplace.
 * Subscriptions cover report files only, and require data-services credentials. Register payment events by hand in
 * the service's own app.
 */
export class PayWebhooks extends WebhooksMethods {
  /**
   * Retrieves the key that the merchant's endpoint returns when the service verifies its address.
   * Each merchant has one key per environment. The service does not sign anything with it. Failures have the code
   * `webhookerror`.
   *
   * @example
   * const key = await pay.webhooks.retrieveWebhookKey();
   * @see https://developer.viva.com/webhooks-for-payments/setting-up-webhooks/
   */
  retrieveWebhookKey(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.sender.send(RETRIEVE_WEBHOOK_KEY, {}, call);
  }
}
