import { isObject } from '../core/values/plain-data.js';
import { NO_ENVELOPE } from '../webhooks/event.types.js';
import type { PayDelivery } from './pay-inbox.js';

/** A delivery as it was written down; null for a text that is none, which a later version or a hand may have left. */
export function readDelivery(text: string | null): PayDelivery | null {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return isDelivery(read) ? read : null;
  } catch {
    return null;
  }
}

/** Whether a stored value has the members of a delivery that are read first. */
export function isDelivery(value: unknown): value is PayDelivery {
  return (
    isObject(value) &&
    typeof value['key'] === 'string' &&
    isObject(value['event']) &&
    isObject(value['event']['data'])
  );
}

/** Why one that cannot be read is a dead letter. */
export const UNREADABLE_DELIVERY = 'the stored delivery cannot be read';

/** Stands for a delivery that cannot be read, so that operators see that it is there. */
export function unreadableDelivery(key: string, account: string | null): PayDelivery {
  return {
    key,
    endpoint: '',
    account,
    client: 'wallet',
    signed: false,
    source: 'webhook',
    event: { ...NO_ENVELOPE, eventTypeId: null, name: null, data: {}, idempotencyKey: key },
  };
}
