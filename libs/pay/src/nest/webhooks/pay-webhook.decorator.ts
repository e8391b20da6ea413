import {
  All,
  Catch,
  createParamDecorator,
  HttpCode,
  Req,
  Res,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { PayWebhookRouteSettings } from '../options/pay.options.js';
import { PayWebhookGuard } from './pay-webhook.guard.js';
import type { CheckedRequest } from './pay-webhook.guard.js';
import { CHECKED } from './pay-webhook.responder.js';
import type { CheckedWebhook } from './pay-webhook.responder.js';
import { PayWebhookOptions, WebhookEndpoint } from './pay-webhook.routes.js';
import type { ReceivedPayEvent } from './received-event.js';

/**
 * Answers an endpoint's errors as Nest does by default. The application's filters do not run: a filter that answers 200 would
 * end the service's deliveries of a refused event.
 */
@Catch()
class PayWebhookFilter extends BaseExceptionFilter {}

/** Runs the route's own method after the event's handlers, and answers when it has ended. */
class PayWebhookInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<undefined>> {
    const http = context.switchToHttp();
    const checked = checkedBy(http.getRequest<CheckedRequest>(), context.getClass().name);
    await checked.responder.respond(checked, http.getResponse(), async (event) => {
      checked.event = event;
      await lastValueFrom(next.handle(), { defaultValue: undefined });
    });
    return of(undefined);
  }
}

function checkedBy({ [CHECKED]: checked }: CheckedRequest, controller: string): CheckedWebhook {
  if (checked !== undefined) return checked;
  throw new TypeError(`the guard of ${controller} did not check the request`);
}

/** Options of `@PayWebhook()`. */
export interface PayWebhookEndpointOptions extends PayWebhookRouteSettings {
  /** Path below the controller's. @default the controller's path */
  path?: string;
  /** Your own guard. It must extend PayWebhookGuard. */
  guard?: Type<CanActivate>;
  /** More decorators for the route's method, for guards of your application that read metadata of methods only. */
  decorators?: readonly MethodDecorator[];
}

/** Name of the method that `@PayWebhook()` adds to a controller class. */
const ADDED_METHOD = 'receivePayWebhook';
/** Index of the `@Res()` parameter, after all parameters that a method can have. */
const RESPONSE_PARAMETER = 30;

/**
 * Creates a webhook endpoint. It answers the service's GET handshake, checks and confirms each POST, ignores duplicates, and
 * runs the handlers with `@OnPayEvent()`. On a controller class, which may be empty, it adds the route. On a method, it runs
 * the method after the handlers, with `@PayEvent()` as its parameter.
 *
 * @example
 * @PayWebhook()
 * @Controller('pay/webhook')
 * export class PayWebhookController {}
 */
export function PayWebhook(
  options: string | PayWebhookEndpointOptions = {},
): ClassDecorator & MethodDecorator {
  const endpoint = typeof options === 'string' ? { path: options } : options;
  return (target: object, method?: string | symbol) => {
    if (method !== undefined) {
      addEndpoint(target, method, endpoint, [
        WebhookEndpoint({ runsMethod: true }),
        UseInterceptors(PayWebhookInterceptor),
      ]);
      Res()(target, method, RESPONSE_PARAMETER);
      return;
    }
    const { name, prototype } = target as { name: string; prototype: object };
    Object.defineProperty(prototype, ADDED_METHOD, {
      // The method answers without an interceptor, which would cost as much as all checks.
      value: function receivePayWebhook(request: CheckedRequest, response: unknown): Promise<void> {
        const checked = checkedBy(request, name);
        return checked.responder.respond(checked, response, null);
      },
      configurable: true,
      writable: true,
    });
    addEndpoint(prototype, ADDED_METHOD, endpoint, [WebhookEndpoint({ runsMethod: false })]);
    Req()(prototype, ADDED_METHOD, 0);
    Res()(prototype, ADDED_METHOD, 1);
  };
}

/** The caller adds a `@Res()` parameter, so that Nest does not answer, and other interceptors cannot change the handshake. */
function addEndpoint(
  prototype: object,
  method: string | symbol,
  { path = '', guard = PayWebhookGuard, decorators = [], ...settings }: PayWebhookEndpointOptions,
  more: readonly MethodDecorator[],
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method) ?? {};
  const all = [
    All(path),
    HttpCode(200),
    UseGuards(guard),
    UseFilters(PayWebhookFilter),
    PayWebhookOptions(settings),
    ...more,
    ...decorators,
  ] as MethodDecorator[];
  for (const decorator of all) decorator(prototype, method, descriptor);
}

/** Injects the event of this request, on a route with `@PayWebhook()` or `PayWebhookGuard`: a `ReceivedPayEvent`. */
export const PayEvent = createParamDecorator((_data: unknown, context): ReceivedPayEvent => {
  const event = context.switchToHttp().getRequest<CheckedRequest>()[CHECKED]?.event;
  if (event !== undefined) return event;
  throw new TypeError(
    `@PayEvent() in ${context.getClass().name} needs @PayWebhook() or @UseGuards(PayWebhookGuard) on its route`,
  );
});
