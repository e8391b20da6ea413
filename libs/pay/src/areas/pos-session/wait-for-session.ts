import { checkCallOptions } from '../../core/options/call-options.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { Clock } from '../../core/values/clock.js';
import type { CommonErrorCode, MethodFailure, MethodReturn } from '../../core/operation/method-return.js';
import { SessionEvent } from './pos-session.enums.js';
import type { PosSession } from './pos-session.types.js';

/** Reads the session once. */
export type ReadSession<Session extends PosSession> = (
  call: CallOptions,
) => Promise<MethodReturn<Session | null>>;

const OPERATION = 'pos.session.waitForSession';
/** A terminal gives up after about a minute; some sessions never end. */
const DEADLINE_MS = 120_000;
/** One read that hangs must not use up the whole wait. */
const READ_TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_000;
const BACK_OFF = 1.5;
/** How long a session may be unknown after its request: it is saved with a delay. */
const NOT_FOUND_GRACE_MS = 10_000;
/** How long "terminal busy" is asked again: public code disagrees on whether it is final. */
const BUSY_GRACE_MS = 5_000;

/**
 * Reads a session with growing pauses until it has ended, the time is over or the signal comes.
 * The failures are about the payment: whatever went wrong with reading, its outcome is unknown.
 */
export async function waitForSession<Session extends PosSession>(
  read: ReadSession<Session>,
  clock: Clock,
  given?: CallOptions | null,
): Promise<MethodReturn<Session>> {
  // The sender says what is wrong with the options, as for any call.
  if (checkCallOptions(given).length > 0) return (await read(given as CallOptions)) as MethodReturn<Session>;
  const { timeoutMs = DEADLINE_MS, signal } = given ?? {};
  const startedAt = clock.now();
  const elapsed = (): number => clock.now() - startedAt;
  let attempts = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * BACK_OFF, LONGEST_PAUSE_MS)) {
    const left = timeoutMs - elapsed();
    const last = await read({
      timeoutMs: Math.max(1, Math.min(left, READ_TIMEOUT_MS)),
      ...(signal && { signal }),
    });
    attempts += last.meta.attempts;
    const meta = { ...last.meta, operation: OPERATION, attempts, durationMs: Math.round(elapsed()) };
    if (last.success && last.data !== null && !mayStillRun(last.data, elapsed()))
      return { ...last, data: last.data, message: `${OPERATION} succeeded.`, meta };
    if (!last.success && isWrongInput(last)) return { ...last, meta };
    if (signal?.aborted) return unknown({ ...last, meta }, 'aborted', STOPPED);
    if (!last.success && !isPassing(last, elapsed()))
      return unknown({ ...last, meta }, last.code, explain(last));
    // A read at the very end could not be answered any more.
    if (elapsed() + pauseMs >= timeoutMs) return unknown({ ...last, meta }, 'timeout', OVER);
    await pause(pauseMs, clock, signal);
    if (signal?.aborted) return unknown({ ...last, meta }, 'aborted', STOPPED);
  }
}

/** Every answer but this is final: an aborted session whose card was faster, too. */
function mayStillRun({ success, eventId }: PosSession, elapsedMs: number): boolean {
  return !success && eventId === SessionEvent.TerminalBusy && elapsedMs < BUSY_GRACE_MS;
}

function isWrongInput({ code }: MethodFailure): boolean {
  return code === 'validationerror' || code === 'initerror';
}

/** Whether a failure to read may be gone at the next try. */
function isPassing({ code, error }: MethodFailure, elapsedMs: number): boolean {
  if (code === 'notfound') return elapsedMs < NOT_FOUND_GRACE_MS;
  if (error.eventId === SessionEvent.TerminalBusy && (error.httpStatus === 400 || error.httpStatus === 409))
    return elapsedMs < BUSY_GRACE_MS;
  return error.retryable || code === 'timeout';
}

function explain(failure: MethodFailure): string {
  return failure.code === 'notfound'
    ? 'The service knows no such session: its request may not have arrived. Repeat the request with the SAME sessionId, which never pays twice.'
    : `The session could not be read. ${failure.message}`;
}

const OVER =
  'The time to wait is over and the session has not ended. The payment may still come: abort the session, read it once more, ' +
  'and look for its transaction before asking the customer to pay again.';
const STOPPED =
  'Waiting was ended by the caller. The session goes on: read it again, or abort it, before asking the customer to pay again.';

function unknown(
  last: Pick<MethodFailure, 'meta'> & { error?: MethodFailure['error'] },
  code: CommonErrorCode,
  why: string,
): MethodFailure {
  const { meta, error } = last;
  return {
    success: false,
    data: null,
    code,
    message: `${OPERATION} does not know how the session ended. ${why}`,
    error: {
      httpStatus: meta.httpStatus,
      serviceCode: error?.serviceCode ?? null,
      serviceText: error?.serviceText ?? null,
      eventId: error?.eventId ?? null,
      fields: [],
      outcome: 'unknown',
      outcomeLookup: null,
      // Waiting again only reads.
      retryable: true,
    },
    meta,
  };
}

/** Resolves after `ms`, or as soon as the signal comes. */
function pause(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.after(ms, end);
    signal?.addEventListener('abort', end, { once: true });
  });
}
