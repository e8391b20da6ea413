import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PayAccountsModule } from '../accounts/pay-accounts.module.js';
import { PayWebhookLimits } from './limits/pay-webhook.limits.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayInboxRunner } from './pay-inbox.runner.js';
import { PayInboxService } from './pay-inbox.service.js';
import { PayWebhookBoot } from './pay-webhook.boot.js';
import { PayWebhookConfirmer } from './pay-webhook.confirmer.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import { PayWebhookReceiver } from './pay-webhook.receiver.js';
import { PayWebhookRefusals } from './pay-webhook.refusals.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import { PayWebhookModulesCheck } from './webhook-modules.check.js';

/** Exported: Nest makes guard and interceptor in the module of the controller that uses them. */
const services: Type[] = [
  PayWebhookRoutes,
  PayWebhookLimits,
  PayWebhookConfirmer,
  PayWebhookRefusals,
  PayWebhookHandshake,
  PayWebhookReceiver,
  PayWebhookStats,
  PayInboxService,
];

/** Receives for all PayModules of an application: each webhook says whose it is. */
@Module({
  imports: [DiscoveryModule, PayAccountsModule],
  providers: [
    ...services,
    PayEventDispatcher,
    PayWebhookExplorer,
    PayWebhookProcessor,
    PayInboxRunner,
    PayWebhookBoot,
    PayWebhookModulesCheck,
  ],
  exports: services,
})
export class PayWebhookModule {}
