import type { Clock } from '../core/clock.js';
import { TimeLimitError, withinTime } from '../core/time-limit.js';
import type { JournalTurn, NewJournalEntry, PayJournalStore } from './journal-store.js';

/**
 * A store that answers in time or rejects, whatever its driver does: a connection whose other end is gone may never answer, and
 * what the service has said must not wait for it. `migrate` and `forget` take as long as they take.
 */
export function timeLimitedJournalStore(
  store: PayJournalStore,
  clock: Pick<Clock, 'after'>,
  ms: number,
): PayJournalStore {
  const limited = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    withinTime(clock, ms, work(), `the store did not answer within ${ms} ms`);

  async function begin(entry: NewJournalEntry, leaseMs: number): Promise<JournalTurn> {
    const beginning = store.begin(entry, leaseMs);
    try {
      return await limited(() => beginning);
    } catch (error) {
      // Nothing was sent: what it takes after all nobody works on.
      if (error instanceof TimeLimitError)
        beginning.then((turn) => handBack(store, entry.key, turn)).catch(() => undefined);
      throw error;
    }
  }

  const openAbout = store.openAbout?.bind(store);
  return {
    begin,
    migrate: () => store.migrate(),
    forget: (olderThanMs) => store.forget(olderThanMs),
    renew: (lease, leaseMs) => limited(() => store.renew(lease, leaseMs)),
    resend: (lease, inquiry) => limited(() => store.resend(lease, inquiry)),
    complete: (lease, answer, transactionId) => limited(() => store.complete(lease, answer, transactionId)),
    abandon: (lease) => limited(() => store.abandon(lease)),
    release: (lease) => limited(() => store.release(lease)),
    ...(openAbout && { openAbout: (id, key) => limited(() => openAbout(id, key)) }),
    find: (key) => limited(() => store.find(key)),
    resolve: (key, answer, transactionId) => limited(() => store.resolve(key, answer, transactionId)),
    unknown: (limit) => limited(() => store.unknown(limit)),
  };
}

/** As it was before: free, or of unknown outcome. */
async function handBack(store: PayJournalStore, key: string, turn: JournalTurn): Promise<void> {
  if (turn.state === 'new') await store.release({ key, token: turn.token });
  if (turn.state === 'unsettled') await store.abandon({ key, token: turn.token });
}
