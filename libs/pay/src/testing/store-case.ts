/** A test case for a store. */
export interface StoreCase {
  name: string;
  /** Rejects with an `AssertionError` if the store does not conform. */
  run: () => Promise<void>;
}

/** Runs each trial with its own store. */
export function casesOf<Under extends { close: () => Promise<void> }>(
  trials: readonly (readonly [name: string, trial: (under: Under) => Promise<void>])[],
  open: () => Promise<Under>,
): StoreCase[] {
  return trials.map(([name, trial]) => ({
    name,
    async run() {
      const under = await open();
      try {
        await trial(under);
      } finally {
        await under.close();
      }
    },
  }));
}
