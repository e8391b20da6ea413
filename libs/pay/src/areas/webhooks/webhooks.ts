import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { DELETE_SUBSCRIPTION, RETRIEVE_WEBHOOK_KEY } from './webhooks.operations.js';
import type { SubscriptionOptions } from '../options.generated.js';
import type { SubscriptionReference, WebhookSubscription } from '../results.generated.js';

/**
 * Retrieves the webhook verification key, and manages data-services subscriptions of a merchant or marketplace.
 * Subscriptions cover report files only, and require data-services credentials. Register payment events by hand in
 * the service's own app.
 */
export class PayWebhooks extends Area {
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

  /**
   * Registers an address and the secret that signs its deliveries.
   * After `outcome: 'unknown'`, check {@link listSubscriptions} first: a repeat creates a second subscription.
   *
   * @example
   * const added = await pay.webhooks.addSubscription({
   *   url, // https
   *   secret, // you create it: store it, because deliveries are signed with it and it is never returned
   *   events: [SubscriptionEvent.SaleTransactionsFileGenerated],
   * });
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  addSubscription(
    options: SubscriptionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<SubscriptionReference>> {
    return this.sender.send(operations['webhooks.addSubscription'], { options }, call);
  }

  /**
   * Replaces the address, secret and events of a subscription.
   * After a change of the secret, accept the old one for about six hours: retried deliveries may still carry it.
   *
   * @example
   * const updated = await pay.webhooks.updateSubscription(id, {
   *   url,
   *   secret,
   *   events: [SubscriptionEvent.SaleTransactionsFileGenerated],
   * });
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  updateSubscription(
    subscriptionId: string,
    options: SubscriptionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<SubscriptionReference>> {
    return this.sender.send(
      operations['webhooks.updateSubscription'],
      { path: { subscriptionId }, options },
      call,
    );
  }

  /**
   * Removes a subscription. If a repeat after a lost response fails with `notfound`, the subscription is gone.
   *
   * @example
   * const removed = await pay.webhooks.deleteSubscription(subscriptionId);
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  deleteSubscription(subscriptionId: string, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(DELETE_SUBSCRIPTION, { path: { subscriptionId } }, call);
  }

  /**
   * Lists all subscriptions of the merchant, without their secrets.
   *
   * @example
   * const list = await pay.webhooks.listSubscriptions();
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  listSubscriptions(call?: CallOptions): Promise<MethodReturn<WebhookSubscription[]>> {
    return this.sender.send(operations['webhooks.listSubscriptions'], {}, call);
  }
}
