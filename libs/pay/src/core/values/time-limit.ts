import type { Clock } from './clock.js';

/** Something took longer than it may. It may still go on. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Resolves with what the work does, and does not wait for it longer than this. @throws TimeLimitError saying `late`. */
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
