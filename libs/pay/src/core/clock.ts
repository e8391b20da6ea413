/** Where time comes from; tests bring their own. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Runs `task` after `ms`; the returned function takes that back. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
