import {
  Catch,
  createParamDecorator,
  Get,
  HttpCode,
  Post,
  Req,
  Res,
  SetMetadata,
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
import { PayWebhookOptions, VerificationOf, WebhookEndpoint } from './pay-webhook.routes.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

/**
 * Responds to an endpoint's errors as Nest does by default. The application's filters do not run: a filter that responds with 200 would
 * end the service's deliveries of a refused event.
 */
@Catch()
class PayWebhookFilter extends BaseExceptionFilter {}

/** Runs the route's own method after the event's handlers, and responds when it has ended. */
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

/** Name of the method that `@PayWebhook()` adds to a controller class for deliveries. */
const ADDED_METHOD = 'receivePayWebhook';
/** Index of the `@Res()` parameter, after all parameters that a method can have. */
const RESPONSE_PARAMETER = 30;
/** Hides a route from the OpenAPI document, as `@ApiExcludeEndpoint()` of `@nestjs/swagger` does. */
const HIDDEN_FROM_OPENAPI = SetMetadata('swagger/apiExcludeEndpoint', { disable: true });

/**
 * Creates a webhook endpoint for GET and POST, which the OpenAPI document does not show. It responds to the service's GET handshake,
 * checks and confirms each POST, ignores duplicates, and runs the handlers with `@OnPayEvent()`. On a controller class, which may
 * be empty, it adds the routes. On a method, it runs the method after the handlers, with `@PayEvent()` as its parameter.
 *
 * Without a controller of your own, set `webhooks.path` of PayModule instead.
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
    const { path = '' } = endpoint;
    if (method !== undefined) {
      decorate(target, method, endpoint, [
        Post(path),
        WebhookEndpoint({ runsMethod: true }),
        UseInterceptors(PayWebhookInterceptor),
      ]);
      Res()(target, method, RESPONSE_PARAMETER);
      addVerification(target, method, target.constructor.name, endpoint);
      return;
    }
    const { name, prototype } = target as { name: string; prototype: object };
    addResponse(prototype, ADDED_METHOD, name);
    decorate(prototype, ADDED_METHOD, endpoint, [Post(path), WebhookEndpoint({ runsMethod: false })]);
    addVerification(prototype, ADDED_METHOD, name, endpoint);
  };
}

/** Adds a method that responds to the verification (GET) of the endpoint whose method receives the deliveries. */
function addVerification(
  prototype: object,
  receives: string | symbol,
  controller: string,
  endpoint: PayWebhookEndpointOptions,
): void {
  const method = `${String(receives)}Verification`;
  addResponse(prototype, method, controller);
  decorate(prototype, method, endpoint, [Get(endpoint.path ?? ''), VerificationOf(receives)]);
}

/** Adds a method that responds without an interceptor, which would cost as much as all checks. */
function addResponse(prototype: object, method: string, controller: string): void {
  const { [method]: value } = {
    [method](request: CheckedRequest, response: unknown): Promise<void> {
      const checked = checkedBy(request, controller);
      return checked.responder.respond(checked, response, null);
    },
  };
  Object.defineProperty(prototype, method, { value, configurable: true, writable: true });
  Req()(prototype, method, 0);
  Res()(prototype, method, 1);
}

/** The method must have a `@Res()` parameter, so that Nest does not respond, and other interceptors cannot change the handshake. */
function decorate(
  prototype: object,
  method: string | symbol,
  { path: _, guard = PayWebhookGuard, decorators = [], ...settings }: PayWebhookEndpointOptions,
  more: readonly MethodDecorator[],
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method) ?? {};
  const all = [
    HttpCode(200),
    UseGuards(guard),
    UseFilters(PayWebhookFilter),
    PayWebhookOptions(settings),
    HIDDEN_FROM_OPENAPI,
    ...more,
    ...decorators,
  ] as MethodDecorator[];
  for (const decorator of all) decorator(prototype, method, descriptor);
}

/**
 * Injects the event of this request, on a route with `@PayWebhook()` or `PayWebhookGuard`: a `ReceivedPayEvent`.
 *
 * @example
 * @PayWebhook({ path: 'shop' })
 * shop(@PayEvent() event: ReceivedPayEvent) {}
 */
export const PayEvent = createParamDecorator((_data: unknown, context): ReceivedPayEvent => {
  const event = context.switchToHttp().getRequest<CheckedRequest>()[CHECKED]?.event;
  if (event !== undefined) return event;
  throw new TypeError(
    `@PayEvent() in ${context.getClass().name} needs @PayWebhook() or @UseGuards(PayWebhookGuard) on its route`,
  );
});
