import type { DeadLetterFilter, DeadLetterReason, PayDeadLetter } from './dead-letters.js';
import type { SqlTarget } from '../stores/sql/sql-store.js';
import type { PayDelivery, PayInboxNote, PaySender } from '../webhooks/delivery.types.js';

/** A delivery or event that a process has claimed, for as long as the process renews the lease. */
export interface InboxLease {
  id: string;
  /** Fencing token, new at each claim: a process whose lease expired cannot change the row. */
  token: string;
}

/** A delivery to store until the service has confirmed or denied it. */
export interface NewInboxDelivery {
  delivery: PayDelivery;
  sender: PaySender;
}

/** A delivery that a process has claimed, to confirm it. */
export interface ClaimedInboxDelivery extends InboxLease {
  delivery: PayDelivery;
  /** Number of attempts in which the service denied it. */
  denials: number;
  /** Number of consecutive attempts in which the service could not be asked. */
  failures: number;
}

/** An event to store: confirmed by the service, or of a type that the service cannot confirm. */
export interface NewInboxEvent {
  /** The delivery, whose event has the service's values. */
  delivery: PayDelivery;
  /** Events with the same ordering key are handled one after another. With null, the order is not kept. */
  orderingKey: string | null;
  confirmed: boolean;
  /** Remembered for as long as the event's key. */
  note?: PayInboxNote;
}

/** An event that a process has claimed, to handle it. */
export interface ClaimedInboxEvent extends InboxLease {
  delivery: PayDelivery;
  orderingKey: string | null;
  /** Number of this attempt, from 1. An attempt that ended the process counts only if the event ran alone. */
  attempt: number;
  /** Whether the process must run no other event at the same time, because the event's last lease expired. */
  alone: boolean;
  /** Time since the event was stored or replayed, in milliseconds, by the store's clock. */
  ageMs: number;
}

/** A request for events to handle. */
export interface InboxClaim {
  /** Name of the process, for operators who query the store. */
  worker: string;
  /** Maximum number of events. */
  limit: number;
  /** Duration of the leases, in milliseconds. */
  leaseMs: number;
  /** Whether the process is already handling events. It then gets no event that must run alone. @default false */
  isBusy?: boolean;
}

/** How an attempt to confirm a delivery is counted. `none`: the sender has no reads left. */
export type InboxPostponement = 'denied' | 'failed' | 'none';

/** Number of rows in an inbox, for health checks and metrics. */
export interface PayInboxStats {
  /** Events that are waiting or being handled. */
  backlog: number;
  /** Age of the oldest event or service delivery that waits, in milliseconds; null if nothing waits. */
  oldestAgeMs: number | null;
  /** Events whose handlers failed too often. */
  dead: number;
  /** Deliveries that the service has neither confirmed nor denied yet. */
  unconfirmed: number;
}

/** Number of waiting deliveries of one class of senders. */
export interface DeliveryCount {
  sender: PaySender;
  waiting: number;
}

/** Stores deliveries until they are confirmed, and events until they are handled. Each method is atomic across processes. */
export interface PayInboxStore<Transaction = unknown> {
  /** Maximum number of connections, if known. Each running `work` uses one. */
  readonly connections?: number;
  /** Where the tables are, if the store is in an SQL database. Jobs such as `nestjs-pay/till` keep their tables there, too. */
  readonly sql?: SqlTarget<Transaction>;

  /** Creates or updates the tables. Several processes may call this at the same time and repeatedly. */
  migrate(): Promise<void>;

  /** Rejects with the fix if the tables are missing, or older than this version of the library. */
  checkTables(): Promise<void>;

  /**
   * Stores a delivery and resolves once it is durable. A delivery with the key of a waiting one is a duplicate, except one of the
   * service's addresses: it replaces the delivery of an unknown sender, and one that waits for its next attempt.
   *
   * @returns `duplicate` if an event with this key is stored, or if the delivery was not needed.
   */
  addDelivery(delivery: NewInboxDelivery): Promise<'stored' | 'duplicate'>;

  /** Claims due deliveries of a class of senders, in the order in which they became due. */
  claimDeliveries(sender: PaySender, limit: number, leaseMs: number): Promise<ClaimedInboxDelivery[]>;

  /** Replaces a delivery with its event, unless an event with its key is stored already. Resolves with false if the lease is lost. */
  confirm(lease: InboxLease, event: NewInboxEvent): Promise<boolean>;

  /** Schedules another attempt to confirm a delivery. Like the methods below, resolves with false if the lease is lost. */
  postponeDelivery(
    lease: InboxLease,
    retry: { error: string; retryInMs: number; countsAs: InboxPostponement },
  ): Promise<boolean>;

  /** Extends a lease of a delivery to `leaseMs` from now. */
  renewDelivery(lease: InboxLease, leaseMs: number): Promise<boolean>;

  /** Deletes a delivery. */
  dropDelivery(lease: InboxLease): Promise<boolean>;

  /** Counts the waiting deliveries of an account (null: the default account), by class of senders. */
  countDeliveries(account: string | null): Promise<DeliveryCount[]>;

  /**
   * Claims due events, in the order in which they became due. An event waits while an earlier one with the same ordering key waits or is
   * being handled, in any process.
   *
   * An event whose lease expired is due again. Either this event or another one may have ended the process. Therefore it is claimed by
   * itself, with `alone`, by a process that is not busy. Events that became due later wait until it is claimed, so that each process
   * becomes idle. The claim counts an attempt only if the event ran alone before. Its lease is four times `leaseMs` or longer, and doubles
   * with each attempt, because each crash costs a process.
   */
  claimEvents(claim: InboxClaim): Promise<ClaimedInboxEvent[]>;

  /** Extends a lease of an event to at least `leaseMs` from now. */
  renew(lease: InboxLease, leaseMs: number): Promise<boolean>;

  /** Marks an event as done: its key is remembered, and its content is deleted. */
  complete(lease: InboxLease): Promise<boolean>;

  /**
   * Runs `run` in a transaction and completes the event in the same transaction. The transaction is rolled back if the lease is lost or
   * `run` rejects.
   *
   * @throws the error of `run`, or a TransactionEndedError if `run` ended the transaction itself.
   */
  work(lease: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean>;

  /**
   * Schedules another attempt.
   *
   * @param retry.isOrdered - With false, the event no longer holds up later events, and this attempt is not counted.
   */
  fail(lease: InboxLease, retry: { error: string; retryInMs: number; isOrdered: boolean }): Promise<boolean>;

  /** Moves an event to the dead letters. It no longer holds up later events. */
  moveToDeadLetters(lease: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean>;

  /** Returns an event as if it had not been claimed. An event that must run alone still must. */
  release(lease: InboxLease): Promise<boolean>;

  /** Lists dead letters, newest first. */
  deadLetters(filter?: DeadLetterFilter): Promise<PayDeadLetter[]>;

  /** Reads a dead letter. Resolves with null if no dead letter has this ID. */
  deadLetter(id: string): Promise<PayDeadLetter | null>;

  /** Schedules a dead letter again and resets its attempts and age. Resolves with false if no dead letter has this ID. */
  replay(id: string): Promise<boolean>;

  /** Marks the event of a dead letter as done. Resolves with false if no dead letter has this ID. */
  discard(id: string): Promise<boolean>;

  /** Counts the rows of an account (null: the default account), or of all accounts. */
  stats(account?: string | null): Promise<PayInboxStats>;

  /** Returns the values of the newest 1,000 notes of a topic, newest first. */
  notes(topic: string): Promise<PayInboxNote['value'][]>;

  /**
   * Deletes events that were done, and deliveries that were stored, at least `olderThanMs` ago. Also deletes the oldest finished events
   * that the service cannot confirm, beyond `maxUnconfirmed` for each account.
   *
   * @returns the number of deleted rows.
   */
  deleteOld(olderThanMs: number, maxUnconfirmed: number): Promise<number>;
}
