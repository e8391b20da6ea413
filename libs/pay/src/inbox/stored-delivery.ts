import { isObject } from '../core/values/plain-data.js';
import { NO_ENVELOPE } from '../webhooks/event.types.js';
import type { PayDelivery } from '../webhooks/delivery.types.js';

/** Parses a stored delivery. Returns null if the text is not a delivery, for example after a manual change. */
export function readDelivery(text: string | null): PayDelivery | null {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return isDelivery(read) ? read : null;
  } catch {
    return null;
  }
}

/** Whether a stored value has the required members of a delivery. */
export function isDelivery(value: unknown): value is PayDelivery {
  return (
    isObject(value) &&
    typeof value['key'] === 'string' &&
    isObject(value['event']) &&
    isObject(value['event']['data'])
  );
}

/** Error of a dead letter whose delivery cannot be read. */
export const UNREADABLE_DELIVERY = 'the stored delivery cannot be read';

/** Creates a placeholder for a delivery that cannot be read, so that operators see the entry. */
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
