import type { Clock } from '../core/values/clock.js';
import { StoreTimeLimit, timeLimitedStore } from '../stores/time-limited-store.js';
import type { InboxLease, PayInboxStore } from './inbox-store.js';

/** Limits the time of a store's calls. The limit of `work` does not include its handlers. */
export function timeLimitedInboxStore<Transaction>(
  store: PayInboxStore<Transaction>,
  clock: Pick<Clock, 'after'>,
  ms: number,
): PayInboxStore<Transaction> {
  const limit = new StoreTimeLimit(clock, ms);

  function work(lease: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const rejectLate = (error: Error): void => {
        isLate = true;
        reject(error);
      };
      let stop = limit.start(rejectLate);
      const working = store.work(lease, async (transaction) => {
        stop();
        // The caller has already been rejected and retries the event.
        if (isLate) throw limit.error();
        try {
          await run(transaction);
        } finally {
          stop = limit.start(rejectLate);
        }
      });
      working.then(resolve, reject).finally(() => stop());
    });
  }

  return timeLimitedStore(store, limit, {
    work,
    // Events that are claimed too late are released, so that no attempt is counted.
    claimEvents: (request) =>
      limit.run(
        () => store.claimEvents(request),
        (events) => releaseAll(store, events),
      ),
    // These take as long as they need.
    migrate: () => store.migrate(),
    deleteOld: (olderThanMs, maxUnconfirmed) => store.deleteOld(olderThanMs, maxUnconfirmed),
  });
}

/** Releases events. Never rejects: if a release fails, the event becomes due when its lease expires. */
export async function releaseAll(
  store: Pick<PayInboxStore, 'release'>,
  events: Iterable<InboxLease>,
): Promise<void> {
  await Promise.allSettled([...events].map((event) => store.release(event)));
}
