import { Reflector } from '@nestjs/core';
import type { PayWebhookRouteSettings } from '../options/pay.options.js';

/**
 * Settings of a webhook route or of all routes of a controller, for `@UseGuards(PayWebhookGuard)` on a route of your own.
 * The method's win over the controller's, these over PayModule's `webhooks` options.
 *
 * @example @PayWebhookOptions({ client: 'marketplace' })
 */
export const PayWebhookOptions = Reflector.createDecorator<PayWebhookRouteSettings>();

/** Marks a method as an endpoint made by `@PayWebhook()`. */
export const WebhookEndpoint = Reflector.createDecorator<{
  /** Whether the method itself takes events; false for the one that an empty controller was given. */
  runsMethod: boolean;
}>();
