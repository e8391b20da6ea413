import type { Clock } from '../core/clock.js';

/** Forgets each entry after a time, and the oldest where there are too many: whoever posts fills no memory. */
export class RecentMap<Value> {
  /** In the order in which they were set. */
  readonly #entries = new Map<string, { value: Value; until: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly keptMs: number,
    private readonly max: number,
  ) {}

  /** What is kept under a key, undefined when nothing is. */
  get(key: string): Value | undefined {
    this.#forget();
    return this.#entries.get(key)?.value;
  }

  /** Keeps a value from now on. */
  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.clock.now() + this.keptMs });
    this.#forget();
  }

  #forget(): void {
    const now = this.clock.now();
    for (const [key, { until }] of this.#entries) {
      if (until > now && this.#entries.size <= this.max) return;
      this.#entries.delete(key);
    }
  }
}
