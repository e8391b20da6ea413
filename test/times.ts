/** Times of the library that only tests change, in milliseconds. */
export interface TestTimes {
  leaseMs?: number;
  storeTimeoutMs?: number;
  /** Of an inbox. */
  pollMs?: number;
  retryMs?: number;
  maxRetryMs?: number;
  maxUnconfirmed?: number;
  clock?: object;
  random?: () => number;
  /** Of idempotency keys. */
  waitMs?: number;
  lookupMs?: number;
}

const NAMES: readonly string[] = [
  'leaseMs',
  'storeTimeoutMs',
  'pollMs',
  'retryMs',
  'maxRetryMs',
  'maxUnconfirmed',
  'clock',
  'random',
  'waitMs',
  'lookupMs',
] satisfies (keyof TestTimes)[];

/** Moves times out of the options to the place where the library finds the times of tests. */
export function withTimes<Options extends object>(
  options: Options & TestTimes,
): Omit<Options, keyof TestTimes> {
  const isTime = ([name]: [string, unknown]): boolean => NAMES.includes(name);
  const members: [string, unknown][] = Object.entries(options);
  return {
    ...Object.fromEntries(members.filter((one) => !isTime(one))),
    [Symbol.for('nestjs-pay:test-times')]: Object.fromEntries(members.filter(isTime)),
  } as Omit<Options, keyof TestTimes>;
}
