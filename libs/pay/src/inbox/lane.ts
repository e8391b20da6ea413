import { createHash } from 'node:crypto';
import { UUID } from '../core/values/uuid.js';
import { canRecur, contentText } from '../webhooks/dedupe-key.js';
import { readText } from '../webhooks/wire-values.js';
import type { NewInboxEntry } from './inbox-store.js';
import type { PayDelivery, PaySender } from './pay-inbox.js';

/** Anyone can post a member of any length and letters. */
const PLAIN = /^[\w.-]{1,80}$/;

/** A delivery as a store keeps it. */
export function inboxEntryOf(delivery: PayDelivery): NewInboxEntry {
  const { key, sender: source = null, event } = delivery;
  const confirmable = (delivery.confirmable ?? true) && !canRecur(event.eventTypeId);
  return { delivery, key, fingerprint: fingerprintOf(delivery), lane: laneOf(delivery), source, confirmable };
}

/** Whether an entry counts against the service's class of senders. So does an entry that the application added itself. */
export function isServiceSource(source: string | null): boolean {
  return source !== ('unknown' satisfies PaySender);
}

/**
 * Events of one order run one after another: of its code, else of the transaction or session; null where the event names none. Those
 * that nothing confirms have a lane beside it: anyone can post one, and none shall hold up a true event.
 */
export function laneOf({ account, client, confirmable = true, event: { data } }: PayDelivery): string | null {
  const members: Record<string, unknown> = data;
  const order = readText(members['OrderCodeText']) ?? readText(members['OrderCode']);
  const named = [
    // A session without an order says 0.
    order === null || /^0+$/.test(order) ? null : `order:${withoutZeros(order)}`,
    laneOfId('transaction', readText(members['TransactionId'])),
    laneOfId('session', readText(members['SessionId'])),
  ];
  const of = named.find((one) => one !== null) ?? null;
  return of === null ? null : `${account ?? ''}.${client}|${confirmable ? '' : 'unconfirmed:'}${of}`;
}

/**
 * The same for every retry of one delivery, another for every other content. With the envelope: who guesses what the service
 * will say of a payment does not guess the id of its message, so that his delivery is never taken for the true one.
 */
export function fingerprintOf({ event, signed }: Pick<PayDelivery, 'event' | 'signed'>): string {
  const { eventTypeId, messageId, created, correlationId, recipientId, data } = event;
  return sha256(
    `${signed}|${JSON.stringify([eventTypeId, messageId, created, correlationId, recipientId])}|${contentText(data)}`,
  );
}

function laneOfId(what: string, id: string | null): string | null {
  if (id === null) return null;
  return `${what}:${UUID.test(id) ? id.toLowerCase() : plain(id)}`;
}

function withoutZeros(order: string): string {
  return plain(/^\d+$/.test(order) ? order.replace(/^0+(?=\d)/, '') : order);
}

function plain(text: string): string {
  return PLAIN.test(text) ? text : `sha256:${sha256(text)}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
