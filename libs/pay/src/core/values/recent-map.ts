import type { Clock } from './clock.js';

interface Entry<Value> {
  key: string;
  value: Value;
  until: number;
}

/** Map with limited size and time to live, so that unknown senders cannot fill the memory. */
export class RecentMap<Value> {
  /** Entries in the order in which they were set. */
  readonly #entries = new Map<string, Entry<Value>>();
  /** Stays behind the removed entries: a new iterator would pass the places of all of them, which V8 keeps for a while. */
  #rest = this.#entries.values();
  /** Passed by the iterator, and not removed yet. */
  #oldest: Entry<Value> | undefined;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly ttlMs: number,
    private readonly max: number,
  ) {}

  /** Returns the value of a key; undefined if there is none or it has expired. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.until > this.clock.now() ? entry.value : undefined;
  }

  /** Sets a value and restarts its time to live. */
  set(key: string, value: Value): void {
    const now = this.clock.now();
    this.#entries.delete(key);
    this.#entries.set(key, { key, value, until: now + this.ttlMs });
    this.#removeOld(now);
  }

  #removeOld(now: number): void {
    for (;;) {
      const oldest = (this.#oldest ??= this.#rest.next().value);
      if (oldest === undefined) break;
      const isSet = this.#entries.get(oldest.key) === oldest;
      if (isSet && oldest.until > now && this.#entries.size <= this.max) return;
      if (isSet) this.#entries.delete(oldest.key);
      this.#oldest = undefined;
    }
    // The iterator has ended, so no entry is left.
    this.#rest = this.#entries.values();
  }
}
