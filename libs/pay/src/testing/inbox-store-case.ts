import type { PayInboxStore } from '../inbox/inbox-store.js';

/** A store to try, empty, whose clock stands still until it is moved. */
export interface StoreUnderTest<Transaction = unknown> {
  /** Already migrated. */
  store: PayInboxStore<Transaction>;
  /** Another process' view of the same entries; the same store where there are no other processes. */
  other: PayInboxStore<Transaction>;
  /** Moves the time of both, in milliseconds. */
  advance: (ms: number) => void;
  /** Writes a text within a transaction, for a transactional store. */
  write?: (transaction: Transaction, text: string) => Promise<void>;
  /** The texts that were committed. */
  written?: () => Promise<string[]>;
  /** Lets the entries go. */
  close: () => Promise<void>;
}

/** A case, before it has a store. */
export type StoreTrial = [name: string, run: <T>(under: StoreUnderTest<T>) => Promise<void>];
