import type { Clock } from '../../../core/clock.js';
import { REPEATS_FOR_MS } from '../../../webhooks/repeats.js';

/** Remembers which events were handled. */
export interface DedupeStore {
  has(key: string): Promise<boolean>;
  add(key: string): Promise<void>;
}

const MAX_KEYS = 100_000;

/** Remembers in this process's memory, for 25 hours; when it is full, the oldest go first. */
export class MemoryDedupeStore implements DedupeStore {
  /** Key → when it is forgotten, in the order in which they came. */
  readonly #keys = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly maxKeys = MAX_KEYS,
  ) {}

  has(key: string): Promise<boolean> {
    this.#forgetOld();
    return Promise.resolve(this.#keys.has(key));
  }

  add(key: string): Promise<void> {
    this.#keys.delete(key);
    this.#keys.set(key, this.clock.now() + REPEATS_FOR_MS);
    this.#forgetOld();
    return Promise.resolve();
  }

  #forgetOld(): void {
    const now = this.clock.now();
    for (const [key, until] of this.#keys) {
      if (until > now && this.#keys.size <= this.maxKeys) return;
      this.#keys.delete(key);
    }
  }
}
