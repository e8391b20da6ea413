import type { PayEventEnd, PayEventInfo } from './instrumentation.js';

/** Calls `work` once and uses how it ended. */
export type AroundEvent = (work: (traceparent?: string) => Promise<PayEventEnd>) => Promise<unknown>;

interface EventReport<Result> {
  info: PayEventInfo;
  outcomeOf: (result: Result) => string;
  codeOf: (error: unknown) => string;
}

/**
 * Does the work once, inside `around` if it is given. `around` gets the reason of a failure as a word, never the error, and
 * can neither prevent nor repeat the work.
 *
 * @throws what `work` throws.
 */
export async function observeEvent<Result>(
  around: AroundEvent | undefined,
  work: (traceparent?: string) => Promise<Result>,
  { info, outcomeOf, codeOf }: EventReport<Result>,
): Promise<Result> {
  if (around === undefined) return work();
  let settling: Promise<Settled<Result>> | undefined;
  const once = (traceparent?: string): Promise<Settled<Result>> =>
    (settling ??= settled(() => work(traceparent)));
  try {
    await around(async (traceparent) => {
      const end = await once(traceparent);
      return 'error' in end
        ? { ...info, outcome: null, code: codeOf(end.error) }
        : { ...info, outcome: outcomeOf(end.result), code: null };
    });
  } catch {
    // An error of the instrumentation must not fail the event.
  }
  const end = await once();
  if ('error' in end) throw end.error;
  return end.result;
}

type Settled<Result> = { result: Result } | { error: unknown };

async function settled<Result>(work: () => Promise<Result>): Promise<Settled<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}
