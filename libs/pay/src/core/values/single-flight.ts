/** Runs the same work once at a time: a caller that asks while it runs gets the result of that run. */
export class SingleFlight<Result> {
  #running: Promise<Result> | null = null;

  /** Starts the work, or returns the run in progress. */
  run(work: () => Promise<Result>): Promise<Result> {
    if (this.#running !== null) return this.#running;
    const running = work().finally(() => {
      this.forget(running);
    });
    // The caller that started the run may have stopped waiting before it fails.
    running.catch(() => undefined);
    return (this.#running = running);
  }

  /** Lets the next caller start a new run although this one has not ended. */
  forget(running: Promise<Result>): void {
    if (this.#running === running) this.#running = null;
  }
}

/** Returns a function that does the work once. After a failure, the next call tries again. */
export function succeedOnce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}
