/** One promise of a store. */
export interface StoreCase {
  name: string;
  /** Rejects with an AssertionError when the promise is broken. */
  run: () => Promise<void>;
}

/** Each trial with a store of its own. */
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
