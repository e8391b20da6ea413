import { All, HttpCode, Res, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import type { PayWebhookRouteSettings } from '../options/pay.options.js';
import { PayWebhookFilter } from './pay-webhook.filter.js';
import { PayWebhookGuard } from './pay-webhook.guard.js';
import { PayWebhookInterceptor } from './pay-webhook.interceptor.js';
import { PayWebhookOptions, WebhookEndpoint } from './webhook-settings.js';

/** Options of `@PayWebhook()`. */
export interface PayWebhookEndpointOptions extends PayWebhookRouteSettings {
  /** Path below the controller's. @default the controller's own */
  path?: string;
  /** A guard of your own that extends PayWebhookGuard. */
  guard?: Type<CanActivate>;
  /** Decorators of yours for the route's method, where a guard of the application looks at methods only. */
  decorators?: readonly MethodDecorator[];
}

/** Where the parameter stands that keeps Nest from answering; behind every parameter that a method may have. */
const RESPONSE_PARAMETER = 30;

/**
 * Makes a webhook endpoint: it answers the service's GET handshake, checks and confirms each POST, knows repeats, and
 * runs the handlers of `@OnPayEvent()`. On a controller class it adds the route, an empty class will do. On a method,
 * that method runs last, with `@PayEvent()` as its parameter.
 *
 * @example
 * @PayWebhook()
 * @Controller('pay/webhook')
 * export class PayWebhookController {}
 */
export function PayWebhook(
  options: string | PayWebhookEndpointOptions = {},
): ClassDecorator & MethodDecorator {
  const {
    path = '',
    guard = PayWebhookGuard,
    decorators: own = [],
    ...settings
  } = typeof options === 'string' ? { path: options } : options;
  const decorate = (target: object, key: string | symbol, runsMethod: boolean): void => {
    const descriptor = Object.getOwnPropertyDescriptor(target, key) ?? {};
    const decorators = [
      All(path),
      HttpCode(200),
      UseGuards(guard),
      UseInterceptors(PayWebhookInterceptor),
      UseFilters(PayWebhookFilter),
      PayWebhookOptions(settings),
      WebhookEndpoint({ runsMethod }),
      ...own,
    ] as MethodDecorator[];
    for (const decorator of decorators) decorator(target, key, descriptor);
    // The interceptor answers itself: an application's own interceptors must not reshape the handshake.
    Res()(target, key, RESPONSE_PARAMETER);
  };
  return (target: object, key?: string | symbol) => {
    if (key !== undefined) return decorate(target, key, true);
    const { prototype } = target as { prototype: object };
    Object.defineProperty(prototype, 'receivePayWebhook', {
      value: function receivePayWebhook(): void {},
      configurable: true,
      writable: true,
    });
    decorate(prototype, 'receivePayWebhook', false);
  };
}
