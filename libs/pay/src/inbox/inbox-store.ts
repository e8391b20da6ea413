import type { PayDelivery } from './pay-inbox.js';

/** A delivery as it is handed to a store. */
export interface NewInboxEntry {
  delivery: PayDelivery;
  /** Of the event: once an entry of a key is done, all others of it are repeats. */
  key: string;
  /** Of what the delivery says. A forged delivery of the same key says something else, and must not hide the true one. */
  fingerprint: string;
  /** Entries of one lane are worked on one after another; null: beside all others. */
  lane: string | null;
  /** Class of senders that this entry counts against, a `PaySender`; null if the entry was not posted. */
  source?: string | null;
  /** Whether the service can say that there is such an event, and just one. @default true */
  confirmable?: boolean;
}

/** An entry at work, for as long as the lease is renewed. */
export interface InboxLease {
  id: string;
  /** Another one at each claim: who lost his lease can change nothing any more. */
  token: string;
}

/** An entry to work on. */
export interface ClaimedInboxEntry extends InboxLease {
  delivery: PayDelivery;
  lane: string | null;
  /** Which attempt of its handlers this is, from 1. An attempt that ended the process counts only if the entry ran alone. */
  attempt: number;
  /** Whether the process must run nothing beside this entry, because the entry's last lease ran out. */
  alone: boolean;
  /** How often in a row the service refused to confirm it. */
  refusals: number;
  /** How often in a row the service could not be asked, or nobody there handled such events. */
  doubts: number;
  /** Milliseconds since it came, or was replayed, by the store's clock. */
  ageMs: number;
}

/** A request for work. */
export interface InboxClaim {
  /** Name of the process, for operators who look into the store. */
  worker: string;
  /** Maximum number of entries. */
  limit: number;
  /** How long the entries belong to the worker unless it renews their leases, in milliseconds. */
  leaseMs: number;
  /** Whether the process already works on entries: it then gets no entry that must run alone. @default false */
  isBusy?: boolean;
}

/**
 * As what a try counts that came to nothing: an `attempt` of the handlers ends a row of refusals and doubts, a `refusal` one of doubts.
 * Only what counts as an `attempt` is one.
 */
export type InboxCount = 'attempt' | 'refusal' | 'doubt' | 'nothing';

/** What to do with an entry that failed. */
export interface InboxRetry {
  /** Why: for operators. Holds no secret. */
  error: string;
  /** From now, by the store's clock: the clocks of machines differ. */
  retryInMs: number;
  /** Whether later entries of its lane wait for it. */
  holdsLane: boolean;
  /** @default 'attempt' */
  counts?: InboxCount;
}

/**
 * Why an entry is among the dead letters:
 * - `failed`: the service confirmed the event, and its handlers failed;
 * - `crashed`: the process ended each time while it worked on this entry alone;
 * - `unconfirmed`: the service could not be asked about the event, or cannot confirm events of its kind;
 * - `refused`: the service denies the event.
 */
export type DeadLetterReason = 'failed' | 'crashed' | 'unconfirmed' | 'refused';

/** An event that was given up. */
export interface PayDeadLetter {
  id: string;
  reason: DeadLetterReason;
  /** Why the last try failed. */
  error: string;
  /** How often it was tried: attempts, refusals and doubts together. */
  attempts: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** ISO 8601, UTC. */
  buriedAt: string;
  delivery: PayDelivery;
}

/** Which dead letters. */
export interface DeadLetterFilter {
  /** @default all */
  reason?: DeadLetterReason;
  /** Only of the PayModule with this name, null for the one without a name. @default all */
  account?: string | null;
  /** At most so many, the newest first. @default 100 */
  limit?: number;
  /** Only older ones than this id: the next page. */
  before?: string;
}

/** Which dead letters are tried again together. */
export interface DeadLetterReplay {
  reason: DeadLetterReason;
  /** Only of the PayModule with this name, null for the one without a name. @default all */
  account?: string | null;
}

/** How full an inbox is: for health checks and metrics. */
export interface PayInboxStats {
  /** Events that wait or are at work. */
  backlog: number;
  /** Milliseconds since the oldest of them came, null when there is none. */
  oldestAgeMs: number | null;
  /** Events that were given up because their handlers failed, or because the process ended each time it worked on them. */
  dead: number;
  /** Events that were given up and that nobody ever confirmed: after an outage true ones are among them. */
  unconfirmed: number;
  /** Events that were given up because the service says otherwise. */
  refused: number;
}

/** How many deliveries that the service has not confirmed wait, of one class of senders. */
export interface UnconfirmedCount {
  source: string | null;
  waiting: number;
}

/** How many entries of each account that the service never confirmed are kept once nobody works on them. */
export interface InboxRemains {
  /** Keys of events that nothing can confirm, and that were handled all the same. */
  done: number;
  /** Dead letters, with their deliveries: as many of the service's sources as of all others. */
  dead: number;
}

/**
 * Where a durable inbox keeps its entries. Every promise of the inbox rests on these methods being atomic, whichever
 * process calls them: `inboxStoreCases` of `nestjs-pay/testing` tries them.
 */
export interface PayInboxStore<Transaction = unknown> {
  /** Whether `work` runs in a transaction of the database where the entries are. */
  readonly transactional: boolean;
  /** How many connections the store may have at a time, where it knows: each `work` under way takes one. */
  readonly connections?: number;

  /** Makes or changes what the store needs. May be called by several processes at once, and again. */
  migrate(): Promise<void>;

  /**
   * Keeps an entry; resolves after it is safe. `duplicate` when an entry of its key is done, or one of its key and
   * fingerprint is there, with one exception: a dead letter that is `unconfirmed` or was
   * `refused` is tried again as if it came for the first time, and the answer is `stored`. The service will not bring it once more.
   */
  add(entry: NewInboxEntry): Promise<'stored' | 'duplicate'>;

  /**
   * Takes entries that are due, in the order in which they became due. An entry waits
   * - while another entry of its lane or of its key is at work, in any process;
   * - while an earlier entry of its lane waits and holds the lane.
   *
   * An entry whose lease ran out is due again, before all waiting entries of its lane and key. Its process may have ended because of it, or
   * because of another entry, so it is handed out by itself, with `alone`, to a process that is not busy. Entries that became due later wait
   * until it is taken, so that each process becomes idle. The claim counts an attempt only if the entry ran alone before.
   *
   * Entries whose key is done are dropped. An entry that cannot be read becomes an `unconfirmed` dead letter.
   */
  claim(claim: InboxClaim): Promise<ClaimedInboxEntry[]>;

  /** Has the lease last so much longer from now. False when it is lost; so it is for the others below. */
  renew(lease: InboxLease, leaseMs: number): Promise<boolean>;

  /** The entry is done: its key is remembered, its content forgotten, other entries of its key are dropped. */
  complete(lease: InboxLease): Promise<boolean>;

  /**
   * Runs `run` in a transaction and completes the entry in the same one. Nothing of it stays when it answers false or
   * rejects.
   *
   * @throws what `run` throws.
   */
  work(lease: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean>;

  /** Lets the entry wait for another attempt. It no longer runs alone, unless this attempt counts as `nothing`. */
  fail(lease: InboxLease, retry: InboxRetry): Promise<boolean>;

  /** Lays the entry among the dead letters: it holds no lane, and is kept until an operator decides. */
  bury(lease: InboxLease, reason: DeadLetterReason, error: string): Promise<boolean>;

  /** Hands the entry back as if it had not been claimed. An entry that must run alone still must. */
  release(lease: InboxLease): Promise<boolean>;

  /** Dead letters, the newest first. */
  deadLetters(filter?: DeadLetterFilter): Promise<PayDeadLetter[]>;

  /** Null when there is none with this id. */
  deadLetter(id: string): Promise<PayDeadLetter | null>;

  /** Has a dead letter tried again, with all counts and its age at nothing. False when there is none with this id. */
  replay(id: string): Promise<boolean>;

  /**
   * Takes a dead letter as settled: the key of one that `failed` counts as done; of all others only this delivery is known
   * again, for the true event may still come or lie beside it. False when there is none with this id.
   */
  discard(id: string): Promise<boolean>;

  /** Of one account where its name (null: the one without) is given, else of all. */
  stats(account?: string | null): Promise<PayInboxStats>;

  /**
   * How many entries of an account (null: the one without a name) wait that were not tried yet or do not hold their lane, by
   * their source. Sources with none are left out.
   */
  unconfirmed(account: string | null): Promise<UnconfirmedCount[]>;

  /**
   * Forgets what was done or discarded, and refused events that were buried, so long ago. Where `remains` is given, also the
   * oldest beyond it of what anybody can have made up: entries that are done and not confirmable, and dead letters that are
   * `unconfirmed` or were `refused`. Answers how many.
   */
  forget(olderThanMs: number, remains?: InboxRemains): Promise<number>;
}
