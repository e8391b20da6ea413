import type { ConcurrencyLimiterOptions } from './host-limits.js';

/** Lets so many through at a time; so many more wait, in the order in which they came, and whoever gives up leaves no trace. */
export class ConcurrencyLimiter {
  #free: number;
  readonly #queueLimit: number;
  /** A set: whoever gives up is taken out without a search. */
  readonly #waiting = new Set<(isIn: boolean) => void>();

  constructor({ permitLimit, queueLimit }: Required<ConcurrencyLimiterOptions>) {
    this.#free = permitLimit;
    this.#queueLimit = queueLimit;
  }

  /** Takes a permit that is free. */
  tryEnter(): boolean {
    // Where one is free, nobody waits.
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  get isFull(): boolean {
    return this.#free === 0 && this.#waiting.size >= this.#queueLimit;
  }

  /** Waits for a permit. False when the signal ended the waiting. */
  enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.tryEnter()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (isIn: boolean): void => {
        this.#waiting.delete(settle);
        signal.removeEventListener('abort', giveUp);
        resolve(isIn);
      };
      const giveUp = (): void => {
        settle(false);
      };
      this.#waiting.add(settle);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Gives the permit back: to who waits longest, if anybody does. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next(true);
  }
}
