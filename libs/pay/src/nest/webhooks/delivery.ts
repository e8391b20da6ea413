import { PayEventType } from '../../webhooks/event-types.js';
import { payWebhookDedupeKey } from '../../webhooks/dedupe-key.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { readingOf } from './confirmation/reading.js';
import type { PayDelivery } from '../../inbox/pay-inbox.js';
import type { WebhookRoute } from './pay-webhook.routes.js';

/**
 * The delivery of an event to a route: whoever brings the event, the key is the same. The account is the route's own: what
 * the event says of it is as unsigned as the rest.
 */
export function deliveryOf(
  event: Omit<PayWebhookEvent, 'idempotencyKey'>,
  { name, account, confirm }: Pick<WebhookRoute, 'name' | 'account' | 'confirm'>,
  origin: Pick<PayDelivery, 'source' | 'signed' | 'sender'>,
): PayDelivery {
  const isSigned = event.eventTypeId === PayEventType.SaleTransactions && origin.signed;
  const readBack = confirm && readingOf(event, account) !== null;
  const idempotencyKey = payWebhookDedupeKey(event, account.id, { readBack });
  return {
    key: `${name}|${idempotencyKey}`,
    endpoint: name,
    account: account.account,
    client: account.name,
    event: { ...event, idempotencyKey },
    confirmable: readBack || isSigned,
    ...origin,
  };
}
