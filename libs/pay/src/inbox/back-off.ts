/** How long a failed entry waits. */
export interface BackOff {
  /** Before the second attempt. */
  firstMs: number;
  maxMs: number;
  /** So many times as long before each further one. @default 2 */
  factor?: number;
}

/** Between half and all of the full time: entries that failed together do not come back together. */
export function backOffMs(
  attempt: number,
  { firstMs, maxMs, factor = 2 }: BackOff,
  random: () => number,
): number {
  const full = Math.min(maxMs, firstMs * factor ** Math.min(attempt - 1, 40));
  return Math.round(full * (0.5 + random() / 2));
}
