import type { PayDelivery } from '../webhooks/delivery.types.js';

/**
 * Why an event is among the dead letters:
 * - `failed`: its handlers failed, or no process has a handler for it;
 * - `crashed`: the process ended each time while it handled this event alone.
 */
export type DeadLetterReason = 'failed' | 'crashed';

/** An event that is no longer retried. */
export interface PayDeadLetter {
  id: string;
  reason: DeadLetterReason;
  /** Why the last attempt failed. */
  error: string;
  /** Number of attempts. */
  attempts: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** ISO 8601, UTC. */
  deadLetteredAt: string;
  delivery: PayDelivery;
}

/** Selects dead letters. */
export interface DeadLetterFilter {
  /** @default all */
  reason?: DeadLetterReason;
  /** Name of the `PayModule`, or null for the default account. @default all */
  account?: string | null;
  /** Maximum number of dead letters, newest first. @default 100 */
  limit?: number;
  /** Returns only dead letters older than this ID, for the next page. */
  before?: string;
}

/** Selects dead letters to replay. */
export interface DeadLetterReplay {
  reason: DeadLetterReason;
  /** Name of the `PayModule`, or null for the default account. @default all */
  account?: string | null;
}

interface ReplayableStore {
  deadLetters(filter: DeadLetterFilter): Promise<PayDeadLetter[]>;
  replay(id: string): Promise<boolean>;
}

/**
 * Replays all dead letters of a reason, oldest first, so that events of one order keep their order.
 *
 * @returns The number of replayed dead letters.
 */
export async function replayAll(
  store: ReplayableStore,
  { reason, account }: DeadLetterReplay,
): Promise<number> {
  const ids: string[] = [];
  let page: PayDeadLetter[];
  do {
    page = await store.deadLetters({ reason, account, before: ids.at(-1) });
    ids.push(...page.map(({ id }) => id));
  } while (page.length > 0);
  let count = 0;
  for (const id of ids.toReversed()) if (await store.replay(id)) count++;
  return count;
}
