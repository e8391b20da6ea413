import { Injectable, Logger } from '@nestjs/common';
import { PayInboxStoreError } from '../../inbox/inbox-errors.js';
import type { PayDelivery, PayInboxOutcome } from '../../inbox/pay-inbox.js';
import { receiveTraced } from './event-tracing.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayWebhookConfirmer } from './pay-webhook.confirmer.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import type { ReceivedPayEvent } from './received-event.js';

/** The route's own method, run after the handlers. */
export type RunMethod = (event: ReceivedPayEvent) => Promise<void>;

const MAX_REMEMBERED_TYPES = 100;

/** Takes what the guard let through: looks for repeats, confirms, dispatches. Resolves when 200 may be answered. */
@Injectable()
export class PayWebhookReceiver {
  readonly #logger = new Logger('PayWebhook');
  readonly #untaken = new Set<number | null>();

  constructor(
    private readonly confirmer: PayWebhookConfirmer,
    private readonly dispatcher: PayEventDispatcher,
    private readonly stats: PayWebhookStats,
  ) {}

  /** @returns what became of it: `ignored` where nothing takes such events. */
  receive(
    given: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    return receiveTraced(given, route, (delivery) => this.#take(delivery, route, runMethod));
  }

  async #take(
    delivery: PayDelivery,
    route: WebhookRoute,
    runMethod: RunMethod | null,
  ): Promise<PayInboxOutcome | 'ignored'> {
    const { event, account } = delivery;
    if (runMethod === null && !this.dispatcher.takes({ ...event, account })) {
      return this.#ignore(delivery, 'has no handler');
    }
    let taken = false;
    const process = async (): Promise<void> => {
      const received = await this.confirmer.confirm(delivery, route);
      taken = (await this.dispatcher.dispatch(received)) > 0;
      if (runMethod === null || (received.confirmedBy === 'none' && !route.acceptsUnconfirmed)) return;
      await runMethod(received);
      taken = true;
    };
    const outcome = await route.inbox.receive(delivery, process).catch((error: unknown) => {
      throw error instanceof PayInboxStoreError ? new PayWebhookException('inbox', error.message) : error;
    });
    if (outcome === 'handled' && !taken)
      return this.#ignore(
        delivery,
        'cannot be confirmed, and nothing asks for such with { unconfirmed: true }',
      );
    this.stats.count(outcome);
    return outcome;
  }

  #ignore({ event: { eventTypeId, name } }: PayDelivery, why: string): 'ignored' {
    this.stats.count('ignored');
    if (name === null) this.stats.count('unknownType');
    if (this.#untaken.has(eventTypeId) || this.#untaken.size >= MAX_REMEMBERED_TYPES) return 'ignored';
    this.#untaken.add(eventTypeId);
    this.#logger.warn(
      `event type ${eventTypeId ?? 'unstated'} (${name ?? 'unknown'}) ${why}: answered 200 and ignored`,
    );
    return 'ignored';
  }
}
