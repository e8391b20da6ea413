import { HttpException, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { loggableText } from '../../core/values/redaction.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

/** After this number of log lines about one reason on one route, only every hundredth is logged: anyone can post. */
const MAX_LINES = 20;

/** Counts and logs error responses. */
@Injectable()
export class PayWebhookRefusals {
  readonly #logger = new Logger('PayWebhook');
  readonly #lines = new Map<string, number>();

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly stats: PayWebhookStats,
  ) {}

  /** Counts and logs an error, sets its headers, and returns the error to throw. */
  refuse(
    error: unknown,
    { name, account }: Pick<WebhookRoute, 'name' | 'account'>,
    response: unknown,
  ): unknown {
    // Only the route's own method throws other errors.
    if (!isInstance(error, PayWebhookException)) {
      this.stats.countError('handler', account.account);
      return isInstance(error, HttpException) ? error : loggable(error);
    }
    const { reason, detail, headers } = error;
    const status = error.getStatus();
    if (reason === 'otherRecipient') this.stats.count('otherRecipient', account.account);
    else this.stats.countError(reason, account.account);
    for (const [header, value] of Object.entries(headers)) {
      this.adapterHost.httpAdapter.setHeader(response, header, value);
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
