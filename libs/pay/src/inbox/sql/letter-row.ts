import type { DeadLetterReason, PayDeadLetter } from '../inbox-store.js';
import { readDelivery, unreadableDelivery } from '../stored-delivery.js';

/** A dead letter as the database gives it. */
export interface LetterRow {
  id: string;
  reason: DeadLetterReason;
  error: string | null;
  attempts: number;
  delivery: string;
  entry_key: string;
  account: string | null;
  received_ms: number;
  buried_ms: number;
}

/** A dead letter as operators get it. */
export function letterOf({ id, reason, attempts, error, delivery, ...row }: LetterRow): PayDeadLetter {
  return {
    id,
    reason,
    attempts,
    error: error ?? '',
    receivedAt: new Date(row.received_ms).toISOString(),
    buriedAt: new Date(row.buried_ms).toISOString(),
    delivery: readDelivery(delivery) ?? unreadableDelivery(row.entry_key, row.account),
  };
}
