import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';

/** The record of one key. Times are milliseconds since 1970, by the store's clock. */
export interface IdempotencyRecord {
  key: string;
  /** Hash of the request without card data. Another request with the same key is rejected. */
  fingerprint: string;
  /** `sending`: the call is in progress, or its process ended; `unknown`: its response was lost; `done`: `response` is stored, or null after a decline. */
  state: 'sending' | 'unknown' | 'done';
  /** Fencing token. Changes when another call acquires the record, and when a call ends. */
  token: string;
  leasedUntil: number;
  /** How to look up the outcome of the call; null if no read shows it. */
  outcomeLookup: PayOutcomeLookup | null;
  /** The response, as JSON. */
  response: string | null;
  /** ID of the transaction that the call made. At most one record has the same ID. */
  transactionId: string | null;
  sentAt: number;
  finishedAt: number | null;
}

/** Result of a write: `stale` if the record has another token or does not exist, `transaction-in-use` if another key has the transaction. */
export type IdempotencyWrite = 'written' | 'stale' | 'transaction-in-use';

/**
 * Stores the records of {@link PayIdempotency}. Each method must be atomic across processes, and a write must be durable when it
 * resolves. Test your own store with the cases of `test/idempotency/store-cases.ts`.
 */
export interface PayIdempotencyStore {
  /** Creates or updates the tables. Several processes may call this at the same time and repeatedly. */
  migrate(): Promise<void>;

  /** Rejects with the fix if the tables are missing, or older than this version of the library. Called instead of `migrate`, see `migrate: false`. */
  checkTables?(): Promise<void>;

  /** Reads a record, and the time of the store's clock. */
  get(key: string): Promise<{ record: IdempotencyRecord | null; now: number }>;

  /** Stores a new record. Resolves with false, and changes nothing, if the key has a record. */
  insert(record: IdempotencyRecord): Promise<boolean>;

  /** Changes members of the record with this token. */
  update(
    key: string,
    token: string,
    change: Partial<Omit<IdempotencyRecord, 'key' | 'fingerprint'>>,
  ): Promise<IdempotencyWrite>;

  /** Extends the lease of the record with this token: to this many milliseconds after now, by the store's clock. Resolves with false if there is none. */
  renew(key: string, token: string, leaseMs: number): Promise<boolean>;

  /** Deletes the record with this token. Resolves with false if there is none. */
  delete(key: string, token: string): Promise<boolean>;

  /** Lists records that are not done and whose lease expired, in the order in which their calls were sent. */
  listUnresolved(limit: number): Promise<IdempotencyRecord[]>;

  /** Lists records that are not done and whose `outcomeLookup` has this ID, in any letter case. */
  listOpenAbout(id: string): Promise<IdempotencyRecord[]>;

  /** Deletes records that were finished at least this many milliseconds ago. Resolves with their number. */
  deleteFinished(olderThanMs: number): Promise<number>;
}
