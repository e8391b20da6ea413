import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PayAccountsModule } from '../accounts/pay-accounts.module.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayInboxRunner } from './pay-inbox.runner.js';
import { PayInboxService } from './pay-inbox.service.js';
import { PayWebhookBoot, PayWebhookModulesCheck } from './pay-webhook.boot.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookLimits } from './pay-webhook.limits.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import { PayWebhookRefusals } from './pay-webhook.refusals.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

/** Exported, because Nest creates the guard and the interceptor in the module of their controller. */
const services: Type[] = [
  PayWebhookRoutes,
  PayWebhookProcessor,
  PayWebhookRefusals,
  PayWebhookHandshake,
  PayWebhookStats,
  PayInboxService,
];

/** Receives webhooks for all PayModules of an application. Each webhook belongs to one account. */
@Module({
  imports: [DiscoveryModule, PayAccountsModule],
  providers: [
    ...services,
    PayEventDispatcher,
    PayWebhookExplorer,
    PayWebhookLimits,
    PayInboxRunner,
    PayWebhookBoot,
    PayWebhookModulesCheck,
  ],
  exports: services,
})
export class PayWebhookModule {}
