import type { Clock } from '../core/values/clock.js';
import { TimeLimitError, withinTime } from '../core/values/time-limit.js';
import type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';

/**
 * Wraps a store so that each method answers within `ms` or rejects. A broken connection may never answer, and the service's
 * answer must not wait for it. `migrate` and `deleteFinished` take as long as they need.
 */
export function timeLimitedStore(
  store: PayIdempotencyStore,
  clock: Pick<Clock, 'after'>,
  ms: number,
): PayIdempotencyStore {
  const limited = <Result>(work: Promise<Result>): Promise<Result> =>
    withinTime(clock, ms, work, `the store did not answer within ${ms} ms`);

  async function insert(record: IdempotencyRecord): Promise<boolean> {
    const inserting = store.insert(record);
    try {
      return await limited(inserting);
    } catch (error) {
      // Nothing is sent for a record that arrives late, so it must not look like a call under way.
      if (error instanceof TimeLimitError)
        inserting
          .then((isNew) => (isNew ? store.delete(record.key, record.token) : false))
          .catch(() => undefined);
      throw error;
    }
  }

  return {
    insert,
    migrate: () => store.migrate(),
    deleteFinished: (olderThanMs) => store.deleteFinished(olderThanMs),
    get: async (key) => limited(store.get(key)),
    update: async (key, token, change) => limited(store.update(key, token, change)),
    delete: async (key, token) => limited(store.delete(key, token)),
    listUnresolved: async (limit) => limited(store.listUnresolved(limit)),
    listOpenAbout: async (id) => limited(store.listOpenAbout(id)),
  };
}
