/** How a wait ends that comes to nothing, and how often it looks. */
export interface Patience {
  forMs?: number;
  everyMs?: number;
  /** What is waited for, for the error; the condition's own source where it is left out. */
  what?: string;
}

/** Resolves when the condition holds; rejects where it does not in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { forMs = 60_000, everyMs = 5, what = condition.toString() }: Patience = {},
): Promise<void> {
  const end = performance.now() + forMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`never became true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
