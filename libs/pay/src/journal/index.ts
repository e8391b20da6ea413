export type {
  JournalLease,
  JournalTurn,
  NewJournalEntry,
  PayJournalEntry,
  PayJournalStore,
} from './journal-store.js';
export { MemoryJournalStore } from './memory-journal-store.js';
export { PayJournal } from './pay-journal.js';
export type { PayJournalOptions } from './pay-journal.js';
