import { HttpException, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { loggableText } from '../../core/values/redaction.js';
import { payEventChannel } from '../../webhooks/event-channel.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import { endOfIteration } from './end-of-iteration.js';
import { traceReceiving } from './event-tracing.js';
import { inboxException, PayWebhookException } from './pay-webhook.exception.js';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import type { RunMethod } from './pay-event.dispatcher.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

/** After this number of log lines about one reason on one route, only every hundredth is logged: anyone can post. */
const MAX_LINES = 20;

/** Member of a request with the result of the guard. */
export const CHECKED = Symbol('PayWebhook');

/** Result of the guard. A handshake has neither delivery nor event. */
export interface CheckedWebhook {
  route: WebhookRoute;
  /** Responds to the request. */
  responder: PayWebhookResponder;
  delivery: PayDelivery | undefined;
  event: ReceivedPayEvent | undefined;
}

/** All that the guard needs. Responds to the requests that it accepted: a handshake with the key, a delivery with 200 once the event is safe. */
@Injectable()
export class PayWebhookResponder {
  readonly #logger = new Logger('PayWebhook');
  readonly #lines = new Map<string, number>();

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly handshake: PayWebhookHandshake,
    readonly processor: PayWebhookProcessor,
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
        await (payEventChannel.hasSubscribers
          ? traceReceiving(delivery, (traced) => this.processor.receive(traced, route, runMethod))
          : this.processor.receive(delivery, route, runMethod));
        this.stats.noteAccepted(delivery.account);
        await endOfIteration();
        httpAdapter.reply(response, undefined, 200);
        return;
      }
      const { headers, body } = await this.handshake.respond(route);
      for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
      httpAdapter.reply(response, body, 200);
    } catch (error) {
      throw this.refuse(error, route, response);
    }
  }

  /** Counts and logs an error, sets its headers, and returns the error to throw. */
  refuse(
    thrown: unknown,
    { name, account }: Pick<WebhookRoute, 'name' | 'account'>,
    response: unknown,
  ): unknown {
    const error = inboxException(thrown);
    // Only the route's own method throws other errors.
    if (!isInstance(error, PayWebhookException)) {
      this.stats.countError('handler', account.account);
      return isInstance(error, HttpException) ? error : loggable(error);
    }
    const { httpAdapter } = this.adapterHost;
    const { reason, detail, headers } = error;
    const status = error.getStatus();
    if (reason === 'otherRecipient') this.stats.count('otherRecipient', account.account);
    else this.stats.countError(reason, account.account);
    for (const [header, value] of Object.entries(headers)) {
      httpAdapter.setHeader(response, header, value);
    }
    if (this.#isLogged(`${name} ${reason}`)) {
      const line = loggableText(`${name} responded with ${status} (${reason}): ${detail}`);
      if (status >= 500) this.#logger.error(line);
      else this.#logger.warn(line);
    }
    return error;
  }

  #isLogged(topic: string): boolean {
    const lines = (this.#lines.get(topic) ?? 0) + 1;
    this.#lines.set(topic, lines);
    return lines <= MAX_LINES || lines % 100 === 0;
  }
}

/** Copies message and stack only: Nest logs an error with all its properties, which may contain secrets. */
function loggable(thrown: unknown): Error {
  const { message, stack } = describeThrown(thrown);
  const error = new Error(message);
  if (stack !== null) error.stack = stack;
  return error;
}
