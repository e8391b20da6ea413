import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';

/** What is stored under one key. Times are milliseconds since 1970 by the store's clock. */
export interface IdempotencyRecord {
  key: string;
  /** Hash of the request without card data: another request under the same key is refused. */
  fingerprint: string;
  /** `sending`: under way, or its process ended; `unknown`: its answer was lost; `done`: `answer` is stored. */
  state: 'sending' | 'unknown' | 'done';
  /** Fencing token: changes whenever another call takes the record over, or the record is given up. */
  token: string;
  leasedUntil: number;
  /** How to find out what became of the call; null where no read can tell. */
  outcomeLookup: PayOutcomeLookup | null;
  /** What was answered, as JSON. */
  answer: string | null;
  /** The transaction that the call made. At most one record has it. */
  transactionId: string | null;
  sentAt: number;
  finishedAt: number | null;
}

/** What a write did: `stale` when the token is another one or the record is gone, `transaction-taken` when another key has the transaction. */
export type IdempotencyWrite = 'written' | 'stale' | 'transaction-taken';

/**
 * Keeps the records of {@link PayIdempotency}. Each method is atomic, in all processes that share the store, and a write is
 * durable once it resolves.
 */
export interface PayIdempotencyStore {
  /** Creates or updates what the store needs. Several processes may call it at once, and again. */
  migrate(): Promise<void>;

  /** Reads a record, and the store's clock. */
  get(key: string): Promise<{ record: IdempotencyRecord | null; now: number }>;

  /** Stores a new record. `false`, and nothing changes, when the key has one. */
  insert(record: IdempotencyRecord): Promise<boolean>;

  /** Changes members of the record whose token is `token`. */
  update(
    key: string,
    token: string,
    change: Partial<Omit<IdempotencyRecord, 'key' | 'fingerprint'>>,
  ): Promise<IdempotencyWrite>;

  /** Deletes the record whose token is `token`. `false` when there is none. */
  delete(key: string, token: string): Promise<boolean>;

  /** Lists records that are not done and whose lease ran out, those sent first come first. */
  listUnresolved(limit: number): Promise<IdempotencyRecord[]>;

  /** Lists records that are not done and whose outcomeLookup is about this id, in any letter case. */
  listOpenAbout(id: string): Promise<IdempotencyRecord[]>;

  /** Deletes records that were finished this many milliseconds ago or earlier. Returns their number. */
  deleteFinished(olderThanMs: number): Promise<number>;
}
