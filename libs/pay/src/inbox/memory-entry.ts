import type { DeadLetterReason, PayDeadLetter } from './dead-letters.js';
import type { InboxAttemptKind, NewInboxEntry } from './inbox-store.js';
import type { PayInboxNote } from './pay-inbox.js';

interface AttemptCounts {
  attempts: number;
  rejectedAttempts: number;
  unconfirmedAttempts: number;
}

/** An inbox entry as it is stored in memory. */
export interface MemoryEntry extends NewInboxEntry, AttemptCounts {
  id: number;
  state: 'waiting' | 'working' | 'done' | 'dead' | 'discarded';
  token: string | null;
  /** Time of the next attempt of a waiting entry, or the end of the lease of an entry at work. */
  dueAt: number;
  /** When the entry was received or last replayed. */
  since: number;
  blocksLaterEntries: boolean;
  ordered: boolean;
  /** Whether the entry runs, or must run, with no other entry at the same time. */
  alone: boolean;
  reason: DeadLetterReason;
  error: string;
  receivedAt: number;
  finishedAt: number;
  note?: PayInboxNote;
}

/** State of an entry that was just received. */
export const INITIAL_STATE = {
  state: 'waiting',
  token: null,
  alone: false,
  attempts: 0,
  rejectedAttempts: 0,
  unconfirmedAttempts: 0,
} as const;

/** Whether the entry is waiting or at work. */
export const isOpen = ({ state }: MemoryEntry): boolean => state === 'waiting' || state === 'working';
/** Whether other entries of its key are duplicates. */
export const isDone = ({ state }: MemoryEntry): boolean => state === 'done';
/** Whether no other entry may run at the same time, because this one may have ended the process. */
export const mustRunAlone = ({ state, alone }: MemoryEntry): boolean => state === 'working' || alone;

/** Counts a failed attempt, which the claim has already counted as an attempt of the handlers. */
export function countsAfter(
  { attempts, rejectedAttempts, unconfirmedAttempts }: AttemptCounts,
  kind: InboxAttemptKind,
): AttemptCounts {
  if (kind === 'attempt') return { attempts, rejectedAttempts: 0, unconfirmedAttempts: 0 };
  const before = attempts - 1;
  if (kind === 'rejected')
    return { attempts: before, rejectedAttempts: rejectedAttempts + 1, unconfirmedAttempts: 0 };
  return {
    attempts: before,
    rejectedAttempts,
    unconfirmedAttempts: unconfirmedAttempts + (kind === 'unconfirmed' ? 1 : 0),
  };
}

/** Returns the oldest entries beyond the newest `keep` of each group. */
export function oldestBeyond(
  entries: readonly MemoryEntry[],
  keep: number,
  groupOf: (entry: MemoryEntry) => unknown,
): MemoryEntry[] {
  const sizes = new Map<unknown, number>();
  return entries.toReversed().filter((entry) => {
    const size = (sizes.get(groupOf(entry)) ?? 0) + 1;
    sizes.set(groupOf(entry), size);
    return size > keep;
  });
}

/** Converts an entry to the dead letter that operators see. */
export function deadLetterOf(entry: MemoryEntry): PayDeadLetter {
  const { id, reason, error, receivedAt, finishedAt, delivery } = entry;
  return {
    id: String(id),
    reason,
    error,
    attempts: entry.attempts + entry.rejectedAttempts + entry.unconfirmedAttempts,
    delivery: copyOf(delivery),
    receivedAt: new Date(receivedAt).toISOString(),
    deadLetteredAt: new Date(finishedAt).toISOString(),
  };
}

/** Copies a value the way a store that serializes it would. */
export function copyOf<Plain>(value: Plain): Plain {
  return JSON.parse(JSON.stringify(value)) as Plain;
}
