/** Runs work once at a time for each key: concurrent callers share the result of one run. */
export class SingleFlight<Result, Key = null> {
  readonly #running = new Map<Key | null, Promise<Result>>();

  /** Starts the work, or returns the run in progress. */
  run(work: () => Promise<Result>, key: Key | null = null): Promise<Result> {
    const started = this.#running.get(key);
    if (started !== undefined) return started;
    const running = work().finally(() => {
      this.forget(running, key);
    });
    // The caller that started the run may have stopped waiting before it fails.
    running.catch(() => undefined);
    this.#running.set(key, running);
    return running;
  }

  /** Lets the next caller start a new run although this one has not ended. */
  forget(running: Promise<Result>, key: Key | null = null): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
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
