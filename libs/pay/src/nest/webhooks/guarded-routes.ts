import { RequestMethod } from '@nestjs/common';
import { isWebhookGuard, PayWebhookGuard } from './pay-webhook.guard.js';
import { pathsOf } from './pay-webhook.paths.js';
import { VerificationOf, WebhookEndpoint } from './pay-webhook.routes.js';
import type { WebhookEndpointMethod } from './pay-webhook.explorer.js';

/** Metadata keys of Nest's decorators. */
const GUARDS = '__guards__';
const METHOD = 'method';

/** Returns a warning for each route with PayWebhookGuard at whose path no GET responds: the service cannot verify its address. */
export function unverifiableRoutes(routes: readonly WebhookEndpointMethod[]): string[] {
  const own = routes.filter(({ handler }) => !isOfEndpoint(handler));
  const getters = routes.filter((route) => takes(route, RequestMethod.GET));
  const nameAt = (path: string, isGuarded: boolean): string | undefined =>
    getters
      .filter(
        (route) => pathsOf(route).includes(path) && (hasGuard(route) && own.includes(route)) === isGuarded,
      )
      .map(nameOf)[0];
  return own
    .filter((route) => takes(route, RequestMethod.POST) && hasGuard(route))
    .flatMap((route) =>
      pathsOf(route).flatMap((path) => {
        if (nameAt(path, false) !== undefined) return [];
        const guarded = nameAt(path, true);
        const reason =
          guarded === undefined
            ? `no GET route has the path ${path}`
            : `the guard also refuses the requests of ${guarded}: put it on the method for POST only`;
        return [
          `${nameOf(route)} has PayWebhookGuard, but ${reason}. The service verifies an address with GET before it posts ` +
            'events. Add a @Get() that returns buildPayWebhookVerificationResponse(key).body, or replace @Post() and the ' +
            'guard by @PayWebhook(), which responds to both.',
        ];
      }),
    );
}

const nameOf = ({ controller, handler }: WebhookEndpointMethod): string =>
  `${controller.name}.${handler.name}`;

function takes({ handler }: WebhookEndpointMethod, method: RequestMethod): boolean {
  const taken: unknown = Reflect.getMetadata(METHOD, handler);
  return taken === method || taken === RequestMethod.ALL;
}

/** Whether `@PayWebhook()` made the route, which has a GET and a POST. */
function isOfEndpoint(handler: WebhookEndpointMethod['handler']): boolean {
  return [WebhookEndpoint, VerificationOf].some(({ KEY }) => Reflect.hasMetadata(KEY, handler));
}

function hasGuard({ controller, handler }: WebhookEndpointMethod): boolean {
  const guards = [controller, handler].flatMap(
    (target) => (Reflect.getMetadata(GUARDS, target) ?? []) as readonly unknown[],
  );
  return guards.some((guard) => guard instanceof PayWebhookGuard || isWebhookGuard(guard));
}
