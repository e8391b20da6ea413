import { tracingChannel } from 'node:diagnostics_channel';
import type { TracingChannel } from 'node:diagnostics_channel';
import type { Failure } from '../operation/failure.js';
import type { HostName } from '../operation/hosts.js';
import type { CallOutcome, MethodFailure } from '../operation/method-return.js';
import type { Operation } from '../operation/operation.js';
import { ignoreErrors } from '../values/ignore-errors.js';

/** A message of a tracing channel. */
export interface ChannelMessage {
  /** A failure's code; null for a success. Set at the end. */
  code: string | null;
  /** Set at the end. */
  durationMs: number;
  /** A subscriber of `start` can set this function to run the work in a context of its own. It must call `work`. */
  run?: (work: () => unknown) => unknown;
}

interface RequestMessage extends ChannelMessage {
  /** Operation ID, such as `payments.createOrder`. */
  operation: string;
  /** HTTP method. */
  method: string;
  /** `api`, `accounts` or `web`. */
  host: string;
  /** Scheme, name and port of the host. */
  origin: string;
  /** The path with its {placeholders}, without their values. */
  pathTemplate: string;
  /** Whether the call may be repeated. `caller-key`: only with a key. */
  safety: 'safe' | 'idempotent' | 'unsafe' | 'caller-key';
  /** HTTP status; null if there was no response. Set at the end. */
  httpStatus: number | null;
  /** Set at the end. */
  success: boolean;
  /** Null for a success. Set at the end. */
  outcome: CallOutcome | null;
}

/** A call on {@link payCallChannel}. Contains no IDs, options or credentials, so its members are safe as labels. */
export interface PayCallMessage extends RequestMessage {
  /** Number of requests that may have been sent. Set at the end. */
  attempts: number;
}

/** One attempt of a call on {@link payAttemptChannel}. Contains no IDs, options or credentials. */
export interface PayAttemptMessage extends RequestMessage {
  /** From 1. Attempts that were not sent count, too. */
  attempt: number;
}

/** Tracing channel of all calls, `nestjs-pay:call`. A token exchange is a call, too. Its messages are {@link PayCallMessage}s. */
export const payCallChannel = tracingChannel<unknown, PayCallMessage>('nestjs-pay:call');
/** Tracing channel of the attempts of all calls, `nestjs-pay:attempt`. Its messages are {@link PayAttemptMessage}s. */
export const payAttemptChannel = tracingChannel<unknown, PayAttemptMessage>('nestjs-pay:attempt');

/** Members of a message that are set at the end of the work. */
interface Ends<Observed, Result> {
  ended: (result: Result) => Partial<Observed>;
  /** Absent if the work never rejects. */
  failed?: (error: unknown) => Partial<Observed>;
}

/** Does `work` once and publishes its start and end. Subscribers can neither prevent nor repeat it, nor change its result. */
export async function observe<Observed extends ChannelMessage, Result>(
  { start, end, asyncStart, asyncEnd, error }: TracingChannel<unknown, Observed>,
  message: Observed,
  work: () => Promise<Result>,
  { ended, failed }: Ends<Observed, Result>,
): Promise<Result> {
  const startedAt = performance.now();
  let started: Promise<Result> | undefined;
  // Async, so that work that throws at once is not repeated.
  const once = (): Promise<Result> => (started ??= (async () => work())());
  const finish = (members: Partial<Observed>): void => {
    ignoreErrors(() => {
      Object.assign(message, members, { durationMs: performance.now() - startedAt });
      if (message.code !== null) error.publish(message);
      asyncStart.publish(message);
      asyncEnd.publish(message);
    });
  };
  ignoreErrors(() =>
    start.runStores(message, () => (message.run === undefined ? once() : message.run(once))),
  );
  const running = once();
  end.publish(message);
  try {
    const result = await running;
    finish(ended(result));
    return result;
  } catch (thrown) {
    finish(failed?.(thrown) ?? {});
    throw thrown;
  }
}

/** Describes a call that has not ended. */
export function requestMessage(
  { id, method, host, path, retry }: Operation<unknown, string>,
  hosts: Record<HostName, string>,
): RequestMessage {
  return {
    operation: id,
    method,
    host,
    origin: new URL(hosts[host]).origin,
    pathTemplate: path,
    safety: typeof retry === 'string' ? retry : 'caller-key',
    httpStatus: null,
    success: false,
    code: null,
    outcome: null,
    durationMs: 0,
  };
}

/** Describes how a call or attempt ended. @param failure `null` for a success. */
export function endOf(
  failure: Failure | MethodFailure<string> | null,
): Pick<RequestMessage, 'success' | 'code' | 'outcome'> {
  return failure === null
    ? { success: true, code: null, outcome: null }
    : { success: false, code: failure.code, outcome: failure.error.outcome };
}
