import { sha256 } from '../core/values/sha256.js';
import { UUID } from '../core/values/uuid.js';
import { readText } from '../webhooks/wire-values.js';
import type { PayDelivery } from '../webhooks/delivery.types.js';

/** IDs that are stored as they are. Others are hashed, because anyone can post an ID of any length and characters. */
const PLAIN_ID = /^[\w.-]{1,80}$/;

/** Returns the order of an event, or its transaction or session; null if it has none of them. */
export function orderingKeyOf({
  account,
  client,
  event: { data },
}: Pick<PayDelivery, 'account' | 'client' | 'event'>): string | null {
  const members: Record<string, unknown> = data;
  const order = readText(members['OrderCodeText']) ?? readText(members['OrderCode']);
  const candidates = [
    // A session without an order has the order code 0.
    order === null || /^0+$/.test(order) ? null : `order:${withoutLeadingZeros(order)}`,
    taggedId('transaction', readText(members['TransactionId'])),
    taggedId('session', readText(members['SessionId'])),
  ];
  const id = candidates.find((candidate) => candidate !== null) ?? null;
  return id === null ? null : `${account ?? ''}.${client}|${id}`;
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
