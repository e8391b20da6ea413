import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { systemClock } from '../../core/clock.js';
import type { PayModuleOptions } from '../options/pay.options.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PAY_OPTIONS } from '../pay.module-definition.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import { probeRawBody, RAW_BODY_FIX } from './raw-body-probe.js';

/** Connects handlers and endpoints when all modules are there, and says what could not work before anything arrives. */
@Injectable()
export class PayWebhookBoot implements OnApplicationBootstrap {
  readonly #logger = new Logger('PayWebhook');
  readonly #hasOwnInbox: boolean;

  constructor(
    private readonly explorer: PayWebhookExplorer,
    private readonly dispatcher: PayEventDispatcher,
    private readonly routes: PayWebhookRoutes,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(PAY_OPTIONS) { webhooks }: PayModuleOptions,
  ) {
    this.#hasOwnInbox = webhooks?.inbox !== undefined;
  }

  /** @throws PayWiringError saying the fix. */
  async onApplicationBootstrap(): Promise<void> {
    const handlers = this.explorer.findHandlers();
    const endpoints = this.explorer.findEndpoints();
    this.dispatcher.setHandlers(handlers);
    for (const { controller, handler } of endpoints) this.routes.resolve(controller, handler);
    if (handlers.length > 0 && endpoints.length === 0) {
      this.#logger.warn(
        `${handlers.map(({ name }) => name).join(', ')} will never run: no controller has @PayWebhook().`,
      );
    }
    if (endpoints.length > 0 && !this.#hasOwnInbox) {
      this.#logger.warn(
        'Webhook events that were handled are remembered in the memory of this process only: after a restart, or in ' +
          'another process, a repeated delivery is handled again. Make your handlers idempotent.',
      );
    }
    if (!this.routes.expectsDeliveries) return;
    if ((await probeRawBody(this.adapterHost.httpAdapter, systemClock)) === 'lost')
      throw new PayWiringError(RAW_BODY_FIX);
  }
}
