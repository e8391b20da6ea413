import type { Clock } from '../core/values/clock.js';
import { isInstance } from '../core/values/describe-thrown.js';
import { TimeLimitError, withinTime } from '../core/values/time-limit.js';

/** The time within which a store must respond, because a dead connection may never respond. */
export class StoreTimeLimit {
  readonly #message: string;

  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly ms: number,
  ) {
    this.#message = `the store did not respond within ${ms} ms`;
  }

  /**
   * Calls a store.
   *
   * @param undo - Undoes the call if its result arrives too late. Its errors are ignored.
   * @throws TimeLimitError after the time.
   */
  async run<Result>(
    call: () => Promise<Result>,
    undo?: (lateResult: Result) => Promise<unknown>,
  ): Promise<Result> {
    const calling = call();
    try {
      return await withinTime(this.clock, this.ms, calling, this.#message);
    } catch (error) {
      if (undo !== undefined && isInstance(error, TimeLimitError)) calling.then(undo).catch(() => undefined);
      throw error;
    }
  }

  /** Calls `onLate` after the time, unless the returned function is called before. */
  start(onLate: (error: TimeLimitError) => void): () => void {
    return this.clock.after(this.ms, () => onLate(this.error()));
  }

  error(): TimeLimitError {
    return new TimeLimitError(this.#message);
  }
}

/**
 * Limits the time of each method of a store.
 *
 * @param own - Methods that are limited in another way, or not at all.
 */
export function timeLimitedStore<Store extends object>(
  store: Store,
  limit: StoreTimeLimit,
  own: Partial<Store>,
): Store {
  // The target is empty, because a proxy of a frozen store could not replace its methods.
  return new Proxy({} as Store, {
    get(_target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const member: unknown = Reflect.get(store, name, store);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) =>
        limit.run(() => Reflect.apply(member, store, values) as Promise<unknown>);
    },
  });
}
