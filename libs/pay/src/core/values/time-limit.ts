import type { Clock } from './clock.js';

/** Work exceeded its time limit. It may still be running. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Waits for work, at most `ms`. @throws TimeLimitError with the message `late`. */
export async function withinTime<Result>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<Result>,
  late: string,
): Promise<Result> {
  let stop = (): void => undefined;
  const timeUp = new Promise<never>((_, reject) => {
    stop = clock.after(ms, () => reject(new TimeLimitError(late)));
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    stop();
  }
}

/** Waits until work ends, at most `ms`. Ignores its result and its error. */
export async function waitAtMost(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<unknown>,
): Promise<void> {
  await withinTime(clock, ms, work, '').catch(() => undefined);
}
