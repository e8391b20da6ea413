/** Times of an exponential back-off, in milliseconds. */
export interface BackOff {
  /** Wait after the first attempt. */
  firstMs: number;
  maxMs: number;
  /** Multiplies the wait after each further attempt. @default 2 */
  factor?: number | undefined;
}

/** The wait has reached any maximum long before. A larger exponent gives an infinite number. */
const MAX_EXPONENT = 40;

/** Returns the wait after an attempt, in milliseconds. The first attempt has the number 1. */
export function backOffMs(attempt: number, { firstMs, maxMs, factor = 2 }: BackOff): number {
  return Math.min(maxMs, firstMs * factor ** Math.min(attempt - 1, MAX_EXPONENT));
}

/** Returns a random time between half of `ms` and `ms`, so that work that failed together is not retried together. */
export function withJitter(ms: number, random: () => number): number {
  return Math.round(ms * (0.5 + random() / 2));
}
