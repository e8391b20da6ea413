/** How long a failed entry waits. */
export interface BackOff {
  /** Before the second attempt; twice as long before each further one. */
  firstMs: number;
  maxMs: number;
}

/** Between half and all of the full time: entries that failed together do not come back together. */
export function retryDelay(attempt: number, { firstMs, maxMs }: BackOff, random: () => number): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 40));
  return Math.round(full * (0.5 + random() / 2));
}
