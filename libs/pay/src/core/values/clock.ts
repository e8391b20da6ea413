/** The longest delay a Node timer takes; a longer one would fire at once. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Where time comes from; tests bring their own. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Runs `task` after `ms`; the returned function takes that back. With `idle` waiting for it keeps no process alive. */
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
