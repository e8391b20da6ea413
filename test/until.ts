export interface WaitOptions {
  /** Time limit in milliseconds. */
  forMs?: number;
  /** Delay between two checks in milliseconds. */
  everyMs?: number;
  /** Describes the condition in the error. @default the condition's source text */
  what?: string;
}

/** Resolves when the condition is true. Rejects if it stays false for `forMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { forMs = 60_000, everyMs = 5, what = condition.toString() }: WaitOptions = {},
): Promise<void> {
  const end = performance.now() + forMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`never became true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
