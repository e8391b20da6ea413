/** Resolves when the condition holds; rejects where it does not in a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`never became true: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
