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
    const entry = { key, value, until: now + this.ttlMs };
    const { size } = this.#entries;
    this.#entries.set(key, entry);
    // An entry that was set again moves to the end.
    if (this.#entries.size === size) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    this.#removeOld(now);
  }

  #removeOld(now: number): void {
    for (;;) {
      const oldest = (this.#oldest ??= this.#rest.next().value);
      if (oldest === undefined) break;
      if (oldest.until > now && this.#entries.size <= this.max) return;
      // Otherwise the key was set again.
      if (this.#entries.get(oldest.key) === oldest) this.#entries.delete(oldest.key);
      this.#oldest = undefined;
    }
    // The iterator has ended, so no entry is left.
    this.#rest = this.#entries.values();
  }
}
