import type { Clock } from './clock.js';

/** Map with limited size and time to live, so that unknown senders cannot fill the memory. */
export class RecentMap<Value> {
  /** Entries in the order in which they were set. */
  readonly #entries = new Map<string, { value: Value; until: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly ttlMs: number,
    private readonly max: number,
  ) {}

  /** Returns the value of a key; undefined if there is none or it has expired. */
  get(key: string): Value | undefined {
    this.#removeExpired();
    return this.#entries.get(key)?.value;
  }

  /** Sets a value and restarts its time to live. */
  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.clock.now() + this.ttlMs });
    this.#removeExpired();
  }

  #removeExpired(): void {
    const now = this.clock.now();
    for (const [key, { until }] of this.#entries) {
      if (until > now && this.#entries.size <= this.max) return;
      this.#entries.delete(key);
    }
  }
}
