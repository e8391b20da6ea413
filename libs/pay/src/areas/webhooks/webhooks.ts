import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import {
  ADD_SUBSCRIPTION,
  DELETE_SUBSCRIPTION,
  LIST_SUBSCRIPTIONS,
  RETRIEVE_WEBHOOK_KEY,
  UPDATE_SUBSCRIPTION,
} from './webhooks.operations.js';
import type { SubscriptionOptions, SubscriptionReference, WebhookSubscription } from './webhooks.types.js';

/**
 * Webhook verification and data-services subscriptions of a merchant or marketplace. Subscriptions tell of report files
 * only: payment events are registered by hand in the service's own app. They need data-services credentials.
 */
export class PayWebhooks extends Area {
  /**
   * The key with which the merchant's endpoint answers when the service verifies its address: one for each merchant and
   * environment. Nothing is signed with it. Failures have the code `webhookerror`.
   *
   * @see https://developer.viva.com/webhooks-for-payments/setting-up-webhooks/
   */
  retrieveWebhookKey(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.sender.send(RETRIEVE_WEBHOOK_KEY, {}, call);
  }

  /**
   * Registers an address and the secret that its deliveries are signed with. After `outcome: 'unknown'` look with
   * {@link listSubscriptions} first: a repeat makes a second subscription.
   *
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  addSubscription(
    options: SubscriptionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<SubscriptionReference>> {
    return this.sender.send(ADD_SUBSCRIPTION, { options }, call);
  }

  /**
   * Replaces address, secret and events. After a new secret accept the old one for about six hours: retries may carry it.
   *
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  updateSubscription(
    subscriptionId: string,
    options: SubscriptionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<SubscriptionReference>> {
    return this.sender.send(UPDATE_SUBSCRIPTION, { path: { subscriptionId }, options }, call);
  }

  /**
   * Removes a subscription. `notfound` after a lost answer means that it is gone.
   *
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  deleteSubscription(subscriptionId: string, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(DELETE_SUBSCRIPTION, { path: { subscriptionId } }, call);
  }

  /**
   * All subscriptions of the merchant, without their secrets.
   *
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  listSubscriptions(call?: CallOptions): Promise<MethodReturn<WebhookSubscription[]>> {
    return this.sender.send(LIST_SUBSCRIPTIONS, {}, call);
  }
}
