import type { CircuitBreakerOptions } from './host-limits.js';

/**
 * - `closed`: everything passes;
 * - `open`: nothing does;
 * - `half-open`: one request passes, and says what comes next.
 */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** What a request says of its host; `none`: nothing, as when the caller ended it. */
export type Verdict = 'success' | 'failure' | 'none';

/** The window moves on by such a part of itself. */
const SLICES = 10;

/** Stops asking a host that keeps failing. Knows no request and no timer: what happened, and what time it is, come from outside. */
export class CircuitBreaker {
  #state: CircuitState = 'closed';
  /** What was let through before a change says nothing of the time after it. */
  #era = 0;
  /** Trials are younger than this. */
  #openedIn = 0;
  #blockedUntil = 0;
  #slices: { at: number; total: number; failures: number }[] = [];

  /** @param now milliseconds on a clock that never goes back. */
  constructor(
    private readonly rules: Required<CircuitBreakerOptions>,
    private readonly now: () => number,
    private readonly onChange: (state: CircuitState, previous: CircuitState) => void = () => undefined,
  ) {}

  /** Milliseconds until a request may pass; 0: now. Half-open it is the longest that the trial keeps others out. */
  get retryAfterMs(): number {
    return this.#state === 'closed' ? 0 : Math.max(0, this.#blockedUntil - this.now());
  }

  /** Lets a request through; how it ends is told to {@link settle}. Null: it may not go. */
  enter(): number | null {
    if (this.retryAfterMs > 0) return null;
    // A trial that never ends is followed by another.
    if (this.#state !== 'closed') this.#become('half-open');
    return this.#era;
  }

  /** @param pass what {@link enter} gave. */
  settle(pass: number, verdict: Verdict): void {
    if (pass !== this.#era && !(verdict === 'success' && this.#isTrial(pass))) return;
    if (verdict === 'none') this.#blockedUntil = this.now();
    else if (this.#state === 'half-open') this.#become(verdict === 'success' ? 'closed' : 'open');
    else if (this.#isTooMuch(verdict)) this.#become('open');
  }

  /** Also one that others have followed: a host that answers later than that is back all the same. */
  #isTrial(pass: number): boolean {
    return this.#state === 'half-open' && pass > this.#openedIn;
  }

  /** Counts a result, and says whether it is one failure too many. */
  #isTooMuch(verdict: Verdict): boolean {
    const { failureRatio, minimumThroughput, samplingDurationMs } = this.rules;
    const at = Math.floor((this.now() * SLICES) / samplingDurationMs);
    let slice = this.#slices.at(-1);
    if (slice?.at !== at) {
      slice = { at, total: 0, failures: 0 };
      this.#slices = [...this.#slices.filter((one) => one.at > at - SLICES), slice];
    }
    slice.total++;
    if (verdict === 'success') return false;
    slice.failures++;
    const sum = (of: 'total' | 'failures'): number => this.#slices.reduce((all, one) => all + one[of], 0);
    return sum('total') >= minimumThroughput && sum('failures') >= failureRatio * sum('total');
  }

  #become(state: CircuitState): void {
    const previous = this.#state;
    this.#state = state;
    this.#era++;
    if (state === 'open') this.#openedIn = this.#era;
    this.#blockedUntil = this.now() + this.rules.breakDurationMs;
    this.#slices = [];
    if (state !== previous) this.onChange(state, previous);
  }
}
