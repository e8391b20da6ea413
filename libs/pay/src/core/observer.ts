import { channel } from 'node:diagnostics_channel';
import { heard } from './heard.js';
import { PAY_ATTEMPT_CHANNEL, PAY_CALL_CHANNEL, PAY_CIRCUIT_CHANNEL } from './instrumentation.js';
import type {
  PayAttemptEvent,
  PayAttemptInfo,
  PayCallEvent,
  PayCallInfo,
  PayCircuitEvent,
  PayHooks,
  PayInstrumentation,
} from './instrumentation.js';

const calls = channel(PAY_CALL_CHANNEL);
const attempts = channel(PAY_ATTEMPT_CHANNEL);
const circuits = channel(PAY_CIRCUIT_CHANNEL);

type Around<Event> = (work: () => Promise<Event>) => Promise<unknown>;

/** Tells whoever listens of calls and attempts. Nobody who listens can stop a call, or make it twice. */
export class Observer {
  readonly #hooks: PayHooks;
  readonly #instrumentation: PayInstrumentation | undefined;

  constructor(hooks: PayHooks = {}, instrumentation?: PayInstrumentation) {
    this.#hooks = hooks;
    this.#instrumentation = instrumentation;
  }

  call<Result>(
    info: () => PayCallInfo,
    work: () => Promise<Result>,
    end: (result: Result) => Omit<PayCallEvent, keyof PayCallInfo>,
  ): Promise<Result> {
    const hears = calls.hasSubscribers || this.#hooks.onCall !== undefined;
    if (!hears && this.#instrumentation === undefined) return work();
    const about = info();
    const around: Around<PayCallEvent> | undefined =
      this.#instrumentation && ((run) => this.#instrumentation?.call(about, run) ?? run());
    return observed(
      around,
      work,
      (result) => ({ ...about, ...end(result) }),
      (event) => {
        heard(() => this.#hooks.onCall?.(event));
        calls.publish(event);
      },
    );
  }

  attempt<Result>(
    info: () => PayAttemptInfo,
    work: () => Promise<Result>,
    end: (result: Result) => Omit<PayAttemptEvent, keyof PayAttemptInfo>,
  ): Promise<Result> {
    const hears = attempts.hasSubscribers || this.#hooks.onAttempt !== undefined;
    if (!hears && this.#instrumentation === undefined) return work();
    const about = info();
    const around: Around<PayAttemptEvent> | undefined =
      this.#instrumentation && ((run) => this.#instrumentation?.attempt(about, run) ?? run());
    return observed(
      around,
      work,
      (result) => ({ ...about, ...end(result) }),
      (event) => {
        heard(() => this.#hooks.onAttempt?.(event));
        attempts.publish(event);
      },
    );
  }

  circuit(event: PayCircuitEvent): void {
    heard(() => this.#hooks.onCircuitChange?.(event));
    heard(() => this.#instrumentation?.circuit?.(event));
    circuits.publish(event);
  }
}

async function observed<Result, Event>(
  around: Around<Event> | undefined,
  work: () => Promise<Result>,
  eventOf: (result: Result) => Event,
  tell: (event: Event) => void,
): Promise<Result> {
  let made: Promise<Result> | undefined;
  const once = (): Promise<Result> => (made ??= work());
  try {
    await around?.(async () => eventOf(await once()));
  } catch {
    // What it was about to say is lost; the call is not.
  }
  const result = await once();
  heard(() => {
    tell(eventOf(result));
  });
  return result;
}
