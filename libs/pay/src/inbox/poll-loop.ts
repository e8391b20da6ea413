import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../core/values/clock.js';

/** Runs a task when it is woken, and otherwise at an interval. One run at a time. */
export class PollLoop {
  #run: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = true;
  #stopTimer = (): void => undefined;
  /** Runs the task outside of the request that wakes the loop, because the task also works for other requests. */
  readonly #outside = AsyncLocalStorage.snapshot();

  /** @param task - Never rejects. */
  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly everyMs: number,
    private readonly task: () => Promise<void>,
  ) {}

  start(): void {
    this.#isStopped = false;
    this.wake();
  }

  /** Runs the task now, or once more after the present run. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped || this.#run !== null) return;
    this.#stopTimer();
    this.#run = this.#outside(() => this.#runWhileWoken()).finally(() => {
      this.#run = null;
      if (!this.#isStopped) this.#stopTimer = this.clock.after(this.everyMs, () => this.wake());
    });
  }

  /** Resolves when the present run has ended. No further run starts. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopTimer();
    await this.#run;
  }

  /** Resolves when no run is going on. */
  async idle(): Promise<void> {
    while (this.#run !== null) await this.#run;
  }

  async #runWhileWoken(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      await this.task();
    }
  }
}
