import type { DeadLetterFilter, DeadLetterReason, PayDeadLetter } from './dead-letters.js';
import type { PayDelivery, PayInboxNote } from './pay-inbox.js';

/** A delivery to store. */
export interface NewInboxEntry {
  delivery: PayDelivery;
  /** Key of the event. Once an entry of a key is done, all other entries of the key are duplicates. */
  key: string;
  /** Hash of the delivery's content. A forged delivery of the same key has other content, and must not hide the true one. */
  fingerprint: string;
  /** Entries with the same ordering key are processed one after another. With null, the order is not kept. */
  orderingKey: string | null;
  /** Class of senders (a `PaySender`) that this entry counts against. Null if the entry was not posted. */
  source?: string | null;
  /** Whether the service can confirm the event, and the event can occur only once. @default true */
  confirmable?: boolean;
  /**
   * False for a delivery of an unknown sender that may be forged. The entry neither waits for entries with its ordering key or key nor
   * makes them wait, until `fail` with `blocksLaterEntries` says that its event is confirmed. @default true
   */
  ordered?: boolean;
}

/** Gives a worker an entry for as long as the worker renews the lease. */
export interface InboxLease {
  id: string;
  /** Fencing token, new at each claim: a worker whose lease expired cannot change the entry. */
  token: string;
}

/** An entry that a worker has claimed. */
export interface ClaimedInboxEntry extends InboxLease {
  delivery: PayDelivery;
  orderingKey: string | null;
  /** Whether no other entry with the same ordering key or key is being processed. @default true */
  ordered?: boolean;
  /** Number of this attempt of the handlers, from 1. An attempt that ended the process counts only if the entry ran alone. */
  attempt: number;
  /** Whether the process must run no other entry at the same time, because the entry's last lease expired. */
  alone: boolean;
  /** Number of attempts since the last attempt of the handlers in which the service denied the event. */
  rejectedAttempts: number;
  /** Number of consecutive attempts in which the service could not be asked, or the process had no handler. */
  unconfirmedAttempts: number;
  /** Time since the entry was received or replayed, in milliseconds, by the store's clock. */
  ageMs: number;
}

/** A request for entries to process. */
export interface InboxClaim {
  /** Name of the process, for operators who query the store. */
  worker: string;
  /** Maximum number of entries. */
  limit: number;
  /** Duration of the leases, in milliseconds. */
  leaseMs: number;
  /** Whether the process is already processing entries. It then gets no entry that must run alone. @default false */
  isBusy?: boolean;
}

/**
 * How a failed attempt is counted:
 * - `attempt`: as an attempt of the handlers. Resets the other two counts;
 * - `rejected`: the service denied the event. Resets the count of unconfirmed attempts;
 * - `unconfirmed`: the service could not be asked;
 * - `none`: not at all.
 */
export type InboxAttemptKind = 'attempt' | 'rejected' | 'unconfirmed' | 'none';

/** What to do with an entry that failed. */
export interface InboxRetry {
  /** Reason, for operators. Contains no secrets. */
  error: string;
  /** Time until the next attempt, in milliseconds, by the store's clock. */
  retryInMs: number;
  /** Whether later entries with the same ordering key wait for this one. If true, the entry is `ordered` from now on. */
  blocksLaterEntries: boolean;
  /** @default 'attempt' */
  countsAs?: InboxAttemptKind;
}

/** Number of entries in an inbox, for health checks and metrics. */
export interface PayInboxStats {
  /** Events that are waiting or being processed. */
  backlog: number;
  /** Age of the oldest event of the backlog in milliseconds, or null if the backlog is empty. */
  oldestAgeMs: number | null;
  /** Dead letters with the reason `failed` or `crashed`. */
  dead: number;
  /** Dead letters with the reason `unconfirmed`. After an outage, true events can be among them. */
  unconfirmed: number;
  /** Dead letters with the reason `refused`. */
  refused: number;
}

/** Number of waiting unconfirmed deliveries of one class of senders. */
export interface UnconfirmedCount {
  source: string | null;
  waiting: number;
}

/** Number of finished entries per account to keep that the service never confirmed. */
export interface InboxTrimLimits {
  /** Handled events that the service cannot confirm. */
  done: number;
  /** Dead letters. The limit applies to the service's addresses and to unknown senders separately. */
  dead: number;
}

/**
 * Stores the entries of a durable inbox. Each method must be atomic across processes, because the guarantees of the inbox depend on
 * that. Test your own store with `inboxStoreCases` of `nestjs-pay/testing`.
 */
export interface PayInboxStore<Transaction = unknown> {
  /** Whether `work` runs in a transaction of the database that stores the entries. */
  readonly transactional: boolean;
  /** Maximum number of connections, if known. Each running `work` uses one. */
  readonly connections?: number;

  /** Creates or updates the tables. Several processes may call this at the same time and repeatedly. */
  migrate(): Promise<void>;

  /** Rejects with the fix if the tables are missing, or older than this version of the library. Called instead of `migrate`, see `migrate: false`. */
  checkTables?(): Promise<void>;

  /**
   * Stores an entry and resolves once the entry is durable.
   *
   * @returns `duplicate` if an entry of the key is done, or if an entry with the key and fingerprint exists. Exception: a dead letter with
   *   the reason `unconfirmed` or `refused` is reset as if it was received for the first time, and the result is `stored`.
   */
  add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'>;

  /**
   * Claims due entries, in the order in which they became due, those of unknown senders last. An `ordered` entry waits
   * - while another `ordered` entry with the same ordering key or key is being processed, in any process;
   * - while an earlier entry with the same ordering key waits and blocks later entries. A new entry does so if it is `ordered`.
   *
   * An entry whose lease expired is due again, before all waiting entries with the same ordering key or key. Either this entry or another
   * one may have ended the process. Therefore it is claimed by itself, with `alone`, by a process that is not busy. Entries that became
   * due later wait until it is claimed, so that each process becomes idle. The claim counts an attempt only if the entry ran alone before.
   *
   * Entries whose key is done are deleted. An entry that cannot be read becomes an `unconfirmed` dead letter.
   */
  claim(claim: InboxClaim): Promise<ClaimedInboxEntry[]>;

  /** Extends a lease to `leaseMs` from now. Like the methods below, resolves with false if the lease is lost. */
  renew(lease: InboxLease, leaseMs: number): Promise<boolean>;

  /** Marks an entry as done: its key and the note are remembered, its delivery and all other entries of the key are deleted. */
  complete(lease: InboxLease, note?: PayInboxNote): Promise<boolean>;

  /**
   * Runs `run` in a transaction and completes the entry in the same transaction. The transaction is rolled back if the lease is lost or
   * `run` rejects.
   *
   * @throws the error of `run`, or an InboxWorkError with the problem `transaction-ended` if `run` ended the transaction itself.
   */
  work(
    lease: InboxLease,
    run: (transaction: Transaction) => Promise<void>,
    note?: PayInboxNote,
  ): Promise<boolean>;

  /** Schedules another attempt. The entry no longer runs alone, unless this attempt counts as `none`. */
  fail(lease: InboxLease, retry: InboxRetry): Promise<boolean>;

  /** Moves an entry to the dead letters. It no longer blocks later entries. */
  moveToDeadLetters(lease: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean>;

  /** Returns an entry as if it had not been claimed. An entry that must run alone still must. */
  release(lease: InboxLease): Promise<boolean>;

  /** Lists dead letters, newest first. */
  deadLetters(filter?: DeadLetterFilter): Promise<PayDeadLetter[]>;

  /** Reads a dead letter. Resolves with null if no dead letter has this ID. */
  deadLetter(id: string): Promise<PayDeadLetter | null>;

  /** Schedules a dead letter again and resets its counts and age. Resolves with false if no dead letter has this ID. */
  replay(id: string): Promise<boolean>;

  /**
   * Discards a dead letter. If its reason is `failed`, its key is done. Otherwise only this delivery is a duplicate from then on, because
   * the true event may still be received. Resolves with false if no dead letter has this ID.
   */
  discard(id: string): Promise<boolean>;

  /** Counts the entries of an account (null: the account without a name), or of all accounts. */
  stats(account?: string | null): Promise<PayInboxStats>;

  /** Returns the values of the newest 1,000 notes of a topic, newest first. */
  notes(topic: string): Promise<PayInboxNote['value'][]>;

  /**
   * Counts the waiting entries of an account (null: the account without a name) that were not attempted yet or do not block later
   * entries, by source. Sources without entries are omitted.
   */
  unconfirmed(account: string | null): Promise<UnconfirmedCount[]>;

  /**
   * Deletes entries that were done, discarded or moved to the dead letters as `refused` at least `olderThanMs` ago.
   *
   * @param limits - Also deletes the oldest entries beyond these limits that may be forged: done entries that are not confirmable,
   *   and dead letters other than `failed`.
   * @returns the number of deleted entries.
   */
  deleteFinished(olderThanMs: number, limits?: InboxTrimLimits): Promise<number>;
}
