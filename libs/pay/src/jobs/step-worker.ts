import { systemClock } from '../core/values/clock.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { PollLoop } from '../inbox/poll-loop.js';

/** Takes the due steps of rows, together with the workers of other processes. Each step is short, and stores what it found out. */
export abstract class StepWorker<Row> {
  /** Aborts when the worker stops. */
  protected readonly closing = new AbortController();
  readonly #loop: PollLoop;
  readonly #steps = new Set<Promise<void>>();

  /** @param maxSteps - Steps that this process takes at the same time. */
  constructor(
    pollMs: number,
    private readonly maxSteps: number,
    protected readonly onError: (text: string) => void,
  ) {
    this.#loop = new PollLoop(systemClock, pollMs, () => this.#claim());
  }

  /** Leases rows with a due step. */
  protected abstract claim(limit: number): Promise<Row[]>;

  /** Takes the step of a row. */
  protected abstract step(row: Row): Promise<void>;

  /** Begins to take steps. Rows that are stored before wait. */
  start(): void {
    this.#loop.start();
  }

  /** Takes due steps now. */
  wake(): void {
    this.#loop.wake();
  }

  /** Ends the steps in progress. */
  async stop(): Promise<void> {
    this.closing.abort();
    await this.#loop.stop();
    await Promise.all(this.#steps);
  }

  async #claim(): Promise<void> {
    const failed = (error: unknown): void => this.onError(describeThrown(error).message);
    const claimed = await this.claim(this.maxSteps - this.#steps.size).catch(failed);
    for (const row of claimed ?? []) {
      const step = this.step(row).catch(failed);
      this.#steps.add(step);
      void step.then(() => this.#steps.delete(step));
    }
  }
}
