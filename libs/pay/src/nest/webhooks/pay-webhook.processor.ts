import { Injectable, Logger } from '@nestjs/common';
import { isInstance } from '../../core/values/describe-thrown.js';
import { PayInboxFullError, PayInboxStoreError, UnhandledEventError } from '../../inbox/inbox-errors.js';
import type {
  PayConfirmationResult,
  PayDelivery,
  PayEventWork,
  PayInboxOutcome,
} from '../../inbox/pay-inbox.js';
import type { PayInboxAttempt } from '../../inbox/stored-inbox.js';
import { canRecur, payWebhookDedupeKey } from '../../webhooks/dedupe-key.js';
import type { UnkeyedPayWebhookEvent } from '../../webhooks/envelope.js';
import { PayEventType } from '../../webhooks/event-types.js';
import { NO_ENVELOPE } from '../../webhooks/event.types.js';
import { canReadBack, confirmEvent, frozenCopy, noteOf } from './confirmation/confirm-event.js';
import { traceAttempt, traceReceiving } from './event-tracing.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import { PayWebhookLimits } from './pay-webhook.limits.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import type { ReceivedPayEvent } from './received-event.js';
import { isConfirmedForOtherRecipient, isPostedForOtherRecipient } from './recipient-filter.js';

/** The route's own method. It runs after the handlers. */
export type RunMethod = (event: ReceivedPayEvent) => Promise<void>;

/** A confirmed delivery with its handlers, ready to run. */
interface EventWork extends PayEventWork {
  event: ReceivedPayEvent;
  isForOtherRecipient: boolean;
  /** Counts the event after `run`, and returns its outcome. */
  handled: () => 'handled' | 'ignored';
}

const MAX_LOGGED_TYPES = 100;
const NO_HANDLER = 'has no handler';
const NO_MATCHING_HANDLER = 'is from a source or merchant that no handler subscribes to';
const NOT_CONFIRMABLE = 'cannot be confirmed, and no handler has { unconfirmed: true }';

/** Creates the delivery of an event to a route. Its key does not depend on whether a webhook or the reconciler found the event. */
export function createDelivery(
  event: UnkeyedPayWebhookEvent,
  { name, account, confirm }: Pick<WebhookRoute, 'name' | 'account' | 'confirm'>,
  origin: Pick<PayDelivery, 'source' | 'signed' | 'sender'>,
): PayDelivery {
  const isSigned = event.eventTypeId === PayEventType.SaleTransactions && origin.signed;
  const readBack = confirm && canReadBack(event, account);
  const confirmable = readBack || isSigned;
  // An unknown sender must neither hide a true event behind the key of one that nothing confirms, nor make new keys with `Created`.
  const isUnverifiable = origin.sender === 'unknown' && (!confirmable || canRecur(event.eventTypeId));
  const identified = isUnverifiable ? { ...event, created: '', messageId: null, deliveryId: null } : event;
  // The account is the route's: the account that the event names is not verified.
  const idempotencyKey = payWebhookDedupeKey(identified, account.id, { readBack });
  return {
    key: `${name}|${isUnverifiable ? 'unknown|' : ''}${idempotencyKey}`,
    endpoint: name,
    account: account.account,
    client: account.name,
    event: { ...event, idempotencyKey },
    confirmable,
    ...origin,
  };
}

/**
 * Processes deliveries. All of them take the same path: `receive` gives a delivery to the inbox of its route, and the inbox calls
 * `process`, which confirms the event, and then runs its handlers. The guard uses `confirm` on routes that handle events themselves.
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
    private readonly limits: PayWebhookLimits,
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
   * Gives a delivery to the inbox of its route. Resolves when the event is handled, stored or ignored, so that 200 is the right answer.
   *
   * @throws PayWebhookException if the service must deliver the event again, or if it does not confirm the event.
   */
  async receive(
    delivery: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    const outcome = await traceReceiving(route.instrumentation, delivery, (traced) =>
      this.#receive(traced, route, runMethod),
    );
    if (delivery.source === 'webhook') this.stats.noteAccepted(delivery.account);
    return outcome;
  }

  async #receive(
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
    const end = this.limits.begin(route, delivery.sender);
    let work: EventWork | undefined;
    this.#underWay.add(delivery);
    try {
      const outcome = await route.inbox.receive(
        delivery,
        async (received) => (work = await this.process(received, route, runMethod)),
      );
      if (outcome === 'handled' && work !== undefined) return work.handled();
      this.stats.count(outcome, account);
      return outcome;
    } catch (error) {
      if (isInstance(error, PayInboxFullError)) throw new PayWebhookException('overload', error.message);
      if (isInstance(error, PayInboxStoreError)) throw new PayWebhookException('inbox', error.message);
      if (isInstance(error, PayWebhookException) && error.reason === 'otherRecipient')
        return this.#ignoreOtherRecipient(delivery);
      throw error;
    } finally {
      this.#underWay.delete(delivery);
      end();
    }
  }

  /**
   * Confirms a delivery for a route that handles the event itself.
   *
   * @throws PayWebhookException with status 200 if the event is for another recipient, and as `confirmEvent`.
   */
  async confirm(delivery: PayDelivery, route: WebhookRoute): Promise<ReceivedPayEvent> {
    if (isPostedForOtherRecipient(delivery.event, route.recipients)) throw otherRecipient(delivery.event);
    const end = this.limits.begin(route, delivery.sender);
    const { event, isForOtherRecipient } = await this.process(delivery, route).finally(end);
    if (isForOtherRecipient) throw otherRecipient(event);
    return event;
  }

  /**
   * Confirms a delivery and prepares its handlers.
   *
   * @throws PayWebhookException as `confirmEvent`.
   */
  async process(
    delivery: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null = null,
  ): Promise<EventWork> {
    const event = await confirmEvent(delivery, route, this.limits);
    const isForOtherRecipient = isConfirmedForOtherRecipient(event, route.recipients);
    const reversal = isForOtherRecipient ? delivery : withKeyOfReversal(delivery, event, route);
    if (reversal.key !== delivery.key) return this.#handOver(reversal, event, route, runMethod);
    const note = isForOtherRecipient ? undefined : noteOf(event, route);
    return { ...this.#workOf(delivery, event, route, runMethod), event, isForOtherRecipient, note };
  }

  /** Gives a reversal to the inbox under the key of its payment, so that one payment is reversed once, whatever IDs are posted. */
  #handOver(
    reversal: PayDelivery,
    event: ReceivedPayEvent,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): EventWork {
    return {
      event,
      isForOtherRecipient: false,
      needsTransaction: false,
      run: async () => void (await this.#receive(reversal, route, runMethod)),
      handled: () => 'handled',
    };
  }

  /** Asks the service about a stored delivery. The result has the event with the service's values. */
  async confirmStored(delivery: PayDelivery): Promise<PayConfirmationResult> {
    const { account, endpoint } = delivery;
    const route = this.#routes.get(endpoint);
    if (route === undefined) return { outcome: 'failed', reason: `this process ${noWebhook(endpoint)}` };
    try {
      const event = await confirmEvent(delivery, route, this.limits);
      if (isConfirmedForOtherRecipient(event, route.recipients)) {
        this.stats.count('otherRecipient', account);
        return { outcome: 'ignored' };
      }
      return {
        outcome: 'confirmed',
        delivery: { ...withKeyOfReversal(delivery, event, route), event },
        isConfirmed: event.confirmedBy !== 'none',
        note: noteOf(event, route),
      };
    } catch (error) {
      if (!isInstance(error, PayWebhookException)) throw error;
      const { reason, detail, retryAfterMs } = error;
      if (reason === 'budget') return { outcome: 'over-limit', reason: detail, waitMs: retryAfterMs ?? 0 };
      if (reason !== 'otherRecipient')
        return { outcome: reason === 'mismatch' ? 'denied' : 'failed', reason: detail };
      this.stats.count('otherRecipient', account);
      return { outcome: 'ignored' };
    }
  }

  /**
   * Returns the handlers of a stored event, ready to run.
   *
   * @throws UnhandledEventError if this process has no handler for it.
   */
  handlersOf(delivery: PayDelivery): PayEventWork {
    const { account, endpoint } = delivery;
    // `confirmStored` stored it.
    const event = frozenCopy(delivery.event as ReceivedPayEvent);
    const route = this.#routes.get(endpoint);
    if (route === undefined) throw new UnhandledEventError(`this process ${noWebhook(endpoint)}`);
    // During a rolling deployment, another version of the application may have the handler.
    if (!this.dispatcher.hasHandler({ ...event, account }, { confirmed: event.confirmedBy !== 'none' }))
      throw new UnhandledEventError(
        `this process has no handler for events ${event.eventTypeId}. Another process may have one`,
      );
    const work = this.#workOf(delivery, event, route, null);
    return { ...work, run: (transaction) => work.run(transaction).catch(throwDetail) };
  }

  #workOf(
    delivery: PayDelivery,
    event: ReceivedPayEvent,
    { acceptsUnconfirmed, recipients }: WebhookRoute,
    runMethod: RunMethod | null,
  ): PayEventWork & Pick<EventWork, 'handled'> {
    const confirmed = event.confirmedBy !== 'none';
    const isForOtherRecipient = isConfirmedForOtherRecipient(event, recipients);
    const method = confirmed || acceptsUnconfirmed ? runMethod : null;
    let isHandled = false;
    return {
      confirmed,
      needsTransaction: !isForOtherRecipient && this.dispatcher.needsTransaction(event),
      run: async (transaction) => {
        if (isForOtherRecipient) return;
        const handlers = await this.dispatcher.dispatch(event, transaction);
        await method?.(event);
        isHandled = handlers > 0 || method !== null;
      },
      handled: () => {
        if (isForOtherRecipient) return this.#ignoreOtherRecipient(delivery);
        if (!isHandled) return this.#ignore(delivery, confirmed ? NO_MATCHING_HANDLER : NOT_CONFIRMABLE);
        this.stats.count('handled', delivery.account);
        return 'handled';
      },
    };
  }

  /** Runs an attempt of a stored inbox within the instrumentation of the delivery's route. */
  async traceStored(
    delivery: PayDelivery,
    attempt: number,
    work: () => Promise<PayInboxAttempt>,
  ): Promise<void> {
    this.#underWay.add(delivery);
    try {
      await traceAttempt(this.#routes.get(delivery.endpoint)?.instrumentation, delivery, attempt, work);
    } finally {
      this.#underWay.delete(delivery);
    }
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
      `event type ${eventTypeId ?? 'unstated'} (${name ?? 'unknown'}) ${reason}: answered 200 and ignored`,
    );
    return 'ignored';
  }
}

/** Returns the delivery under the key of its payment if the service reversed the payment by itself, and the delivery as it is otherwise. */
function withKeyOfReversal(delivery: PayDelivery, event: ReceivedPayEvent, route: WebhookRoute): PayDelivery {
  if (event.confirmedBy !== 'parent') return delivery;
  const { eventTypeId, name, data } = event;
  const origin = { source: delivery.source, signed: false };
  return createDelivery({ ...NO_ENVELOPE, eventTypeId, name, data }, route, origin);
}

/** The message of an exception is for the service, so dead letters and logs get its detail. */
function throwDetail(error: unknown): never {
  throw isInstance(error, PayWebhookException) ? new Error(error.detail) : error;
}

function otherRecipient({ eventTypeId }: Pick<ReceivedPayEvent, 'eventTypeId'>): PayWebhookException {
  return new PayWebhookException('otherRecipient', `event ${eventTypeId} is for another source or merchant`);
}

function noWebhook(endpoint: string): string {
  return `has no webhook ${endpoint}. Was its controller or method renamed, or does another application use the same schema?`;
}
