import { channel } from 'node:diagnostics_channel';
import type { Channel } from 'node:diagnostics_channel';
import type { Failure } from '../operation/failure.js';
import type { HostName } from '../operation/hosts.js';
import { PAY_ATTEMPT_CHANNEL, PAY_CALL_CHANNEL } from './instrumentation.js';
import type {
  PayAttemptEvent,
  PayAttemptInfo,
  PayCallEvent,
  PayCallInfo,
  PayHooks,
  PayInstrumentation,
} from './instrumentation.js';
import type { MethodFailure } from '../operation/method-return.js';
import type { Operation } from '../operation/operation.js';

const calls = channel(PAY_CALL_CHANNEL);
const attempts = channel(PAY_ATTEMPT_CHANNEL);

type CallEnd = Omit<PayCallEvent, keyof PayCallInfo>;
type AttemptEnd = Omit<PayAttemptEvent, keyof PayAttemptInfo>;

/** The listeners for calls or for attempts. */
interface Listeners<Info extends object, End extends object> {
  channel: Channel;
  /** A function, because a hook may be set later. */
  hasHook: () => boolean;
  callHook: (event: Info & End) => unknown;
  around: ((info: Info, work: () => Promise<Info & End>) => Promise<unknown>) | undefined;
}

/** Reports calls and attempts to hooks, channels and instrumentation. Listeners can neither prevent nor repeat a call. */
export class Observer {
  readonly #calls: Listeners<PayCallInfo, CallEnd>;
  readonly #attempts: Listeners<PayAttemptInfo, AttemptEnd>;

  constructor(hooks: PayHooks = {}, instrumentation?: PayInstrumentation) {
    this.#calls = {
      channel: calls,
      hasHook: () => hooks.onCall !== undefined,
      callHook: (event) => hooks.onCall?.(event),
      around: instrumentation && ((info, work) => instrumentation.call(info, work)),
    };
    this.#attempts = {
      channel: attempts,
      hasHook: () => hooks.onAttempt !== undefined,
      callHook: (event) => hooks.onAttempt?.(event),
      around: instrumentation && ((info, work) => instrumentation.attempt(info, work)),
    };
  }

  get observesCalls(): boolean {
    return hasListener(this.#calls);
  }

  get observesAttempts(): boolean {
    return hasListener(this.#attempts);
  }

  call<Result>(
    info: PayCallInfo,
    work: () => Promise<Result>,
    end: (result: Result) => CallEnd,
  ): Promise<Result> {
    return observe(this.#calls, info, work, end);
  }

  attempt<Result>(
    info: PayAttemptInfo,
    work: () => Promise<Result>,
    end: (result: Result) => AttemptEnd,
  ): Promise<Result> {
    return observe(this.#attempts, info, work, end);
  }
}

/** Describes a call for hooks and instrumentation before it is sent. */
export function callInfo(
  { id, method, host, path, retry }: Operation<unknown, string>,
  hosts: Record<HostName, string>,
): PayCallInfo {
  return {
    operation: id,
    method,
    host,
    origin: new URL(hosts[host]).origin,
    pathTemplate: path,
    safety: typeof retry === 'string' ? retry : 'caller-key',
  };
}

/** Describes how a call or attempt ended. @param failure `null` for a success. */
export function endOf(
  failure: Failure | MethodFailure<string> | null,
): Pick<CallEnd, 'success' | 'code' | 'outcome'> {
  return failure === null
    ? { success: true, code: null, outcome: null }
    : { success: false, code: failure.code, outcome: failure.error.outcome };
}

/** Calls a callback of the application and ignores its errors: they must not stop a call or the process. */
export function ignoreErrors(callback: () => unknown): void {
  try {
    const returned = callback();
    if (returned instanceof Promise) returned.catch(() => undefined);
  } catch {
    // Errors of callbacks are ignored.
  }
}

function hasListener<Info extends object, End extends object>({
  channel: { hasSubscribers },
  hasHook,
  around,
}: Listeners<Info, End>): boolean {
  return hasSubscribers || around !== undefined || hasHook();
}

async function observe<Info extends object, End extends object, Result>(
  { channel: events, callHook, around }: Listeners<Info, End>,
  info: Info,
  work: () => Promise<Result>,
  end: (result: Result) => End,
): Promise<Result> {
  const eventOf = (result: Result): Info & End => ({ ...info, ...end(result) });
  let running: Promise<Result> | undefined;
  const once = (): Promise<Result> => (running ??= work());
  try {
    await around?.(info, async () => eventOf(await once()));
  } catch {
    // An error of the instrumentation must not fail the call.
  }
  const result = await once();
  ignoreErrors(() => {
    const event = eventOf(result);
    ignoreErrors(() => callHook(event));
    events.publish(event);
  });
  return result;
}
