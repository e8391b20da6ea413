import type { PayInquiry } from '../core/inquiry.js';

/** What is written down before a call is sent. */
export interface NewJournalEntry {
  key: string;
  /** Of the request: another one under the same key is refused. Holds nothing of a card. */
  fingerprint: string;
  /** What settles the call when its answer is lost. */
  inquiry: PayInquiry | null;
}

/** Who works on an entry, as long as the lease lasts. */
export interface JournalLease {
  key: string;
  /** Another one each time the entry is taken. */
  token: string;
}

/** What a key stands for when a call comes with it. */
export type JournalTurn =
  /** Nothing yet: the entry is written, the call may be sent. */
  | { state: 'new'; token: string }
  /** A call that was answered: with this, as JSON. */
  | { state: 'done'; answer: string }
  /** A call that is under way. */
  | { state: 'busy' }
  /** Another request. */
  | { state: 'different' }
  /** A call that nobody works on any more, and of which nobody knows what became: settle it. */
  | { state: 'unsettled'; token: string; inquiry: PayInquiry | null; sentAgoMs: number };

/** An entry, for operators. */
export interface PayJournalEntry {
  key: string;
  /** `sending`: under way, or its process ended; `unknown`: its answer was lost. */
  state: 'sending' | 'unknown' | 'done';
  inquiry: PayInquiry | null;
  /** What was answered, as JSON. */
  answer: string | null;
  /** The transaction that the call made. */
  transactionId: string | null;
  /** ISO 8601, UTC: when it was last sent. */
  sentAt: string;
}

/**
 * Where a journal keeps its entries. Every promise of the journal rests on these methods being atomic, whichever process
 * calls them, and on entries being safe once they resolve.
 */
export interface PayJournalStore {
  /** Makes or changes what the store needs. May be called by several processes at once, and again. */
  migrate(): Promise<void>;

  /** Takes a key, or says why not. An entry whose lease ran out is taken as unsettled. */
  begin(entry: NewJournalEntry, leaseMs: number): Promise<JournalTurn>;

  /** Has the lease last so much longer from now. False when it is lost; so it is for the others below. */
  renew(lease: JournalLease, leaseMs: number): Promise<boolean>;

  /** Writes down that the call is about to be sent again. */
  resend(lease: JournalLease, inquiry: PayInquiry | null): Promise<boolean>;

  /** Keeps the answer. `taken`, and nothing changes, when another key has this transaction. */
  complete(
    lease: JournalLease,
    answer: string,
    transactionId: string | null,
  ): Promise<'done' | 'lost' | 'taken'>;

  /** Nobody knows what became of it: the next one with this key settles it. */
  abandon(lease: JournalLease): Promise<boolean>;

  /** It certainly did not happen: the key is free again. */
  release(lease: JournalLease): Promise<boolean>;

  /**
   * What would settle the other entries that are not done and ask about this id, in whatever capitals. Optional: with a store
   * that cannot say, what carries no reference of its own is never taken for a call's.
   */
  openAbout?(id: string, exceptKey: string): Promise<PayInquiry[]>;

  /** Null where the key stands for nothing. */
  find(key: string): Promise<PayJournalEntry | null>;

  /**
   * An operator knows what became of an entry that nobody works on: with this answer it is done, with null it did not happen. False
   * when there is none. @param transactionId what the call made, kept unless another key has it.
   */
  resolve(key: string, answer: string | null, transactionId?: string | null): Promise<boolean>;

  /** Entries of unknown outcome that nobody works on, the oldest first. */
  unknown(limit: number): Promise<PayJournalEntry[]>;

  /** Forgets what was done so long ago. Answers how many. */
  forget(olderThanMs: number): Promise<number>;
}
