import {
  All,
  Catch,
  createParamDecorator,
  HttpCode,
  Injectable,
  Res,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { PayWebhookRouteSettings } from '../options/pay.options.js';
import { CHECKED, PayWebhookGuard } from './pay-webhook.guard.js';
import type { CheckedRequest } from './pay-webhook.guard.js';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import { PayWebhookOptions, WebhookEndpoint } from './pay-webhook.routes.js';
import { PayWebhookRefusals } from './pay-webhook.stats.js';
import type { ReceivedPayEvent } from './received-event.js';

/**
 * Answers an endpoint's errors as Nest does by default. The application's filters do not run: a filter that answers 200 would
 * end the service's deliveries of a refused event.
 */
@Catch()
class PayWebhookFilter extends BaseExceptionFilter {}

/** Answers the requests that the guard accepted: a handshake with the key, a delivery with 200 once the event is safe. */
@Injectable()
export class PayWebhookInterceptor implements NestInterceptor {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly handshake: PayWebhookHandshake,
    private readonly processor: PayWebhookProcessor,
    private readonly refusals: PayWebhookRefusals,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<undefined>> {
    const http = context.switchToHttp();
    const checked = http.getRequest<CheckedRequest>()[CHECKED];
    if (checked === undefined)
      throw new TypeError(`the guard of ${context.getClass().name} did not check the request`);
    const response: unknown = http.getResponse();
    const { httpAdapter } = this.adapterHost;
    try {
      const { headers, body } = await this.answer(checked, next);
      for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
      httpAdapter.reply(response, body, 200);
    } catch (error) {
      throw this.refusals.refuse(error, checked.route, response);
    }
    return of(undefined);
  }

  private async answer(
    checked: NonNullable<CheckedRequest[typeof CHECKED]>,
    next: CallHandler,
  ): Promise<{ headers: Record<string, string>; body?: object }> {
    const { route, delivery } = checked;
    if (delivery === undefined) return this.handshake.answer(route);
    const runMethod = async (event: ReceivedPayEvent): Promise<void> => {
      checked.event = event;
      await lastValueFrom(next.handle(), { defaultValue: undefined });
    };
    await this.processor.receive(delivery, route, route.runsMethod ? runMethod : null);
    return { headers: {} };
  }
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
      addEndpoint(target, method, endpoint, { runsMethod: true });
      return;
    }
    const { prototype } = target as { prototype: object };
    Object.defineProperty(prototype, ADDED_METHOD, {
      value: function receivePayWebhook(): void {},
      configurable: true,
      writable: true,
    });
    addEndpoint(prototype, ADDED_METHOD, endpoint, { runsMethod: false });
  };
}

function addEndpoint(
  prototype: object,
  method: string | symbol,
  { path = '', guard = PayWebhookGuard, decorators = [], ...settings }: PayWebhookEndpointOptions,
  { runsMethod }: { runsMethod: boolean },
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method) ?? {};
  const all = [
    All(path),
    HttpCode(200),
    UseGuards(guard),
    UseInterceptors(PayWebhookInterceptor),
    UseFilters(PayWebhookFilter),
    PayWebhookOptions(settings),
    WebhookEndpoint({ runsMethod }),
    ...decorators,
  ] as MethodDecorator[];
  for (const decorator of all) decorator(prototype, method, descriptor);
  // Stops Nest from answering: the interceptor answers, so that other interceptors cannot change the handshake.
  Res()(prototype, method, RESPONSE_PARAMETER);
}

/** Injects the event of this request, on a route with `@PayWebhook()` or `PayWebhookGuard`: a `ReceivedPayEvent`. */
export const PayEvent = createParamDecorator((_data: unknown, context): ReceivedPayEvent => {
  const event = context.switchToHttp().getRequest<CheckedRequest>()[CHECKED]?.event;
  if (event !== undefined) return event;
  throw new TypeError(
    `@PayEvent() in ${context.getClass().name} needs @PayWebhook() or @UseGuards(PayWebhookGuard) on its route`,
  );
});
