import { Injectable } from '@nestjs/common';
import { isInstance } from '../../core/values/describe-thrown.js';
import { InboxWorkError } from '../../inbox/inbox-errors.js';
import type { InboxProblem } from '../../inbox/inbox-errors.js';
import type { PayDelivery } from '../../inbox/pay-inbox.js';
import type { PayEventWork } from '../../inbox/stored-inbox.js';
import { turnedOutElsewhere } from './elsewhere.js';
import { PayEventDispatcher } from './pay-event.dispatcher.js';
import { PayWebhookConfirmer } from './pay-webhook.confirmer.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { PayWebhookRefusalReason } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

const PROBLEMS: Partial<Record<PayWebhookRefusalReason, InboxProblem>> = {
  unconfirmed: 'refused',
  unconfirmable: 'unconfirmed',
  budget: 'over-budget',
  // Asked again like what is refused: done it would be known by its key, and so would be the true one.
  elsewhere: 'refused',
};

/** Does for a stored delivery what the receiver does for one that is answered at once: confirms, dispatches. */
@Injectable()
export class PayWebhookProcessor {
  #routes = new Map<string, WebhookRoute>();

  constructor(
    private readonly confirmer: PayWebhookConfirmer,
    private readonly dispatcher: PayEventDispatcher,
    private readonly stats: PayWebhookStats,
  ) {}

  /** The endpoints that deliveries may have come through. */
  setRoutes(routes: readonly WebhookRoute[]): void {
    this.#routes = new Map(routes.map((route) => [route.name, route]));
  }

  /** @throws InboxWorkError when the event is not confirmed, or nothing in this process takes it. */
  async process(delivery: PayDelivery): Promise<PayEventWork> {
    const route = this.#routes.get(delivery.endpoint);
    if (route === undefined)
      throw unhandled(
        `has no webhook ${delivery.endpoint}: was its controller or method renamed, or has another application the same schema?`,
      );
    const { account, confirmable = true, event: posted } = delivery;
    // Who stored it had a handler: in a rolling deployment one version must not swallow what only the other handles.
    if (!this.dispatcher.takes({ ...posted, account }, { confirmed: confirmable }))
      throw unhandled(`has no handler for events ${posted.eventTypeId}: it is left to others`);
    const event = await asWorkError(this.confirmer.confirm(delivery, route));
    if (turnedOutElsewhere(event, route.takenFrom))
      return {
        needsTransaction: false,
        run: () => Promise.resolve(),
        handled: () => this.stats.count('elsewhere', account),
      };
    let taken = 0;
    return {
      needsTransaction: this.dispatcher.needsTransaction(event),
      confirmed: event.confirmedBy !== 'none',
      run: async (transaction) => {
        taken = await asWorkError(this.dispatcher.dispatch(event, transaction));
      },
      handled: () => this.stats.count(taken > 0 ? 'handled' : 'ignored', account),
    };
  }
}

function unhandled(what: string): InboxWorkError {
  return new InboxWorkError('unhandled', `this process ${what}`);
}

async function asWorkError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isInstance(error, PayWebhookException)) throw error;
    throw new InboxWorkError(PROBLEMS[error.reason] ?? 'failed', error.detail, error.retryAfterMs);
  }
}
