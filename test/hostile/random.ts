/** Generates pseudo-random values that are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to below the limit. */
  int(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new RangeError('the list is empty');
    return item;
  }

  /** Picks an entry with a probability in proportion to its weight. */
  weighted<Entry extends readonly [name: string, weight: number, ...rest: unknown[]]>(
    entries: readonly Entry[],
  ): Entry {
    let left = this.int(entries.reduce((sum, [, weight]) => sum + weight, 0));
    for (const entry of entries) {
      left -= entry[1];
      if (left < 0) return entry;
    }
    throw new RangeError('the list is empty');
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; at++) bytes[at] = this.int(256);
    return bytes;
  }

  uuid(): string {
    const hex = this.bytes(16).toString('hex');
    return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map((range) => hex.slice(...range)).join('-');
  }

  digits(length: number): string {
    return Array.from({ length }, (_, at) => String(at === 0 ? 1 + this.int(9) : this.int(10))).join('');
  }
}
