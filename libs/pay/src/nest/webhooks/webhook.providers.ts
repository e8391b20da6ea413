import type { FactoryProvider, Provider, Type } from '@nestjs/common';
import { systemClock } from '../../core/clock.js';
import type { PayModuleOptions } from '../options/pay.options.js';
import { PAY_OPTIONS } from '../pay.module-definition.js';
import { MemoryDedupeStore } from './inbox/dedupe-store.js';
import { InlineInbox } from './inbox/inline-inbox.js';
import type { PayInbox } from './inbox/pay-inbox.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayWebhookBoot } from './pay-webhook.boot.js';
import { PayWebhookConfirmer } from './pay-webhook.confirmer.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookReceiver } from './pay-webhook.receiver.js';
import { PayWebhookRefusals } from './pay-webhook.refusals.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import { PAY_INBOX } from './webhook.tokens.js';

const DEFAULT_REPEAT_WAIT_MS = 10_000;

const inboxProvider: FactoryProvider<PayInbox> = {
  provide: PAY_INBOX,
  useFactory: ({ webhooks }: PayModuleOptions) =>
    webhooks?.inbox ??
    new InlineInbox(
      new MemoryDedupeStore(systemClock),
      systemClock,
      webhooks?.repeatWaitMs ?? DEFAULT_REPEAT_WAIT_MS,
    ),
  inject: [PAY_OPTIONS],
};

/** Exported: Nest makes guard and interceptor in the module of the controller that uses them. */
export const webhookServices: Type[] = [
  PayWebhookRoutes,
  PayWebhookConfirmer,
  PayWebhookRefusals,
  PayWebhookHandshake,
  PayWebhookReceiver,
  PayWebhookStats,
];

export const webhookProviders: Provider[] = [
  inboxProvider,
  PayEventDispatcher,
  PayWebhookExplorer,
  PayWebhookBoot,
];
