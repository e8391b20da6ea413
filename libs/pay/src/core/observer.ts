import { channel } from 'node:diagnostics_channel';
import type { Channel } from 'node:diagnostics_channel';
import type { Failure } from './failure.js';
import type { HostName } from './hosts.js';
import { PAY_ATTEMPT_CHANNEL, PAY_CALL_CHANNEL } from './instrumentation.js';
import type {
  PayAttemptEvent,
  PayAttemptInfo,
  PayCallEvent,
  PayCallInfo,
  PayHooks,
  PayInstrumentation,
} from './instrumentation.js';
import type { MethodFailure } from './method-return.js';
import type { Operation } from './operation.js';

const calls = channel(PAY_CALL_CHANNEL);
const attempts = channel(PAY_ATTEMPT_CHANNEL);

type CallEnd = Omit<PayCallEvent, keyof PayCallInfo>;
type AttemptEnd = Omit<PayAttemptEvent, keyof PayAttemptInfo>;

/** Who listens to one kind of thing. */
interface Listeners<Info extends object, End extends object> {
  channel: Channel;
  /** Asked each time: a hook may be set later. */
  hasHook: () => boolean;
  tellHook: (event: Info & End) => unknown;
  around: ((info: Info, work: () => Promise<Info & End>) => Promise<unknown>) | undefined;
}

/** Tells whoever listens of calls and attempts. Nobody who listens can stop a call, or make it twice. */
export class Observer {
  readonly #calls: Listeners<PayCallInfo, CallEnd>;
  readonly #attempts: Listeners<PayAttemptInfo, AttemptEnd>;

  constructor(hooks: PayHooks = {}, instrumentation?: PayInstrumentation) {
    this.#calls = {
      channel: calls,
      hasHook: () => hooks.onCall !== undefined,
      tellHook: (event) => hooks.onCall?.(event),
      around: instrumentation && ((info, work) => instrumentation.call(info, work)),
    };
    this.#attempts = {
      channel: attempts,
      hasHook: () => hooks.onAttempt !== undefined,
      tellHook: (event) => hooks.onAttempt?.(event),
      around: instrumentation && ((info, work) => instrumentation.attempt(info, work)),
    };
  }

  call<Result>(
    info: () => PayCallInfo,
    work: () => Promise<Result>,
    end: (result: Result) => CallEnd,
  ): Promise<Result> {
    return isObserved(this.#calls) ? observed(this.#calls, info(), work, end) : work();
  }

  attempt<Result>(
    info: () => PayAttemptInfo,
    work: () => Promise<Result>,
    end: (result: Result) => AttemptEnd,
  ): Promise<Result> {
    return isObserved(this.#attempts) ? observed(this.#attempts, info(), work, end) : work();
  }
}

/** Returns what hooks and instrumentation learn of a call before it is sent. */
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

/** Returns what hooks and instrumentation learn of its end; `null` for a success. */
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
    // Ignored, as the name says.
  }
}

function isObserved<Info extends object, End extends object>({
  channel: { hasSubscribers },
  hasHook,
  around,
}: Listeners<Info, End>): boolean {
  return hasSubscribers || around !== undefined || hasHook();
}

async function observed<Info extends object, End extends object, Result>(
  { channel: events, tellHook, around }: Listeners<Info, End>,
  info: Info,
  work: () => Promise<Result>,
  end: (result: Result) => End,
): Promise<Result> {
  const eventOf = (result: Result): Info & End => ({ ...info, ...end(result) });
  let made: Promise<Result> | undefined;
  const once = (): Promise<Result> => (made ??= work());
  try {
    await around?.(info, async () => eventOf(await once()));
  } catch {
    // What it was about to say is lost; the call is not.
  }
  const result = await once();
  ignoreErrors(() => {
    const event = eventOf(result);
    ignoreErrors(() => tellHook(event));
    events.publish(event);
  });
  return result;
}
