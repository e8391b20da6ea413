import { Injectable, Logger } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { DiscoveryService } from '@nestjs/core';
import { PayWiringError } from '../pay.exceptions.js';
import { PayWebhookGuard } from './pay-webhook.guard.js';
import { PayWebhookInterceptor } from './pay-webhook.interceptor.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type NestModule = NonNullable<Wrapper['host']>;

/**
 * Finds webhook controllers in modules that do not import PayModule, before Nest creates the controllers. Nest itself
 * reports only that it cannot resolve a class of this library.
 */
@Injectable()
export class PayWebhookModulesCheck {
  /** @throws PayWiringError that says what to import. */
  constructor(modules: ModulesContainer) {
    for (const module of modules.values()) {
      const controller = [...module.controllers.values()].find(isWebhook);
      if (controller === undefined || [...module.imports].some((one) => exportsWebhooks(one))) continue;
      const message =
        `${module.name} has the webhook controller ${String(controller.name)}, but does not import PayModule: add what ` +
        'PayModule.forRoot() returned, or a module that exports PayModule, to its imports.';
      // Nest creates modules at the same time and may already have failed with its own error.
      new Logger('PayWebhook').error(message);
      throw new PayWiringError(message);
    }
  }
}

/** Whether a controller uses the guard or the interceptor of the library. Their dependencies come from its module. */
function isWebhook(controller: Wrapper): boolean {
  const enhancers = controller.getEnhancersMetadata() as Wrapper[] | undefined;
  return (enhancers ?? []).some(({ metatype }) => {
    const prototype: unknown = typeof metatype === 'function' ? metatype.prototype : undefined;
    return (
      metatype === PayWebhookGuard ||
      metatype === PayWebhookInterceptor ||
      prototype instanceof PayWebhookGuard
    );
  });
}

/** Follows re-exports, as Nest does. */
function exportsWebhooks({ exports, imports }: NestModule, path: readonly NestModule[] = []): boolean {
  if (exports.has(PayWebhookRoutes)) return true;
  return [...imports].some(
    (one) => exports.has(one.metatype) && !path.includes(one) && exportsWebhooks(one, [...path, one]),
  );
}
