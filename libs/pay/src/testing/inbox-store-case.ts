import type { PayInboxStore } from '../inbox/inbox-store.js';

/** An empty store for one test case, with a clock that only `advance` moves. */
export interface StoreUnderTest<Transaction = unknown> {
  /** The store, already migrated. */
  store: PayInboxStore<Transaction>;
  /** A second store with the same entries, as in another process. The same store if processes cannot share it. */
  other: PayInboxStore<Transaction>;
  /** Moves the clock of both stores, in milliseconds. */
  advance: (ms: number) => void;
  /** Writes a text in a transaction. Required for a transactional store. */
  write?: (transaction: Transaction, text: string) => Promise<void>;
  /** Reads the committed texts. Required for a transactional store. */
  written?: () => Promise<string[]>;
  /** Deletes the entries and closes the store. */
  close: () => Promise<void>;
}

/** A test case that runs against any store. */
export type StoreTrial = [name: string, run: <T>(under: StoreUnderTest<T>) => Promise<void>];
