import type { SimulatorClock } from '../domain/clock.js';
import type { PublishEvent } from '../domain/events.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { Sources } from '../domain/sources.js';
import { correlationId } from '../http/correlation-id.js';
import type { Ids } from '../domain/ids.js';
import type { Deliveries } from './deliveries.js';
import { eventData, eventTypeOf } from './event-data.js';
import type { Webhooks } from './webhooks.js';

interface Parts {
  readonly account: MerchantAccount;
  readonly clock: SimulatorClock;
  readonly ids: Ids;
  readonly sources: Sources;
  /** Webhooks of the merchant and of its ISV. */
  readonly webhooks: readonly Pick<Webhooks, 'activeFor'>[];
  readonly deliveries: Deliveries;
  /** Recipient ID of the messages. @default the merchant ID */
  readonly recipientId?: string;
}

/** Creates a function that publishes events as messages to the registered webhooks. */
export function createPublisher(parts: Parts): PublishEvent {
  const { account, clock, ids, sources, webhooks, deliveries, recipientId } = parts;
  return (event) => {
    const eventTypeId = eventTypeOf(event);
    const receivers = webhooks.flatMap((registered) => registered.activeFor(eventTypeId));
    if (receivers.length === 0) return;
    const shared = {
      eventTypeId,
      eventData: eventData(event, account, sources),
      created: new Date(clock.now()).toISOString().replace('Z', `${ids.digits(4)}Z`),
      correlationId: correlationId(clock.now(), ids),
      recipientId: recipientId ?? account.credentials.merchant.merchantId,
    };
    // A member first, as in a new order.
    for (const webhook of receivers) deliveries.enqueue(webhook, { messageId: ids.uuid(), ...shared });
  };
}
