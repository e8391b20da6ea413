import { isObject } from '../core/plain-data.js';
import { WITHOUT_ENVELOPE } from '../webhooks/without-envelope.js';
import type { PayDelivery } from './pay-inbox.js';

/** A delivery as it was written down; null for a text that is none, which a later version or a hand may have left. */
export function readDelivery(text: string | null): PayDelivery | null {
  try {
    const read = JSON.parse(text ?? '') as Partial<PayDelivery> | null;
    const isDelivery = typeof read?.key === 'string' && isObject(read.event?.data);
    return isDelivery ? (read as PayDelivery) : null;
  } catch {
    return null;
  }
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
    event: { ...WITHOUT_ENVELOPE, eventTypeId: null, name: null, data: {}, idempotencyKey: key },
  };
}
