import { sha256 } from '../core/values/sha256.js';
import { UUID } from '../core/values/uuid.js';
import { canRecur, contentText } from '../webhooks/dedupe-key.js';
import { readText } from '../webhooks/wire-values.js';
import type { NewInboxEntry } from './inbox-store.js';
import type { PayDelivery, PaySender } from './pay-inbox.js';

/** IDs that are stored as they are. Others are hashed, because anyone can post an ID of any length and characters. */
const PLAIN_ID = /^[\w.-]{1,80}$/;

/** Converts a delivery to the entry that a store stores. */
export function inboxEntryOf(delivery: PayDelivery): NewInboxEntry {
  const { key, sender: source = null, event } = delivery;
  const confirmable = (delivery.confirmable ?? true) && !canRecur(event.eventTypeId);
  const orderingKey = orderingKeyOf(delivery);
  // Events that cannot be confirmed have ordering keys of their own.
  const ordered = isServiceSource(source) || delivery.confirmable === false;
  return { delivery, key, fingerprint: fingerprintOf(delivery), orderingKey, source, confirmable, ordered };
}

/** Whether an entry counts against the service's class of senders, as an entry that the application itself added does. */
export function isServiceSource(source: string | null): boolean {
  return source !== ('unknown' satisfies PaySender);
}

/**
 * Returns the order of an event, or its transaction or session; null if it has none of them. Unconfirmable events have their own
 * ordering keys: anyone can post such an event, and it must not hold up true events.
 */
function orderingKeyOf({ account, client, confirmable = true, event: { data } }: PayDelivery): string | null {
  const members: Record<string, unknown> = data;
  const order = readText(members['OrderCodeText']) ?? readText(members['OrderCode']);
  const candidates = [
    // A session without an order has the order code 0.
    order === null || /^0+$/.test(order) ? null : `order:${withoutLeadingZeros(order)}`,
    taggedId('transaction', readText(members['TransactionId'])),
    taggedId('session', readText(members['SessionId'])),
  ];
  const id = candidates.find((candidate) => candidate !== null) ?? null;
  return id === null ? null : `${account ?? ''}.${client}|${confirmable ? '' : 'unconfirmed:'}${id}`;
}

/**
 * Returns a hash of a delivery's content, which is the same for every retry of the delivery. It includes the message ID: an attacker may
 * guess the data of a payment, but not the message ID, so a forged delivery never has the fingerprint of the true one.
 */
export function fingerprintOf({ event, signed }: Pick<PayDelivery, 'event' | 'signed'>): string {
  const { eventTypeId, messageId, created, correlationId, recipientId, data } = event;
  return sha256(
    `${signed}|${JSON.stringify([eventTypeId, messageId, created, correlationId, recipientId])}|${contentText(data)}`,
  );
}

function taggedId(kind: 'transaction' | 'session', id: string | null): string | null {
  if (id === null) return null;
  return `${kind}:${UUID.test(id) ? id.toLowerCase() : shortId(id)}`;
}

function withoutLeadingZeros(order: string): string {
  return shortId(/^\d+$/.test(order) ? order.replace(/^0+(?=\d)/, '') : order);
}

function shortId(text: string): string {
  return PLAIN_ID.test(text) ? text : `sha256:${sha256(text)}`;
}
