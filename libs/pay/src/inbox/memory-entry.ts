import { NO_TRIES } from './inbox-tries.js';
import type { InboxTries } from './inbox-tries.js';
import type { DeadLetterReason, NewInboxEntry, PayDeadLetter } from './inbox-store.js';

/** An inbox entry as it is stored in memory. */
export interface MemoryEntry extends NewInboxEntry, InboxTries {
  id: number;
  state: 'waiting' | 'working' | 'done' | 'dead' | 'discarded';
  token: string | null;
  /** Time of the next attempt of a waiting entry, or the end of the lease of an entry at work. */
  dueAt: number;
  /** When the entry was received or last replayed. */
  since: number;
  holdsLane: boolean;
  /** Whether it runs, or must run, with no other entry beside it. */
  alone: boolean;
  reason: DeadLetterReason;
  error: string;
  receivedAt: number;
  finishedAt: number;
}

/** State of an entry that was just received. */
export const UNTRIED = { state: 'waiting', token: null, holdsLane: true, alone: false, ...NO_TRIES } as const;

/** Whether the entry is waiting or at work. */
export const isOpen = ({ state }: MemoryEntry): boolean => state === 'waiting' || state === 'working';
/** Whether other entries of its key are duplicates. */
export const isDone = ({ state }: MemoryEntry): boolean => state === 'done';
/** Whether anyone can have made up the event of this dead letter. */
export const wasNeverConfirmed = ({ reason }: MemoryEntry): boolean => reason !== 'failed';
/** Whether the same delivery is worked on again when it comes again. */
export const canComeAgain = ({ reason }: MemoryEntry): boolean =>
  reason === 'unconfirmed' || reason === 'refused';
/** Whether nothing may run beside it: the process that last worked on it may have ended because of it. */
export const mustRunAlone = ({ state, alone }: MemoryEntry): boolean => state === 'working' || alone;

/** A dead letter as operators see it. */
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

/** A copy, as a store that serializes the value would return it. */
export function copyOf<Plain>(value: Plain): Plain {
  return JSON.parse(JSON.stringify(value)) as Plain;
}
