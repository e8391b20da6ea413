import { CircuitBreaker } from './circuit-breaker.js';
import type { CircuitState, Verdict } from './circuit-breaker.js';
import type { Clock } from './clock.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import type { Deadline } from './deadline.js';
import { CIRCUIT_BREAKER_DEFAULTS, QUEUE_LIMIT_DEFAULT } from './host-limits.js';
import type { HostLimits } from './host-limits.js';
import type { HostName } from './hosts.js';
import type { PayCircuitEvent } from './instrumentation.js';
import type { PayOverload } from './method-return.js';

/** Why a request was not let through, and that in words; null: its call was over. */
export interface Refusal {
  refused: { overload: PayOverload; why: string } | null;
}

const ENDED: Refusal = { refused: null };

/** Stands before each request to one host. */
export class HostGuard {
  readonly #breaker: CircuitBreaker | null;
  readonly #limiter: ConcurrencyLimiter | null;

  /** @param address the host's name and port, as messages call it. */
  constructor(
    private readonly host: HostName,
    private readonly address: string,
    private readonly limits: HostLimits,
    clock: Clock,
    onChange: (state: CircuitState, previous: CircuitState) => void,
  ) {
    const { circuitBreaker, concurrencyLimiter } = limits;
    this.#limiter =
      concurrencyLimiter === undefined
        ? null
        : new ConcurrencyLimiter(withDefaults({ queueLimit: QUEUE_LIMIT_DEFAULT }, concurrencyLimiter));
    this.#breaker =
      circuitBreaker === undefined
        ? null
        : new CircuitBreaker(
            withDefaults(CIRCUIT_BREAKER_DEFAULTS, circuitBreaker),
            () => clock.now(),
            onChange,
          );
  }

  /** Why a request would not be let through now; null where it may try. */
  refusal(): Refusal | null {
    const retryAfterMs = this.#breaker?.retryAfterMs ?? 0;
    if (retryAfterMs > 0) return this.#isOpen(retryAfterMs);
    return this.#limiter?.isFull === true ? this.#isBusy('are under way, and no more may wait') : null;
  }

  /** Does the work when it is let through, and takes in what that says of the host. Waits no longer than the deadline. */
  async run<Made>(
    deadline: Deadline,
    work: () => Promise<Made>,
    verdictOf: (made: Made) => Verdict,
  ): Promise<Made | Refusal> {
    if (deadline.cause !== null) return ENDED;
    const refusal = this.refusal() ?? (await this.#enter(deadline));
    if (refusal !== null) return refusal;
    let verdict: Verdict = 'none';
    let pass: number | null = null;
    try {
      // It may have opened while this one waited; whose permit this was, it sends the next one away in turn.
      pass = this.#breaker?.enter() ?? null;
      if (pass === null && this.#breaker !== null) return this.#isOpen(this.#breaker.retryAfterMs);
      const made = await work();
      verdict = verdictOf(made);
      return made;
    } finally {
      if (pass !== null) this.#breaker?.settle(pass, verdict);
      this.#limiter?.leave();
    }
  }

  async #enter(deadline: Deadline): Promise<Refusal | null> {
    const limiter = this.#limiter;
    if (limiter === null || limiter.tryEnter()) return null;
    // No attempt is under way: all of the call's time is there to wait.
    deadline.begin();
    if (await limiter.enter(deadline.signal)) return null;
    if (deadline.cause === 'aborted') return ENDED;
    return this.#isBusy(`were under way until its ${deadline.timeoutMs} ms were over`);
  }

  #isOpen(ms: number): Refusal {
    const retryAfterMs = Math.ceil(ms);
    return {
      refused: {
        overload: { cause: 'circuit-breaker', host: this.host, retryAfterMs },
        why: `the circuit breaker for ${this.address} is open, for too many requests failed. Try again in ${retryAfterMs} ms.`,
      },
    };
  }

  #isBusy(how: string): Refusal {
    const { permitLimit } = this.limits.concurrencyLimiter ?? {};
    return {
      refused: {
        overload: { cause: 'concurrency-limiter', host: this.host, retryAfterMs: null },
        why: `${permitLimit} requests to ${this.address} ${how} (concurrencyLimiter). Try again when some have ended.`,
      },
    };
  }
}

/** A guard for each host; undefined where nothing is limited. */
export function guardsFor(
  limits: HostLimits,
  hosts: Record<HostName, string>,
  clock: Clock,
  tell: (event: PayCircuitEvent) => void,
): Record<HostName, HostGuard> | undefined {
  if (limits.circuitBreaker === undefined && limits.concurrencyLimiter === undefined) return undefined;
  const guard = (host: HostName): HostGuard => {
    const { host: address, origin } = new URL(hosts[host]);
    return new HostGuard(host, address, limits, clock, (state, previous) => {
      tell({ host, origin, state, previous });
    });
  };
  return { accounts: guard('accounts'), api: guard('api'), web: guard('web') };
}

/** An option that is there but undefined must not hide a default. */
function withDefaults<Defaults extends object, Given extends object>(
  defaults: Defaults,
  given: Given,
): Defaults & Given {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(set) as Given) };
}
