import { NO_TRIES } from './inbox-tries.js';
import type { InboxTries } from './inbox-tries.js';
import type { DeadLetterReason, NewInboxEntry, PayDeadLetter } from './inbox-store.js';

/** An entry of the inbox as it is kept in memory. */
export interface MemoryEntry extends NewInboxEntry, InboxTries {
  id: number;
  state: 'waiting' | 'working' | 'done' | 'dead' | 'discarded';
  token: string | null;
  /** Of a waiting entry the next attempt, of one at work the end of its lease. */
  dueAt: number;
  /** Since when it is tried. */
  since: number;
  holdsLane: boolean;
  reason: DeadLetterReason;
  error: string;
  receivedAt: number;
  finishedAt: number;
}

/** As it came. */
export const UNTRIED = { state: 'waiting', token: null, holdsLane: true, ...NO_TRIES } as const;

/** Something is left to do for it. */
export const isOpen = ({ state }: MemoryEntry): boolean => state === 'waiting' || state === 'working';
/** What repeats it is a duplicate. */
export const isDone = ({ state }: MemoryEntry): boolean => state === 'done';
/** Anyone can have made it up. */
export const wasNeverConfirmed = ({ reason }: MemoryEntry): boolean => reason !== 'failed';

/** As operators see it. */
export function letterOf(entry: MemoryEntry): PayDeadLetter {
  const { id, reason, error, attempts, refusals, doubts, receivedAt, finishedAt, delivery } = entry;
  return {
    id: String(id),
    reason,
    error,
    attempts: attempts + refusals + doubts,
    delivery: copyOf(delivery),
    receivedAt: new Date(receivedAt).toISOString(),
    buriedAt: new Date(finishedAt).toISOString(),
  };
}

/** What a store that writes it down would give back. */
export function copyOf<Plain>(value: Plain): Plain {
  return JSON.parse(JSON.stringify(value)) as Plain;
}
