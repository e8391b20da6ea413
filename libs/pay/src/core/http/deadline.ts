import { setMaxListeners } from 'node:events';
import type { Clock } from '../values/clock.js';
import type { RetryRules } from './retry-policy.js';

/** Limits of a call, which its token exchange shares. */
export interface CallLimits {
  deadline: Deadline;
  /** Time for one attempt of a call that may be repeated, in milliseconds. Other calls get all the time that is left. */
  attemptTimeoutMs: number;
  retry: RetryRules;
}

/**
 * One end for a whole call (token, attempts, the waits between them): the time allowed, or the caller's signal, whichever
 * comes first. An attempt can have an earlier end of its own.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #endsAt: number;
  #controller = new AbortController();
  #stopTimer: () => void = () => undefined;
  /** Whether what is timed is the call as a whole. */
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
    // One signal may well end many calls at once: that is no leak.
    setMaxListeners(0, callerSignal);
    callerSignal.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  /** Ends the attempt under way. Another attempt has another signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call was ended, null while it may go on. */
  get cause(): 'timeout' | 'aborted' | null {
    return this.#cause;
  }

  /** The last attempt's own time was over, and the call's was not. */
  get isAttemptOver(): boolean {
    return this.#isAttemptOver;
  }

  /** Milliseconds that are left for the whole call. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - this.#clock.now());
  }

  /** Begins an attempt. @param attemptMs its own time, in milliseconds; without one it gets all that is left. */
  begin(attemptMs?: number): void {
    if (this.#cause !== null) return;
    if (this.#isAttemptOver) this.#controller = new AbortController();
    this.#isAttemptOver = false;
    const { remainingMs } = this;
    const isShorter = attemptMs !== undefined && attemptMs < remainingMs;
    // Its end is the same for every attempt.
    if (!isShorter && this.#isCallTimed) return;
    this.#isCallTimed = !isShorter;
    this.#stopTimer();
    this.#stopTimer = this.#clock.after(isShorter ? attemptMs : remainingMs, () => {
      if (isShorter) this.#endAttempt();
      else this.#end('timeout');
    });
  }

  /** Waits. False when the call was ended meanwhile. */
  async pause(ms: number): Promise<boolean> {
    this.begin();
    if (this.#cause !== null) return false;
    const { signal } = this;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        stop();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const stop = this.#clock.after(ms, end);
      signal.addEventListener('abort', end, { once: true });
    });
    return this.cause === null;
  }

  /** What `work` gives, or null where the call ends before it. It goes on for whoever else waits for it. */
  async orEnd<Result>(work: Promise<Result>): Promise<Result | null> {
    const { signal } = this;
    let stop = (): void => undefined;
    const ended = new Promise<null>((resolve) => {
      stop = () => {
        resolve(null);
      };
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Lets go of the timer and of the caller's signal. */
  close(): void {
    this.#stopTimer();
    this.callerSignal?.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => {
    this.#end('aborted');
  };

  #endAttempt(): void {
    this.#isAttemptOver = true;
    this.#controller.abort();
  }

  #end(cause: 'timeout' | 'aborted'): void {
    this.#cause ??= cause;
    this.#controller.abort();
  }
}
