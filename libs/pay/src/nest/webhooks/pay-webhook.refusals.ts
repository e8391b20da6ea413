import { HttpException, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { describeThrown, isInstance } from '../../core/describe-thrown.js';
import { loggableText } from '../../core/redaction.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

/** After so many lines about one thing, only every hundredth is written. */
const WRITTEN_IN_FULL = 20;

/** Counts, logs and dresses refusals. Anybody can post, and nobody shall fill the log. */
@Injectable()
export class PayWebhookRefusals {
  readonly #logger = new Logger('PayWebhook');
  readonly #times = new Map<string, number>();

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly stats: PayWebhookStats,
  ) {}

  /** Answers the error to throw. An error of another kind comes from the method of the route. */
  refuse(
    error: unknown,
    { name, account }: Pick<WebhookRoute, 'name' | 'account'>,
    response: unknown,
  ): unknown {
    if (!isInstance(error, PayWebhookException)) {
      this.stats.countRefusal('handler', account.account);
      return isInstance(error, HttpException) ? error : loggable(error);
    }
    const { reason, detail, headers } = error;
    const status = error.getStatus();
    if (reason === 'elsewhere') this.stats.count('elsewhere', account.account);
    else this.stats.countRefusal(reason, account.account);
    for (const [header, value] of Object.entries(headers)) {
      this.adapterHost.httpAdapter.setHeader(response, header, value);
    }
    const line = loggableText(`${name} answered ${status}: ${detail}`);
    if (this.#isDue(`${name} ${reason}`)) {
      if (status >= 500) this.#logger.error(line);
      else this.#logger.warn(line);
    }
    return error;
  }

  #isDue(topic: string): boolean {
    const times = (this.#times.get(topic) ?? 0) + 1;
    this.#times.set(topic, times);
    return times <= WRITTEN_IN_FULL || times % 100 === 0;
  }
}

/** Nest logs this error with all its properties, so the thrown value itself is not passed on. */
function loggable(thrown: unknown): Error {
  const { message, stack } = describeThrown(thrown);
  const error = new Error(message);
  if (stack !== null) error.stack = stack;
  return error;
}
