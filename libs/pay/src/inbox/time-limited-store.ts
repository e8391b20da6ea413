import { isInstance } from '../core/values/describe-thrown.js';
import type { Clock } from '../core/values/clock.js';
import { TimeLimitError, withinTime } from '../core/values/time-limit.js';
import type { ClaimedInboxEntry, InboxClaim, InboxLease, PayInboxStore } from './inbox-store.js';

/**
 * A store that answers in time or rejects: a connection whose other end is gone may never answer, and nothing of a process must wait
 * for it. `migrate` and `forget` take as long as they take, and of `work` all but what is run in it is limited.
 */
export function timeLimitedStore<Transaction>(
  store: PayInboxStore<Transaction>,
  clock: Pick<Clock, 'after'>,
  ms: number,
): PayInboxStore<Transaction> {
  const late = `the store did not answer within ${ms} ms`;
  const limited = <Result>(work: Promise<Result>): Promise<Result> => withinTime(clock, ms, work, late);

  async function claim(asked: InboxClaim): Promise<ClaimedInboxEntry[]> {
    const claiming = store.claim(asked);
    try {
      return await limited(claiming);
    } catch (error) {
      // What it brings after all nobody works on: that must not count as an attempt.
      if (isInstance(error, TimeLimitError))
        claiming.then((entries) => handBack(store, entries)).catch(() => undefined);
      throw error;
    }
  }

  function work(lease: InboxLease, run: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const tooLate = (): void => {
        isLate = true;
        reject(new TimeLimitError(late));
      };
      let stop = clock.after(ms, tooLate);
      const ended = store.work(lease, async (transaction) => {
        stop();
        // Nobody waits for it any more: it is tried again.
        if (isLate) throw new TimeLimitError(late);
        try {
          await run(transaction);
        } finally {
          stop = clock.after(ms, tooLate);
        }
      });
      ended.then(resolve, reject).finally(() => stop());
    });
  }

  return {
    transactional: store.transactional,
    connections: store.connections,
    claim,
    work,
    migrate: () => store.migrate(),
    forget: (olderThanMs, remains) => store.forget(olderThanMs, remains),
    add: (entry) => limited(store.add(entry)),
    renew: (lease, leaseMs) => limited(store.renew(lease, leaseMs)),
    complete: (lease) => limited(store.complete(lease)),
    fail: (lease, retry) => limited(store.fail(lease, retry)),
    bury: (lease, reason, error) => limited(store.bury(lease, reason, error)),
    release: (lease) => limited(store.release(lease)),
    deadLetters: (filter) => limited(store.deadLetters(filter)),
    deadLetter: (id) => limited(store.deadLetter(id)),
    replay: (id) => limited(store.replay(id)),
    discard: (id) => limited(store.discard(id)),
    stats: (account) => limited(store.stats(account)),
    unconfirmed: (account) => limited(store.unconfirmed(account)),
  };
}

/** Lets others have the entries. Never rejects: what fails here, others take when its lease has run out. */
export async function handBack(
  store: Pick<PayInboxStore, 'release'>,
  entries: Iterable<InboxLease>,
): Promise<void> {
  await Promise.allSettled([...entries].map((entry) => store.release(entry)));
}
