import { Injectable, Logger, Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryModule, ModulesContainer } from '@nestjs/core';
import { SenderLimits } from '../../inbox/sender-limits.js';
import { PayAccountsModule } from '../accounts/pay-accounts.module.js';
import { PayWiringError } from '../pay.exceptions.js';
import type { NestModule, Wrapper } from '../wrappers.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayInboxService } from './pay-inbox.service.js';
import { PayWebhookBoot } from './pay-webhook.boot.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import { isWebhookGuard } from './pay-webhook.guard.js';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import { PayWebhookResponder } from './pay-webhook.responder.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

/**
 * Finds webhook controllers in modules that do not import PayModule, before Nest creates the controllers. Nest's own error
 * only says that it cannot resolve a class of this library.
 */
@Injectable()
export class PayWebhookModulesCheck {
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

/** Whether a controller uses the library's guard. The guard's dependencies come from the controller's module. */
function isWebhook(controller: Wrapper): boolean {
  const enhancers = controller.getEnhancersMetadata() as Wrapper[] | undefined;
  return (enhancers ?? []).some(({ metatype }) => isWebhookGuard(metatype));
}

/** Follows re-exports, as Nest does. */
function exportsWebhooks({ exports, imports }: NestModule, path: readonly NestModule[] = []): boolean {
  if (exports.has(PayWebhookRoutes)) return true;
  return [...imports].some(
    (one) => exports.has(one.metatype) && !path.includes(one) && exportsWebhooks(one, [...path, one]),
  );
}

/** Exported, because Nest creates the guard in the module of its controller, and for the reconciler. */
const services: Type[] = [
  PayWebhookRoutes,
  PayWebhookProcessor,
  PayWebhookHandshake,
  PayWebhookResponder,
  PayWebhookStats,
  PayInboxService,
  PayWebhookExplorer,
];

/**
 * Receives webhooks for all PayModules of an application. Each webhook belongs to one account. A delivery passes these classes:
 *
 * 1. `PayWebhookGuard` checks the request, and `parseDelivery` reads the delivery from it.
 * 2. `PayWebhookResponder` calls `PayWebhookProcessor.receive`, and responds with 200 when the event is safe.
 * 3. The inbox of the route takes two steps, at once or later: `confirmDelivery` reads the event back from the service, and
 *    `PayEventDispatcher` runs the handlers.
 */
@Module({
  imports: [DiscoveryModule, PayAccountsModule],
  providers: [...services, PayEventDispatcher, SenderLimits, PayWebhookBoot, PayWebhookModulesCheck],
  exports: services,
})
export class PayWebhookModule {}
