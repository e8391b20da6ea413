import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import type { RunMethod } from './pay-webhook.processor.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookRefusals } from './pay-webhook.refusals.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

/** Member of a request with the result of the guard. */
export const CHECKED = Symbol('PayWebhook');

/** Result of the guard. A handshake has neither delivery nor event. */
export interface CheckedWebhook {
  route: WebhookRoute;
  /** Responds to the request. */
  responder: PayWebhookResponder;
  delivery?: PayDelivery;
  event?: ReceivedPayEvent;
}

/** All that the guard needs. Responds to the requests that it accepted: a handshake with the key, a delivery with 200 once the event is safe. */
@Injectable()
export class PayWebhookResponder {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly handshake: PayWebhookHandshake,
    readonly processor: PayWebhookProcessor,
    readonly refusals: PayWebhookRefusals,
    readonly routes: PayWebhookRoutes,
    readonly stats: PayWebhookStats,
  ) {}

  /**
   * Responds to a request.
   *
   * @param runMethod - Runs the route's own method; null if it has none.
   * @throws PayWebhookException if the delivery is refused.
   */
  async respond(
    { route, delivery }: CheckedWebhook,
    response: unknown,
    runMethod: RunMethod | null,
  ): Promise<void> {
    const { httpAdapter } = this.adapterHost;
    try {
      if (delivery !== undefined) {
        await this.processor.receive(delivery, route, runMethod);
        this.stats.noteAccepted(delivery.account);
        httpAdapter.reply(response, undefined, 200);
        return;
      }
      const { headers, body } = await this.handshake.respond(route);
      for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
      httpAdapter.reply(response, body, 200);
    } catch (error) {
      throw this.refusals.refuse(error, route, response);
    }
  }
}
