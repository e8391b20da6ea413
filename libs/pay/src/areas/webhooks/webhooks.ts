import { Area } from '../../core/area.js';
import type { CallOptions } from '../../core/call-options.js';
import type { MethodReturn } from '../../core/method-return.js';
import { RETRIEVE_WEBHOOK_KEY } from './webhooks.operations.js';

/** Webhook verification of a merchant or marketplace. */
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
}
