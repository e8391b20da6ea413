import type { MethodReturn } from '../core/operation/method-return.js';
import { problem } from './problem.js';

/** How long a response is shown without asking again, in milliseconds. */
export const FRESH_MS = 5_000;
const MAX_ENTRIES = 1_000;
const MINUTE_MS = 60_000;

/** A clock that no one sets. */
export const UPTIME = { now: () => performance.now() };

interface Entry<Data> {
  readonly at: number;
  readonly result: Promise<MethodReturn<Data>>;
}

/** Reads the service with a budget for each minute and a short cache, so that open pages cannot exhaust the service. */
export class ServiceReads {
  readonly #entries = new Map<string, Entry<unknown>>();
  #left: number;
  #countedAt = UPTIME.now();

  constructor(private readonly perMinute = 300) {
    this.#left = perMinute;
  }

  /** Takes requests from the budget. Returns false if it is used up. */
  take(count = 1): boolean {
    const now = UPTIME.now();
    const refill = ((now - this.#countedAt) / MINUTE_MS) * this.perMinute;
    this.#left = Math.min(this.#left + refill, this.perMinute);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= count;
    return true;
  }

  /** Counts requests of a report, which may exceed the budget: later reads wait. */
  spend(count: number): void {
    this.#left -= count;
  }

  /** Makes sure that the next requests are possible, for an action that a person has confirmed. */
  reserve(count: number): void {
    this.#left = Math.max(this.#left, count);
  }

  /**
   * Returns the result of a read, from the cache if it is fresh.
   *
   * @returns `isOld` if the budget is used up, so that an older result is shown.
   * @throws OperatorProblem 429 without budget and older result.
   */
  async read<Data>(
    key: string,
    call: () => Promise<MethodReturn<Data>>,
  ): Promise<{ result: MethodReturn<Data>; isOld: boolean }> {
    const known = this.#entries.get(key) as Entry<Data> | undefined;
    const isFresh = known !== undefined && UPTIME.now() - known.at < FRESH_MS;
    if (!isFresh && this.take()) return { result: await this.#call(key, call), isOld: false };
    if (known === undefined) throw problem('used-up');
    return { result: await known.result, isOld: !isFresh };
  }

  /** Forgets what was read of a place, because an action changes it or must see its present state. */
  forget(address: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${address} `)) this.#entries.delete(key);
  }

  #call<Data>(key: string, call: () => Promise<MethodReturn<Data>>): Promise<MethodReturn<Data>> {
    const result = call();
    this.#entries.delete(key);
    this.#entries.set(key, { at: UPTIME.now(), result });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
    return result;
  }
}
