import type { JournalLease, PayJournalStore } from './journal-store.js';

/** Renews a lease until it is told to stop. One that cannot be renewed is lost: then the next one settles. */
export function keepLease(store: PayJournalStore, lease: JournalLease, leaseMs: number): () => void {
  const timer = setInterval(() => {
    store.renew(lease, leaseMs).catch(() => undefined);
  }, leaseMs / 3);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
