import { Area } from '../../core/area.js';
import type { CallOptions } from '../../core/call-options.js';
import type { MethodReturn } from '../../core/method-return.js';
import { RETRIEVE_ISV_WEBHOOK_KEY } from './isv-webhook.operations.js';

/** Webhook verification of an ISV. */
export class IsvWebhook extends Area {
  /**
   * The key with which the ISV's endpoints answer when the service verifies them: one for each ISV account.
   * Failures have the code `webhookerror`.
   */
  retrieveWebhookKey(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.sender.send(RETRIEVE_ISV_WEBHOOK_KEY, {}, call);
  }
}
