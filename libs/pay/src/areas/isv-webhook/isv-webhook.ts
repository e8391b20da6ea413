import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { CREATE_ISV_WEBHOOK, RETRIEVE_ISV_WEBHOOK_KEY } from './isv-webhook.operations.js';
import type { CreateIsvWebhookOptions } from './isv-webhook.types.js';

/** Webhooks of an ISV: they tell of all connected merchants. */
export class IsvWebhook extends Area {
  /**
   * Registers an address for one type of event, of all connected merchants. The service asks the address for the key
   * before it answers, so the endpoint must be up. Register once and keep a record: registrations can neither be listed
   * nor removed, a repeat may add a second one, and more than 10 for one type of event are refused (`error.eventId`
   * 3732). `rejected` also when the address did not answer with the key.
   *
   * @see contract/webhook-subscriptions.json webhook.create
   */
  create(options: CreateIsvWebhookOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(CREATE_ISV_WEBHOOK, { options }, call);
  }

  /**
   * The key with which the ISV's endpoints answer when the service verifies them: one for each ISV account.
   * Failures have the code `webhookerror`.
   */
  retrieveWebhookKey(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.sender.send(RETRIEVE_ISV_WEBHOOK_KEY, {}, call);
  }
}
