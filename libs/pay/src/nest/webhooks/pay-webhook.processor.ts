import { Injectable, Logger } from '@nestjs/common';
import { UnhandledEventError } from '../../inbox/inbox-errors.js';
import type { PayEventWork, PayInboxOutcome, PayInboxSteps } from '../../inbox/pay-inbox.js';
import { SenderLimits } from '../../inbox/sender-limits.js';
import type { PayInboxStart } from '../../inbox/stored-inbox.js';
import { confirmDelivery, frozenCopy } from '../../webhooks/confirmation/confirm-delivery.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import { payEventChannel } from '../../webhooks/event-channel.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';
import { isPostedForOtherRecipient } from '../../webhooks/recipient-filter.js';
import { traceAttempt } from './event-tracing.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import type { RunMethod } from './pay-event.dispatcher.js';
import { exceptionOf, inboxException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

/** The handlers of an event, ready to run. */
interface EventWork extends PayEventWork {
  /** Counts the event after `run`, and returns its outcome. */
  handled: () => 'handled' | 'ignored';
}

const MAX_LOGGED_TYPES = 100;
const NO_HANDLER = 'has no handler';
const NO_MATCHING_HANDLER = 'is from a source or merchant that no handler subscribes to';
const NOT_CONFIRMABLE = 'cannot be confirmed, and no handler has { unconfirmed: true }';

/**
 * Processes deliveries. All of them take the same path: `receive` gives a delivery to the inbox of its route. The inbox confirms the
 * delivery and runs the handlers of its event, at once or later. The guard uses `confirm` on routes that handle events themselves.
 */
@Injectable()
export class PayWebhookProcessor {
  readonly #logger = new Logger('PayWebhook');
  readonly #loggedTypes = new Set<number | null>();
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
   * @throws PayWebhookException if the service must deliver the event again, or if it does not confirm the event.
   */
  async receive(
    delivery: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    const { account, confirmable = true, event } = delivery;
    if (isPostedForOtherRecipient(event, route.recipients)) return this.#ignoreOtherRecipient(delivery);
    // Anyone can post events that cannot be confirmed, so the inbox does not store them without a handler.
    const subject = { eventTypeId: event.eventTypeId, account };
    const hasHandler = this.dispatcher.hasHandler(subject, { confirmed: confirmable });
    const runsMethod = runMethod !== null && (confirmable || route.acceptsUnconfirmed);
    if (!hasHandler && !runsMethod) {
      const isSubscribed = runMethod !== null || this.dispatcher.hasHandler(subject);
      return this.#ignore(delivery, isSubscribed ? NOT_CONFIRMABLE : NO_HANDLER);
    }
    let end = (): void => undefined;
    let work: EventWork | undefined;
    const takeRead = () => this.limits.takeRead(route, delivery.sender);
    this.#underWay.add(delivery);
    try {
      end = this.limits.begin(route, delivery.sender);
      const outcome = await route.inbox.receive(delivery, {
        confirm: (one) => confirmDelivery(one, route, takeRead),
        handlersOf: (one) => (work = this.#workOf(one, route, runMethod)),
      });
      if (typeof outcome === 'object') {
        if (outcome.outcome === 'ignored') return this.#ignoreOtherRecipient(delivery);
        throw exceptionOf(outcome);
      }
      if (outcome === 'handled' && work !== undefined) return work.handled();
      this.stats.count(outcome, account);
      return outcome;
    } catch (error) {
      throw inboxException(error);
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
    if (isPostedForOtherRecipient(delivery.event, route.recipients))
      throw exceptionOf({ outcome: 'ignored' });
    let end = (): void => undefined;
    try {
      end = this.limits.begin(route, delivery.sender);
      const takeRead = () => this.limits.takeRead(route, delivery.sender);
      const result = await confirmDelivery(delivery, route, takeRead);
      if (result.outcome === 'confirmed') return result.delivery.event;
      throw exceptionOf(result);
    } catch (error) {
      throw inboxException(error);
    } finally {
      end();
    }
  }

  /** Returns the steps from a stored delivery to its handlers. */
  get storedSteps(): PayInboxSteps & Pick<PayInboxStart, 'around'> {
    return {
      confirm: async (delivery) => {
        const { endpoint, sender } = delivery;
        const route = this.#routes.get(endpoint);
        if (route === undefined) return { outcome: 'failed', reason: `this process ${noWebhook(endpoint)}` };
        const result = await confirmDelivery(delivery, route, () => this.limits.takeRead(route, sender));
        if (result.outcome === 'ignored') this.#ignoreOtherRecipient(delivery);
        return result;
      },
      handlersOf: (delivery) => {
        const { account, endpoint, event } = delivery as PayDelivery<ReceivedPayEvent>;
        const route = this.#routes.get(endpoint);
        if (route === undefined) throw new UnhandledEventError(`this process ${noWebhook(endpoint)}`);
        // During a rolling deployment, another version of the application may have the handler.
        const { eventTypeId, confirmedBy } = event;
        if (!this.dispatcher.hasHandler({ eventTypeId, account }, { confirmed: confirmedBy !== 'none' }))
          throw new UnhandledEventError(
            `this process has no handler for events ${eventTypeId}. Another process may have one`,
          );
        return this.#workOf(delivery, route, null);
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

  /** Returns the handlers of a confirmed delivery, ready to run. */
  #workOf(
    delivery: PayDelivery,
    { acceptsUnconfirmed }: WebhookRoute,
    runMethod: RunMethod | null,
  ): EventWork {
    const stored = delivery.event as ReceivedPayEvent;
    const event = Object.isFrozen(stored) ? stored : frozenCopy(stored);
    const isConfirmed = event.confirmedBy !== 'none';
    const work = this.dispatcher.prepare(event, isConfirmed || acceptsUnconfirmed ? runMethod : null);
    return {
      handled: () => {
        if (!work.hasHandler)
          return this.#ignore(delivery, isConfirmed ? NO_MATCHING_HANDLER : NOT_CONFIRMABLE);
        this.stats.count('handled', delivery.account);
        return 'handled';
      },
      ...work,
    };
  }

  #ignoreOtherRecipient({ account }: PayDelivery): 'ignored' {
    this.stats.count('otherRecipient', account);
    return 'ignored';
  }

  #ignore({ account, event: { eventTypeId, name } }: PayDelivery, reason: string): 'ignored' {
    this.stats.count('ignored', account);
    if (name === null) this.stats.count('unknownType', account);
    if (this.#loggedTypes.has(eventTypeId) || this.#loggedTypes.size >= MAX_LOGGED_TYPES) return 'ignored';
    this.#loggedTypes.add(eventTypeId);
    this.#logger.warn(
      `event type ${eventTypeId ?? 'unstated'} (${name ?? 'unknown'}) ${reason}: responded with 200 and ignored`,
    );
    return 'ignored';
  }
}

function noWebhook(endpoint: string): string {
  return `has no webhook ${endpoint}. Was its controller or method renamed, or does another application use the same schema?`;
}
