import type { Clock } from '../../../core/clock.js';

const MINUTE = 60_000;

/** So much a minute, and at most a minute's worth at once. What is under way when it runs out makes a debt. */
export class Allowance {
  #left: number;
  #since: number;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly perMinute: number,
  ) {
    this.#left = perMinute;
    this.#since = clock.now();
  }

  /** Milliseconds until there is one left; 0: there is now. */
  get waitMs(): number {
    this.#refill();
    return this.#left >= 1 ? 0 : ((1 - this.#left) * MINUTE) / this.perMinute;
  }

  spend(amount: number): void {
    this.#refill();
    this.#left = Math.max(-this.perMinute, this.#left - amount);
  }

  #refill(): void {
    const now = this.clock.now();
    this.#left = Math.min(this.perMinute, this.#left + ((now - this.#since) * this.perMinute) / MINUTE);
    this.#since = now;
  }
}
