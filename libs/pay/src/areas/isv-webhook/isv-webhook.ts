import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { RETRIEVE_ISV_WEBHOOK_KEY } from './isv-webhook.operations.js';
import type { CreateIsvWebhookOptions } from '../options.generated.js';

/** Registers webhooks of an ISV. They cover all connected merchants. */
export class IsvWebhook extends Area {
  /**
   * Registers an address for one event type of all connected merchants.
   * The service requests the key from the address before it responds, so the endpoint must be running. Fails with
   * `rejected` if the address does not return the key.
   * Register each address once and keep a record: registrations cannot be listed or removed, and a repeat may add a
   * second one. The service rejects more than 10 per event type (`error.eventId` 3732).
   *
   * @example
   * const registered = await isv.webhook.create({ url, eventTypeId });
   * @see https://developer.viva.com/isv-partner-program
   */
  create(options: CreateIsvWebhookOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['webhook.create'], { options }, call);
  }

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
