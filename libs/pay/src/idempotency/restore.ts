import { randomUUID } from 'node:crypto';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { isObject } from '../core/values/plain-data.js';
import type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';

/**
 * The statement that the database went back in time. Until it ends, a key without a record does not mean that the call was never
 * sent: the service is asked first.
 */
export interface PayRestore {
  /** When the database was restored. Calls before this time may lack their record. */
  restoredAt: Date;
  /** Time that the data went back to, such as that of the backup; null if it is unknown. */
  lostSince: Date | null;
  /** When a key without a record means again that the call was never sent. */
  until: Date;
}

/** How long a statement holds. Queues and inboxes repeat calls for days. */
const RESTORE_MS = 7 * 24 * 3_600_000;

/** Key of the record that contains the statement, so that all processes see it and no table is needed. No call can use it. */
export const RESTORE_KEY = 'nestjs-pay:restore';
const MAX_ATTEMPTS = 5;

/**
 * Adds the defaults.
 *
 * @param now - Time of the store's clock, in milliseconds since 1970.
 * @throws RangeError that names the invalid option.
 */
export function restoreOf(
  { restoredAt = new Date(), lostSince = null, until }: Partial<PayRestore>,
  now = Date.now(),
  parent = '',
): PayRestore {
  const at = restoredAt.getTime();
  const restore = { restoredAt, lostSince, until: until ?? new Date(at + RESTORE_MS) };
  const fail = (problem: string): never => {
    throw new RangeError(parent + problem);
  };
  for (const [name, value] of Object.entries(restore))
    if (value !== null && Number.isNaN(value.getTime())) fail(`${name} must be a valid date`);
  if (at > now + CLOCK_DIFFERENCE_MS)
    fail(`restoredAt must not be in the future (${restoredAt.toISOString()})`);
  if (lostSince !== null && lostSince > restoredAt)
    fail('lostSince must be before restoredAt: it is the time that the data went back to');
  return restore;
}

/** How far the clock of a person's machine may be ahead of the store's. */
const CLOCK_DIFFERENCE_MS = 300_000;

/** Reads the latest statement, also one that ended. */
export async function readRestore(store: PayIdempotencyStore): Promise<PayRestore | null> {
  const { record } = await store.get(RESTORE_KEY);
  return record === null ? null : parsed(record.response);
}

/** Stores a statement instead of an earlier one. */
export async function writeRestore(store: PayIdempotencyStore, restore: PayRestore): Promise<void> {
  const response = JSON.stringify(restore);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { record, now } = await store.get(RESTORE_KEY);
    if (record !== null) {
      const written = await store.update(RESTORE_KEY, record.token, { response, token: randomUUID() });
      if (written === 'written') return;
    } else if (await store.insert(recordOf(response, now))) return;
  }
  throw new Error(
    'the statement about the restore was not stored, because other processes stored one at the same time: state it again',
  );
}

/** Without `finishedAt`, `forget` does not delete the record. */
function recordOf(response: string, now: number): IdempotencyRecord {
  return {
    key: RESTORE_KEY,
    fingerprint: RESTORE_KEY,
    state: 'done',
    token: randomUUID(),
    leasedUntil: now,
    outcomeLookup: null,
    response,
    transactionId: null,
    sentAt: now,
    finishedAt: null,
  };
}

function parsed(text: string | null): PayRestore | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  if (!isObject(value)) return null;
  const date = (name: string): Date => new Date(String(value[name]));
  const restore = {
    restoredAt: date('restoredAt'),
    lostSince: value['lostSince'] === null ? null : date('lostSince'),
    until: date('until'),
  };
  return Number.isNaN(restore.until.getTime()) ? null : restore;
}

/** Returns the later of two statements. The first one wins if both are about one restore, because it may have been ended. */
export function latestRestore(stored: PayRestore | null, ofOption: PayRestore | null): PayRestore | null {
  return isLater(ofOption, stored) ? ofOption : stored;
}

/** Returns a statement that holds; null if it has ended. */
export function activeRestore(restore: PayRestore | null, now: number): PayRestore | null {
  return restore !== null && now < restore.until.getTime() ? restore : null;
}

/** Whether a statement is about a later restore than another one. */
export function isLater(one: PayRestore | null, other: PayRestore | null): boolean {
  return one !== null && (other === null || one.restoredAt > other.restoredAt);
}

/** Adds the lost time of an earlier restore that is still being checked. A statement about the same lost time replaces it. */
export function withEarlier(restore: PayRestore, earlier: PayRestore | null, now: number): PayRestore {
  const before = activeRestore(earlier, now);
  const isOther = before !== null && restore.lostSince !== null && restore.lostSince > before.restoredAt;
  return isOther ? { ...restore, lostSince: before.lostSince } : restore;
}

/** Begins the token of a call that waits after a restore. Nothing was sent for it since. */
const HELD = 'held:';
export const heldToken = (): string => `${HELD}${randomUUID()}`;

/** Whether a call waits for the service or a person, because its key had no record after the restore. */
export function isHeld({ state, token }: IdempotencyRecord): boolean {
  return state === 'unknown' && token.startsWith(HELD);
}

/**
 * Returns the restore after which an earlier call with the key cannot be ruled out, because the restored record may not show it.
 * Returns null if there is none.
 */
export function uncertainSince(
  record: IdempotencyRecord | null,
  latest: PayRestore | null,
  now: number,
): PayRestore | null {
  // A call that waits does so until its outcome is known, also after the statement ended.
  if (record !== null && isHeld(record)) return latest ?? restoreOf({ restoredAt: new Date(record.sentAt) });
  const restore = activeRestore(latest, now);
  if (restore === null || record === null) return restore;
  // The call was declined before the restore, and may have succeeded since.
  const mayBeOld = record.state === 'done' && (record.finishedAt ?? 0) <= restore.restoredAt.getTime();
  return mayBeOld ? restore : null;
}

/**
 * Returns the lookup of a call that may have been sent at any time since the data was lost. With the clock `own`, no transaction
 * without a reference is taken for the one of the call, because it may be older than the lost time.
 */
export function lookupAfter(
  { lostSince }: PayRestore,
  outcomeLookup: PayOutcomeLookup | null,
): PayOutcomeLookup | null {
  if (outcomeLookup === null) return null;
  const sentAt = (lostSince ?? new Date(0)).toISOString();
  return { ...outcomeLookup, sentAt, clock: lostSince === null ? 'own' : 'service' };
}
