import type { PayEventEnd, PayEventInfo } from './instrumentation.js';

/** Instrumentation around an event: calls `work` once and records how it ended. */
export type AroundEvent = (work: (traceparent?: string) => Promise<PayEventEnd>) => Promise<unknown>;

interface EventReport<Result> {
  info: PayEventInfo;
  outcomeOf: (result: Result) => string;
  codeOf: (error: unknown) => string;
}

/**
 * Runs `work` once, inside `around` if it is given. `around` receives a code for a failure, never the error, and can neither
 * prevent nor repeat the work.
 *
 * @throws the errors of `work`.
 */
export async function observeEvent<Result>(
  around: AroundEvent | undefined,
  work: (traceparent?: string) => Promise<Result>,
  { info, outcomeOf, codeOf }: EventReport<Result>,
): Promise<Result> {
  if (around === undefined) return work();
  let running: Promise<Ended<Result>> | undefined;
  const once = (traceparent?: string): Promise<Ended<Result>> =>
    (running ??= resultOrError(() => work(traceparent)));
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

type Ended<Result> = { result: Result } | { error: unknown };

async function resultOrError<Result>(work: () => Promise<Result>): Promise<Ended<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}
