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
import { PayWiringError } from '../pay.exceptions.js';
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
    const checked = checkedBy(http.getRequest<CheckedRequest>(), context.getClass());
    await checked.responder.respond(checked, http.getResponse(), async (event) => {
      checked.event = event;
      await lastValueFrom(next.handle(), { defaultValue: undefined });
    });
    return of(undefined);
  }
}

function checkedBy({ [CHECKED]: checked }: CheckedRequest, controller: Type): CheckedWebhook {
  if (checked !== undefined) return checked;
  throw new TypeError(`the guard of ${controller.name} did not check the request`);
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
  const { path = '', ...endpoint } = typeof options === 'string' ? { path: options } : options;
  return (target: object, method?: string | symbol) => {
    if (typeof method === 'symbol')
      throw new PayWiringError(
        `@PayWebhook() on ${String(method)}: Nest routes no method whose name is a symbol. Give the method a name.`,
      );
    const controller = (method === undefined ? target : target.constructor) as Type;
    const prototype = controller.prototype as object;
    const receives = method ?? ADDED_METHOD;
    const verifies = `${String(receives)}Verification`;
    if (method === undefined) addResponse(controller, ADDED_METHOD);
    else {
      // Without a `@Res()` parameter, Nest would respond, too.
      Res()(prototype, method, RESPONSE_PARAMETER);
      decorate(prototype, method, [UseInterceptors(PayWebhookInterceptor)]);
    }
    addResponse(controller, verifies);
    const shared = decoratorsOf(endpoint);
    decorate(prototype, receives, [Post(path), WebhookEndpoint(method !== undefined), ...shared]);
    decorate(prototype, verifies, [Get(path), VerificationOf(receives), ...shared]);
  };
}

/** Adds a method that responds without an interceptor, which would cost as much as all checks. */
function addResponse(controller: Type, method: string): void {
  const prototype = controller.prototype as object;
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

function decoratorsOf({
  guard = PayWebhookGuard,
  decorators = [],
  ...settings
}: Omit<PayWebhookEndpointOptions, 'path'>): MethodDecorator[] {
  return [
    HttpCode(200),
    UseGuards(guard),
    UseFilters(PayWebhookFilter),
    PayWebhookOptions(settings),
    HIDDEN_FROM_OPENAPI,
    ...decorators,
  ];
}

function decorate(prototype: object, method: string | symbol, decorators: readonly MethodDecorator[]): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method) ?? {};
  for (const decorator of decorators) decorator(prototype, method, descriptor);
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
