/** Longest delay of a Node timer. A longer one would fire at once. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Provides time. Tests use their own clock. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Runs `task` after `ms`. The returned function cancels it. With `idle`, the timer does not keep the process alive. */
  after(ms: number, task: () => void, options?: { idle?: boolean }): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, task, { idle = false } = {}) {
    const timer = setTimeout(task, ms);
    if (idle) timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
