import { Controller, VERSION_NEUTRAL } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { PayWebhook } from './pay-webhook.decorator.js';

/** Creates the controller of the webhook that a PayModule has at `webhooks.path`. */
export function createWebhookController(path: string, account: string | undefined): Type {
  class PayWebhookController {}
  // Webhook names must differ, and the log shows them.
  if (account !== undefined)
    Object.defineProperty(PayWebhookController, 'name', { value: `PayWebhookController(${account})` });
  PayWebhook(account === undefined ? {} : { account })(PayWebhookController);
  // The service posts to one address, which a new version of the application's API must not change.
  Controller({ path, version: VERSION_NEUTRAL })(PayWebhookController);
  return PayWebhookController;
}
