import { checkCallOptions } from '../../core/options/call-options.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { errorDetails } from '../../core/operation/failure.js';
import { backOffMs } from '../../core/values/back-off.js';
import type { Clock } from '../../core/values/clock.js';
import type { CommonErrorCode, MethodFailure, MethodReturn } from '../../core/operation/method-return.js';
import { SessionEvent } from '../coded-values.generated.js';
import type { PosSession } from '../results.generated.js';

/** Reads the session once. */
export type ReadSession<Session extends PosSession> = (
  call: CallOptions,
) => Promise<MethodReturn<Session | null>>;

const OPERATION = 'pos.session.waitForSession';
/** Default limit. A terminal gives up after about a minute, and some sessions never end. */
const DEADLINE_MS = 120_000;
/** Limits each read, so that one hanging read cannot use up the whole wait. */
const READ_TIMEOUT_MS = 15_000;
const PAUSES = { firstMs: 1_000, maxMs: 3_000, factor: 1.5 };
/** Time in which `notfound` is tolerated, because the service stores a session with a delay. */
const NOT_FOUND_GRACE_MS = 10_000;
/** Time in which "terminal busy" is tolerated, because it is unclear whether that result is final. */
const BUSY_GRACE_MS = 5_000;

/**
 * Reads a session with growing pauses until it has ended, the time is over or the signal aborts.
 * A failure refers to the payment, so its outcome is unknown even if only a read failed.
 */
export async function waitForSession<Session extends PosSession>(
  read: ReadSession<Session>,
  clock: Clock,
  callOptions?: CallOptions | null,
): Promise<MethodReturn<Session>> {
  // The sender reports invalid options in the same way as for other calls.
  if (checkCallOptions(callOptions).length > 0)
    return (await read(callOptions as CallOptions)) as MethodReturn<Session>;
  const { timeoutMs = DEADLINE_MS, signal } = callOptions ?? {};
  const startedAt = clock.now();
  const elapsed = (): number => clock.now() - startedAt;
  let attempts = 0;
  for (let reads = 1; ; reads++) {
    const remainingMs = timeoutMs - elapsed();
    const last = await read({
      ...callOptions,
      timeoutMs: Math.max(1, Math.min(remainingMs, READ_TIMEOUT_MS)),
    });
    attempts += last.meta.attempts;
    const meta = { ...last.meta, operation: OPERATION, attempts, durationMs: Math.round(elapsed()) };
    if (last.success && last.data !== null && !mayStillRun(last.data, elapsed()))
      return { ...last, data: last.data, message: `${OPERATION} succeeded.`, meta };
    if (!last.success && isWrongInput(last)) return { ...last, meta };
    if (signal?.aborted) return unknown({ ...last, meta }, 'aborted', WAIT_ABORTED);
    if (!last.success && !isTransient(last, elapsed()))
      return unknown({ ...last, meta }, last.code, explain(last));
    const pauseMs = backOffMs(reads, PAUSES);
    // A read after the next pause would exceed the limit.
    if (elapsed() + pauseMs >= timeoutMs) return unknown({ ...last, meta }, 'timeout', TIMED_OUT);
    await pause(pauseMs, clock, signal);
    if (signal?.aborted) return unknown({ ...last, meta }, 'aborted', WAIT_ABORTED);
  }
}

/** Returns whether the session may still run. All other results are final, even a payment despite an abort. */
function mayStillRun({ success, eventId }: PosSession, elapsedMs: number): boolean {
  return !success && eventId === SessionEvent.TerminalBusy && elapsedMs < BUSY_GRACE_MS;
}

function isWrongInput({ code }: MethodFailure): boolean {
  return code === 'validationerror' || code === 'initerror';
}

/** Returns whether a failed read may succeed at the next attempt. */
function isTransient({ code, error }: MethodFailure, elapsedMs: number): boolean {
  if (code === 'notfound') return elapsedMs < NOT_FOUND_GRACE_MS;
  if (error.eventId === SessionEvent.TerminalBusy && (error.httpStatus === 400 || error.httpStatus === 409))
    return elapsedMs < BUSY_GRACE_MS;
  return error.retryable || code === 'timeout';
}

function explain(failure: MethodFailure): string {
  return failure.code === 'notfound'
    ? 'The service has no such session, so its request may not have arrived. Repeat the request with the SAME sessionId, which never pays twice.'
    : `The session could not be read. ${failure.message}`;
}

const TIMED_OUT =
  'The session did not end within the time limit. The payment may still be made. Abort the session, read it once more, ' +
  'and look for its transaction before you ask the customer to pay again.';
const WAIT_ABORTED =
  'The caller stopped waiting, but the session continues. Read it again or abort it before you ask the customer to pay again.';

function unknown(
  last: Pick<MethodFailure, 'meta'> & { error?: MethodFailure['error'] },
  code: CommonErrorCode,
  why: string,
): MethodFailure {
  const { meta, error } = last;
  const { serviceCode = null, serviceText = null, eventId = null } = error ?? {};
  const known = { httpStatus: meta.httpStatus, serviceCode, serviceText, eventId };
  return {
    success: false,
    data: null,
    code,
    message: `${OPERATION} could not determine how the session ended. ${why}`,
    // Another wait only reads, so it is safe.
    error: errorDetails('unknown', { ...known, retryable: true }),
    meta,
  };
}

/** Resolves after `ms`, or as soon as the signal aborts. The caller has checked that it did not abort before. */
function pause(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.after(ms, end);
    signal?.addEventListener('abort', end, { once: true });
  });
}
