import { Injectable, Logger } from '@nestjs/common';
import { isInstance } from '../../core/describe-thrown.js';
import { PayInboxFullError, PayInboxStoreError } from '../../inbox/inbox-errors.js';
import type { PayDelivery, PayInboxOutcome, PayTurn } from '../../inbox/pay-inbox.js';
import { receiveTraced } from './event-tracing.js';
import { isElsewhere, turnedOutElsewhere } from './elsewhere.js';
import { PayWebhookLimits } from './limits/pay-webhook.limits.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { isVouchedFor, PayWebhookConfirmer } from './pay-webhook.confirmer.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import type { ReceivedPayEvent } from './received-event.js';

/** The route's own method, run after the handlers. */
export type RunMethod = (event: ReceivedPayEvent) => Promise<void>;

const MAX_REMEMBERED_TYPES = 100;
const UNASKED = 'is of a source or merchant that no handler asks for';
const UNCONFIRMABLE = 'cannot be confirmed, and nothing asks for such with { unconfirmed: true }';

/** Takes what the guard let through: looks for repeats, confirms, dispatches. Resolves when 200 may be answered. */
@Injectable()
export class PayWebhookReceiver {
  readonly #logger = new Logger('PayWebhook');
  readonly #untaken = new Set<number | null>();

  constructor(
    private readonly confirmer: PayWebhookConfirmer,
    private readonly dispatcher: PayEventDispatcher,
    private readonly stats: PayWebhookStats,
    private readonly limits: PayWebhookLimits,
  ) {}

  /** @returns what became of it: `ignored` where nothing takes such events. */
  async receive(
    given: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    const outcome = await receiveTraced(given, route, (delivery) => this.#take(delivery, route, runMethod));
    if (given.source === 'webhook') this.stats.taken(given.account);
    return outcome;
  }

  async #take(
    delivery: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    const { event, account, confirmable = true } = delivery;
    if (isElsewhere(event, route.takenFrom)) return this.#leave(delivery);
    const occasion = { ...event, account };
    if (runMethod === null && !this.dispatcher.takes(occasion)) {
      return this.#ignore(delivery, 'has no handler');
    }
    // Before it is kept: anyone can post so many of these.
    const mayTake = this.dispatcher.takes(occasion, { confirmed: confirmable });
    if (!mayTake && (runMethod === null || (!confirmable && !route.acceptsUnconfirmed)))
      return this.#ignore(delivery, UNCONFIRMABLE);
    const end = this.limits.begin(route, delivery.sender);
    try {
      return await this.#keep(delivery, route, runMethod);
    } catch (error) {
      if (isInstance(error, PayWebhookException) && error.reason === 'elsewhere')
        return this.#leave(delivery);
      throw error;
    } finally {
      end();
    }
  }

  async #keep(
    delivery: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    const result: { became: 'taken' | 'ignored' | 'elsewhere'; isConfirmed: boolean } = {
      became: 'ignored',
      isConfirmed: false,
    };
    const process = async (turn: PayTurn = (handle) => handle()): Promise<void> => {
      const received = await this.confirmer.confirm(delivery, route);
      const isConfirmed = received.confirmedBy !== 'none';
      result.isConfirmed = isConfirmed;
      await turn(
        async () => {
          if (turnedOutElsewhere(received, route.takenFrom)) result.became = 'elsewhere';
          else if (await this.#dispatch(received, isConfirmed || route.acceptsUnconfirmed ? runMethod : null))
            result.became = 'taken';
        },
        isConfirmed && isVouchedFor(received),
      );
    };
    const outcome = await route.inbox.receive(delivery, process).catch((error: unknown) => {
      if (isInstance(error, PayInboxFullError)) throw new PayWebhookException('overload', error.message);
      throw isInstance(error, PayInboxStoreError) ? new PayWebhookException('inbox', error.message) : error;
    });
    if (outcome === 'handled' && result.became === 'elsewhere') return this.#leave(delivery);
    if (outcome === 'handled' && result.became === 'ignored')
      return this.#ignore(delivery, result.isConfirmed ? UNASKED : UNCONFIRMABLE);
    this.stats.count(outcome, delivery.account);
    return outcome;
  }

  /** Whether anything took it. */
  async #dispatch(received: ReceivedPayEvent, runMethod: RunMethod | null): Promise<boolean> {
    const handlers = await this.dispatcher.dispatch(received);
    await runMethod?.(received);
    return handlers > 0 || runMethod !== null;
  }

  #leave({ account }: PayDelivery): 'ignored' {
    this.stats.count('elsewhere', account);
    return 'ignored';
  }

  #ignore({ account, event: { eventTypeId, name } }: PayDelivery, why: string): 'ignored' {
    this.stats.count('ignored', account);
    if (name === null) this.stats.count('unknownType', account);
    if (this.#untaken.has(eventTypeId) || this.#untaken.size >= MAX_REMEMBERED_TYPES) return 'ignored';
    this.#untaken.add(eventTypeId);
    this.#logger.warn(
      `event type ${eventTypeId ?? 'unstated'} (${name ?? 'unknown'}) ${why}: answered 200 and ignored`,
    );
    return 'ignored';
  }
}
