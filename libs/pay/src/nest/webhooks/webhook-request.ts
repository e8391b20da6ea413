import { createParamDecorator } from '@nestjs/common';
import type { PayDelivery } from '../../inbox/pay-inbox.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import type { ReceivedPayEvent } from './received-event.js';

/** Members of a webhook request that Express and Fastify have in common. */
export interface WebhookRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket: { remoteAddress?: string };
  /** Set by Nest if the application is created with `rawBody: true`. */
  rawBody?: unknown;
  /** Parsed body, or bytes or text if the application has its own parser for the route. */
  body?: unknown;
}

/** Result of the guard's checks. */
export const CHECKED = Symbol('PayWebhook');

/** A request after the guard. */
export interface CheckedRequest extends WebhookRequest {
  [CHECKED]?: { route: WebhookRoute; delivery?: PayDelivery; event?: ReceivedPayEvent };
}

/** Injects the event of this request, on a route with `@PayWebhook()` or `PayWebhookGuard`: a `ReceivedPayEvent`. */
export const PayEvent = createParamDecorator((_data: unknown, context): ReceivedPayEvent => {
  const event = context.switchToHttp().getRequest<CheckedRequest>()[CHECKED]?.event;
  if (event !== undefined) return event;
  throw new TypeError(
    `@PayEvent() in ${context.getClass().name} needs @PayWebhook() or @UseGuards(PayWebhookGuard) on its route`,
  );
});
