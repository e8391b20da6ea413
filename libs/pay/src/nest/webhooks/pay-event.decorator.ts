import { createParamDecorator } from '@nestjs/common';
import type { ReceivedPayEvent } from './received-event.js';
import { keptEvent } from './webhook-request.js';

/** The event of this request, on a route with `@PayWebhook()` or `PayWebhookGuard`: a `ReceivedPayEvent`. */
export const PayEvent = createParamDecorator((_data: unknown, context): ReceivedPayEvent => {
  const event = keptEvent(context.switchToHttp().getRequest<object>());
  if (event !== undefined) return event;
  throw new TypeError(
    `@PayEvent() in ${context.getClass().name} needs @PayWebhook() or @UseGuards(PayWebhookGuard) on its route`,
  );
});
