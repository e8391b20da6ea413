import type { PayEventEnd, PayEventInfo } from './instrumentation.js';

/** Runs `work` once, and tells how it ended. */
export type AroundEvent = (work: (traceparent?: string) => Promise<PayEventEnd>) => Promise<unknown>;

interface EventReport<Result> {
  info: PayEventInfo;
  outcomeOf: (result: Result) => string;
  codeOf: (error: unknown) => string;
}

/**
 * Does the work once, within `around` where there is one: whoever listens is told a word of what failed, never the error, and
 * can neither stop the work nor do it twice.
 *
 * @throws what `work` throws.
 */
export async function observeEvent<Result>(
  around: AroundEvent | undefined,
  work: (traceparent?: string) => Promise<Result>,
  { info, outcomeOf, codeOf }: EventReport<Result>,
): Promise<Result> {
  if (around === undefined) return work();
  let made: Promise<Settled<Result>> | undefined;
  const once = (traceparent?: string): Promise<Settled<Result>> =>
    (made ??= settled(() => work(traceparent)));
  try {
    await around(async (traceparent) => {
      const end = await once(traceparent);
      return 'error' in end
        ? { ...info, outcome: null, code: codeOf(end.error) }
        : { ...info, outcome: outcomeOf(end.result), code: null };
    });
  } catch {
    // What it was about to say is lost; the event is not.
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
