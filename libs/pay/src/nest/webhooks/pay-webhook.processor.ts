import { Injectable } from '@nestjs/common';
import { UnhandledEventError } from '../../inbox/inbox-errors.js';
import type { PayInboxOutcome, PayInboxSteps } from '../../inbox/pay-inbox.js';
import { SenderLimits } from '../../inbox/sender-limits.js';
import type { PayInboxStart } from '../../inbox/stored-inbox.js';
import { confirmDelivery } from '../../webhooks/confirmation/confirm-delivery.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import { payEventChannel } from '../../webhooks/event-channel.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';
import { isForOtherRecipient } from '../../webhooks/recipient-filter.js';
import { traceAttempt } from './event-tracing.js';
import { IGNORED, PayEventDispatcher } from './pay-event.dispatcher.js';
import type { EventWork, RunMethod } from './pay-event.dispatcher.js';
import { exceptionOf } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

/**
 * Processes deliveries. All of them take the same path: `receive` gives a delivery to the inbox of its route. The inbox confirms the
 * delivery and runs the handlers of its event, at once or later. The guard uses `confirm` on routes that handle events themselves.
 */
@Injectable()
export class PayWebhookProcessor {
  readonly #underWay = new Set<PayDelivery>();
  #routes = new Map<string, WebhookRoute>();

  constructor(
    private readonly dispatcher: PayEventDispatcher,
    private readonly stats: PayWebhookStats,
    private readonly limits: SenderLimits,
  ) {}

  /** Lists the deliveries that this process is confirming or handling. */
  get underWay(): readonly PayDelivery[] {
    return [...this.#underWay];
  }

  /** Sets the endpoints of stored deliveries. */
  setRoutes(routes: readonly WebhookRoute[]): void {
    this.#routes = new Map(routes.map((route) => [route.name, route]));
  }

  /**
   * Gives a delivery to the inbox of its route. Resolves when the event is handled, stored or ignored, so that 200 is the right response.
   *
   * @throws PayWebhookException if the service does not confirm the event, and errors of the inbox or of handlers if the service must
   *   deliver it again.
   */
  async receive(
    delivery: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    const { account, confirmable = true, event, sender } = delivery;
    if (isForOtherRecipient(event, route.recipients)) return this.#ignoreOtherRecipient(delivery);
    // Anyone can post events that cannot be confirmed, so the inbox does not store them without a handler.
    const runsMethod = runMethod !== null && (confirmable || route.acceptsUnconfirmed);
    if (!runsMethod && !this.dispatcher.hasHandler(delivery, confirmable)) {
      const isSubscribed = runMethod !== null || this.dispatcher.hasHandler(delivery, true);
      return this.dispatcher.ignore(delivery, isSubscribed ? IGNORED.unconfirmed : IGNORED.unhandled);
    }
    let work: EventWork | undefined;
    const end = this.limits.begin(route, sender);
    this.#underWay.add(delivery);
    try {
      const outcome = await route.inbox.receive(delivery, {
        confirm: (one) => confirmDelivery(one, route),
        handlersOf: (one) => (work = this.dispatcher.workOf(one, route, runMethod)),
      });
      if (outcome === 'handled' && work !== undefined) return work.handled();
      if (typeof outcome === 'object') {
        if (outcome.outcome === 'ignored') return this.#ignoreOtherRecipient(delivery);
        throw exceptionOf(outcome);
      }
      this.stats.count(outcome, account);
      return outcome;
    } finally {
      this.#underWay.delete(delivery);
      end();
    }
  }

  /**
   * Confirms a delivery for a route that handles the event itself.
   *
   * @throws PayWebhookException with status 200 if the event is for another recipient, and if the service does not confirm it.
   */
  async confirm(delivery: PayDelivery, route: WebhookRoute): Promise<ReceivedPayEvent> {
    if (isForOtherRecipient(delivery.event, route.recipients)) throw exceptionOf({ outcome: 'ignored' });
    const end = this.limits.begin(route, delivery.sender);
    try {
      const result = await confirmDelivery(delivery, route);
      if (result.outcome === 'confirmed') return result.delivery.event;
      throw exceptionOf(result);
    } finally {
      end();
    }
  }

  /** Returns the steps from a stored delivery to its handlers. */
  get storedSteps(): PayInboxSteps & Pick<PayInboxStart, 'around'> {
    return {
      confirm: async (delivery) => {
        const route = this.#routes.get(delivery.endpoint);
        if (route === undefined) return { outcome: 'failed', reason: noWebhook(delivery) };
        const result = await confirmDelivery(delivery, route);
        if (result.outcome === 'ignored') this.#ignoreOtherRecipient(delivery);
        return result;
      },
      handlersOf: (delivery) => {
        const route = this.#routes.get(delivery.endpoint);
        if (route === undefined) throw new UnhandledEventError(noWebhook(delivery));
        // During a rolling deployment, another version of the application may have the handler.
        const { confirmedBy, eventTypeId } = delivery.event as ReceivedPayEvent;
        if (!this.dispatcher.hasHandler(delivery, confirmedBy !== 'none'))
          throw new UnhandledEventError(
            `this process has no handler for events ${eventTypeId}. Another process may have one`,
          );
        return this.dispatcher.workOf(delivery, route, null);
      },
      around: async (delivery, attempt, work) => {
        this.#underWay.add(delivery);
        try {
          await (payEventChannel.hasSubscribers ? traceAttempt(delivery, attempt, work) : work());
        } finally {
          this.#underWay.delete(delivery);
        }
      },
    };
  }

  #ignoreOtherRecipient({ account }: PayDelivery): 'ignored' {
    this.stats.count('otherRecipient', account);
    return 'ignored';
  }
}

function noWebhook({ endpoint }: PayDelivery): string {
  return `this process has no webhook ${endpoint}. Was its controller or method renamed, or does another application use the same schema?`;
}
