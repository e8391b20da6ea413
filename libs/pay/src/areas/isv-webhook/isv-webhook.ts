import { IsvWebhookMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { RETRIEVE_ISV_WEBHOOK_KEY } from './isv-webhook.operations.js';

/** Registers webhooks of an ISV. They cover all connected merchants. */
export class IsvWebhook extends IsvWebhookMethods {
  /**
   * Retrieves the key that the ISV's endpoints return when the service verifies them. Each ISV account has one key.
   * Failures have the code `webhookerror`.
   *
   * @example
   * const key = await pay.webhook.retrieveWebhookKey();
   * @see https://developer.viva.com/isv-partner-program
   */
  retrieveWebhookKey(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.sender.send(RETRIEVE_ISV_WEBHOOK_KEY, {}, call);
  }
}
