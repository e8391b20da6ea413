import { setMaxListeners } from 'node:events';
import type { Clock } from '../values/clock.js';

/** Limits of a call, which its token exchange shares. */
export interface CallLimits {
  deadline: Deadline;
  /** Retries after the first attempt; 0 for none. */
  maxRetries: number;
}

/** Minimum time for one attempt of a call that may be repeated, in milliseconds. */
const MIN_ATTEMPT_MS = 10_000;

/**
 * Ends a whole call (token exchange, attempts, the waits between them) when its time is over or the caller's signal aborts.
 * An attempt can end earlier.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #endsAt: number;
  /** Created when `signal` is first used, because most calls need none. */
  #controller: AbortController | null = null;
  #listeners: (() => void)[] = [];
  #stopTimer: () => void = () => undefined;
  /** Whether the timer is set for the whole call. */
  #isCallTimed = false;
  #cause: 'timeout' | 'aborted' | null = null;
  #isAttemptOver = false;

  constructor(
    readonly timeoutMs: number,
    clock: Clock,
    readonly callerSignal?: AbortSignal,
  ) {
    this.#clock = clock;
    this.#endsAt = clock.now() + timeoutMs;
    this.begin();
    if (callerSignal === undefined) return;
    if (callerSignal.aborted) this.#onCallerAbort();
    // Many calls may share one signal, so the listener warning is off.
    setMaxListeners(0, callerSignal);
    callerSignal.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  /** Aborts the current attempt. The next attempt has another signal. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Calls the listener when the current attempt is aborted, or at once if it is. Returns a function that removes it. */
  readonly onAbort = (listener: () => void): (() => void) => {
    if (this.#isAborted) listener();
    else this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  };

  /** Why the call ended; null while it may continue. */
  get cause(): 'timeout' | 'aborted' | null {
    return this.#cause;
  }

  /** Whether the last attempt ran out of its own time, and not the call. */
  get isAttemptOver(): boolean {
    return this.#isAttemptOver;
  }

  /** Milliseconds left for the whole call. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - this.#clock.now());
  }

  /** Begins an attempt, with all the time that is left if the call is not repeatable. */
  begin({ repeatable = false } = {}): void {
    if (this.#cause !== null) return;
    if (this.#isAttemptOver) this.#controller = null;
    this.#isAttemptOver = false;
    const { remainingMs } = this;
    const attemptMs = Math.max(MIN_ATTEMPT_MS, this.timeoutMs / 3);
    const isShorter = repeatable && attemptMs < remainingMs;
    // The timer for the whole call is already set.
    if (!isShorter && this.#isCallTimed) return;
    this.#isCallTimed = !isShorter;
    this.#stopTimer();
    this.#stopTimer = this.#clock.after(isShorter ? attemptMs : remainingMs, () => {
      if (isShorter) this.#endAttempt();
      else this.#end('timeout');
    });
  }

  /** Waits, unless the call ends first. Returns whether the call may continue. */
  async pause(ms: number): Promise<boolean> {
    this.begin();
    if (this.#cause !== null) return false;
    let stopTimer = (): void => undefined;
    const waited = new Promise<true>((resolve) => {
      stopTimer = this.#clock.after(ms, () => resolve(true));
    });
    await this.orEnd(waited);
    stopTimer();
    return this.cause === null;
  }

  /** Resolves with the result of `work`, or null if the call ends first. The work itself continues, for other calls. */
  async orEnd<Result>(work: Promise<Result>): Promise<Result | null> {
    let stopListening = (): void => undefined;
    const ended = new Promise<null>((resolve) => {
      stopListening = this.onAbort(() => {
        resolve(null);
      });
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      stopListening();
    }
  }

  /** Stops the timer and no longer listens to the caller's signal. */
  close(): void {
    this.#stopTimer();
    this.callerSignal?.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => {
    this.#end('aborted');
  };

  #endAttempt(): void {
    this.#isAttemptOver = true;
    this.#abort();
  }

  #end(cause: 'timeout' | 'aborted'): void {
    this.#cause ??= cause;
    this.#abort();
  }

  get #isAborted(): boolean {
    return this.#isAttemptOver || this.#cause !== null;
  }

  #abort(): void {
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
    this.#controller?.abort();
  }
}
