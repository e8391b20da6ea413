import { isInstance } from '../core/values/describe-thrown.js';
import type { Clock } from '../core/values/clock.js';
import { TimeLimitError, withinTime } from '../core/values/time-limit.js';
import type { ClaimedInboxEntry, InboxClaim, InboxLease, PayInboxStore } from './inbox-store.js';

/**
 * Limits the time of a store's calls, because a dead connection may never answer. `migrate` and `deleteFinished` are not limited, and
 * the limit of `work` does not include its handlers.
 */
export function timeLimitedStore<Transaction>(
  store: PayInboxStore<Transaction>,
  clock: Pick<Clock, 'after'>,
  ms: number,
): PayInboxStore<Transaction> {
  const late = `the store did not answer within ${ms} ms`;
  const limited = <Result>(work: Promise<Result>): Promise<Result> => withinTime(clock, ms, work, late);

  async function claim(request: InboxClaim): Promise<ClaimedInboxEntry[]> {
    const claiming = store.claim(request);
    try {
      return await limited(claiming);
    } catch (error) {
      // Entries that are claimed too late are returned, so that no attempt is counted.
      if (isInstance(error, TimeLimitError))
        claiming.then((entries) => releaseAll(store, entries)).catch(() => undefined);
      throw error;
    }
  }

  function work(lease: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const rejectLate = (): void => {
        isLate = true;
        reject(new TimeLimitError(late));
      };
      let stop = clock.after(ms, rejectLate);
      const working = store.work(lease, async (transaction) => {
        stop();
        // The caller has already been rejected and retries the entry.
        if (isLate) throw new TimeLimitError(late);
        try {
          await run(transaction);
        } finally {
          stop = clock.after(ms, rejectLate);
        }
      });
      working.then(resolve, reject).finally(() => stop());
    });
  }

  return {
    transactional: store.transactional,
    connections: store.connections,
    claim,
    work,
    migrate: () => store.migrate(),
    deleteFinished: (olderThanMs, limits) => store.deleteFinished(olderThanMs, limits),
    add: (entry) => limited(store.add(entry)),
    renew: (lease, leaseMs) => limited(store.renew(lease, leaseMs)),
    complete: (lease) => limited(store.complete(lease)),
    fail: (lease, retry) => limited(store.fail(lease, retry)),
    moveToDeadLetters: (lease, reason, error) => limited(store.moveToDeadLetters(lease, reason, error)),
    release: (lease) => limited(store.release(lease)),
    deadLetters: (filter) => limited(store.deadLetters(filter)),
    deadLetter: (id) => limited(store.deadLetter(id)),
    replay: (id) => limited(store.replay(id)),
    discard: (id) => limited(store.discard(id)),
    stats: (account) => limited(store.stats(account)),
    unconfirmed: (account) => limited(store.unconfirmed(account)),
  };
}

/** Releases entries. Never rejects: if a release fails, the entry becomes due when its lease expires. */
export async function releaseAll(
  store: Pick<PayInboxStore, 'release'>,
  entries: Iterable<InboxLease>,
): Promise<void> {
  await Promise.allSettled([...entries].map((entry) => store.release(entry)));
}
