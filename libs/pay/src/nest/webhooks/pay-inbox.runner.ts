import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { isInstance } from '../../core/values/describe-thrown.js';
import { loggableText } from '../../core/values/redaction.js';
import { PayInboxStartError } from '../../inbox/inbox-errors.js';
import type { PayInbox } from '../../inbox/pay-inbox.js';
import { isStoredInbox } from '../../inbox/stored-inbox.js';
import type { PayInboxStart, PayStoredInbox } from '../../inbox/stored-inbox.js';
import { PayWiringError } from '../pay.exceptions.js';
import { StoredEventTracing } from './event-tracing.js';
import { InlineInbox } from './inline-inbox.js';
import type { EventHandler } from './pay-webhook.explorer.js';
import { PayWebhookProcessor } from './pay-webhook.processor.js';
import type { WebhookRoute } from './pay-webhook.routes.js';

/** Starts stored inboxes when the application boots, and stops them when it closes. */
@Injectable()
export class PayInboxRunner implements OnModuleDestroy {
  readonly #logger = new Logger('PayInbox');
  readonly #running: PayStoredInbox[] = [];

  constructor(private readonly processor: PayWebhookProcessor) {}

  /** @throws PayWiringError if a handler or endpoint needs a feature that its inbox does not have. */
  async start(routes: readonly WebhookRoute[], handlers: readonly EventHandler[]): Promise<void> {
    this.checkMethods(routes);
    this.checkTransactions(routes, handlers);
    this.warnOfInline(routes);
    this.processor.setRoutes(routes);
    const tracing = new StoredEventTracing(
      new Map(routes.map((route) => [route.name, route.instrumentation])),
    );
    for (const inbox of new Set(routes.map((route) => route.inbox).filter(isStoredInbox))) {
      this.#running.push(inbox);
      await this.startOne(inbox, {
        process: tracing.watched((delivery) => this.processor.processStored(delivery)),
        around: (delivery, attempt, work) => tracing.around(delivery, attempt, work),
        logger: { error: (line) => this.#logger.error(loggableText(line)) },
        usesTransactions: handlers.some(({ needsTransaction }) => needsTransaction),
      });
    }
  }

  private async startOne(inbox: PayStoredInbox, start: PayInboxStart): Promise<void> {
    try {
      await inbox.start(start);
    } catch (error) {
      if (!isInstance(error, PayInboxStartError)) throw error;
      throw new PayWiringError(`webhooks.inbox cannot start: ${error.message}`, { cause: error });
    }
  }

  /** Runs before other modules close the connections that handlers use. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#running.map((inbox) => inbox.stop()));
  }

  private checkMethods(routes: readonly WebhookRoute[]): void {
    const route = routes.find(({ inbox, runsMethod }) => runsMethod && isStoredInbox(inbox));
    if (route === undefined) return;
    throw new PayWiringError(
      `${route.name} handles events in its own method, but a durable inbox handles them after the request: ` +
        'put @PayWebhook() on the controller class, and @OnPayEvent() on a method of a provider.',
    );
  }

  private checkTransactions(routes: readonly WebhookRoute[], handlers: readonly EventHandler[]): void {
    for (const { name, account, needsTransaction } of handlers) {
      if (!needsTransaction) continue;
      const inboxes = routes
        .filter((route) => account === undefined || route.account.account === account)
        .map(({ inbox }) => inbox);
      if (inboxes.every(hasTransactions)) continue;
      throw new PayWiringError(
        `@PayTransaction() in ${name} needs a durable inbox whose store has transactions: set webhooks.inbox, as in ` +
          'durableInbox({ store: postgresStore({ pool }) }), or limit @OnPayEvent() to an account with such an inbox.',
      );
    }
  }

  private warnOfInline(routes: readonly WebhookRoute[]): void {
    if (!routes.some(({ inbox }) => inbox instanceof InlineInbox)) return;
    this.#logger.warn(
      'Handled webhook events are remembered in the memory of this process only. After a restart, or in another ' +
        'process, a duplicate delivery is handled again. Events of one order may run concurrently. An event that keeps ' +
        'failing is lost when the service stops delivering it after about a day. Make your handlers idempotent, or set ' +
        'webhooks.inbox to a durableInbox().',
    );
  }
}

function hasTransactions(inbox: PayInbox): boolean {
  return isStoredInbox(inbox) && inbox.transactional;
}
