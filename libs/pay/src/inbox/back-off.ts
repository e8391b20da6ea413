/** Times of an exponential back-off. */
export interface BackOff {
  /** Wait before the second attempt. */
  firstMs: number;
  maxMs: number;
  /** Multiplies the wait before each further attempt. @default 2 */
  factor?: number;
}

/** Returns a random wait between half and all of the full time, so that entries that failed together are not retried together. */
export function backOffMs(
  attempt: number,
  { firstMs, maxMs, factor = 2 }: BackOff,
  random: () => number,
): number {
  const full = Math.min(maxMs, firstMs * factor ** Math.min(attempt - 1, 40));
  return Math.round(full * (0.5 + random() / 2));
}
