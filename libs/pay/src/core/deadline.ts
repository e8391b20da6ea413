import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.js';

/** The longest delay a Node timer takes; a longer one would fire at once. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** One end for a whole call (token, request, body): the time allowed, or the caller's signal, whichever comes first. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #stopTimer: () => void;
  #cause: 'timeout' | 'aborted' | null = null;

  constructor(
    readonly timeoutMs: number,
    clock: Clock,
    readonly callerSignal?: AbortSignal,
  ) {
    this.#stopTimer = clock.after(timeoutMs, () => {
      this.#end('timeout');
    });
    if (callerSignal === undefined) return;
    if (callerSignal.aborted) this.#onCallerAbort();
    // One signal may well end many calls at once: that is no leak.
    setMaxListeners(0, callerSignal);
    callerSignal.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call was ended, null while it may go on. */
  get cause(): 'timeout' | 'aborted' | null {
    return this.#cause;
  }

  /** Lets go of the timer and of the caller's signal. */
  close(): void {
    this.#stopTimer();
    this.callerSignal?.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => {
    this.#end('aborted');
  };

  #end(cause: 'timeout' | 'aborted'): void {
    this.#cause ??= cause;
    this.#controller.abort();
  }
}
