import { createHash } from 'node:crypto';
import { contentText } from '../webhooks/dedupe-key.js';
import { readText, UUID } from '../webhooks/wire-values.js';
import type { NewInboxEntry } from './inbox-store.js';
import type { PayDelivery } from './pay-inbox.js';

/** Anyone can post a member of any length and letters. */
const PLAIN = /^[\w.-]{1,80}$/;

/** A delivery as a store keeps it. */
export function inboxEntryOf(delivery: PayDelivery): NewInboxEntry {
  return { delivery, key: delivery.key, fingerprint: fingerprintOf(delivery), lane: laneOf(delivery) };
}

/** Events of one order run one after another: of its code, else of the transaction; null where the event names neither. */
export function laneOf({ account, client, event: { data } }: PayDelivery): string | null {
  const members: Record<string, unknown> = data;
  const order = readText(members['OrderCodeText']) ?? readText(members['OrderCode']);
  const transaction = readText(members['TransactionId']);
  const of =
    order !== null
      ? `order:${withoutZeros(order)}`
      : transaction !== null
        ? `transaction:${UUID.test(transaction) ? transaction.toLowerCase() : plain(transaction)}`
        : null;
  return of === null ? null : `${account ?? ''}.${client}|${of}`;
}

/** The same for every retry of one delivery, another for every other content. */
function fingerprintOf({ event: { data }, signed }: PayDelivery): string {
  return sha256(`${signed}|${contentText(data)}`);
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
