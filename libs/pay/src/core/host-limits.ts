import { TIMEOUT_LIMIT } from './call-options.js';
import type { Limit } from './call-options.js';
import { unknownOptions } from './nearest-name.js';
import { isObject } from './plain-data.js';

/** When a client stops asking a host that keeps failing. Each of its hosts has a breaker of its own: see `docs/retries.md`. */
export interface CircuitBreakerOptions {
  /** The share of failures at which it opens, above 0 and up to 1. @default 0.5 */
  failureRatio?: number;
  /** With fewer attempts than these in the window it stays closed. @default 10 */
  minimumThroughput?: number;
  /** The window: how far back attempts count, in milliseconds. @default 30_000 */
  samplingDurationMs?: number;
  /** How long it stays open, in milliseconds; then one attempt tries whether the host is back. @default 15_000 */
  breakDurationMs?: number;
}

/** How many requests of a client are under way to a host at a time. Each of its hosts is counted by itself: see `docs/retries.md`. */
export interface ConcurrencyLimiterOptions {
  /** So many at a time. */
  permitLimit: number;
  /** So many more wait for their turn, at most as long as their calls may take; what comes then is refused at once. @default 100 */
  queueLimit?: number;
}

/** What limits the requests to each host. */
export interface HostLimits {
  /** Stops asking a host that keeps failing; `{}` takes the defaults. What it does not let through fails with `overloaded`. @default none */
  circuitBreaker?: CircuitBreakerOptions;
  /** Limits how many requests to a host are under way. What it does not let through fails with `overloaded`. @default no limit */
  concurrencyLimiter?: ConcurrencyLimiterOptions;
}

export const CIRCUIT_BREAKER_DEFAULTS: Required<CircuitBreakerOptions> = {
  failureRatio: 0.5,
  minimumThroughput: 10,
  samplingDurationMs: 30_000,
  breakDurationMs: 15_000,
};
export const QUEUE_LIMIT_DEFAULT = 100;

const atLeast = (least: number): Limit => ({
  is: (value) => Number.isSafeInteger(value) && (value as number) >= least,
  problem: `must be a whole number, at least ${least}`,
});

/** What each of them may be. */
export const HOST_LIMITS: {
  readonly [Name in keyof HostLimits]-?: Readonly<Record<keyof Required<HostLimits>[Name], Limit>>;
} = {
  circuitBreaker: {
    failureRatio: {
      is: (value) => typeof value === 'number' && value > 0 && value <= 1,
      problem: 'must be a number above 0 and up to 1',
    },
    minimumThroughput: atLeast(1),
    samplingDurationMs: TIMEOUT_LIMIT,
    breakDurationMs: TIMEOUT_LIMIT,
  },
  concurrencyLimiter: { permitLimit: atLeast(1), queueLimit: atLeast(0) },
};

/** The one that cannot be left out. */
export const PERMIT_LIMIT_REQUIRED = 'how many requests may be under way to a host at a time';

/** What is wrong with them, as a sentence without its full stop; null when nothing is. */
export function hostLimitsProblem(options: HostLimits): string | null {
  for (const [name, limits] of Object.entries(HOST_LIMITS)) {
    const given: unknown = options[name as keyof HostLimits];
    if (given === undefined) continue;
    if (!isObject(given)) return `${name} must be an object`;
    const [unknown] = unknownOptions(given, Object.keys(limits));
    if (unknown !== undefined) return `${name}.${unknown.field} ${unknown.problem}`;
    for (const [member, { is, problem }] of Object.entries<Limit>(limits)) {
      const isLeftOut = given[member] === undefined && member !== 'permitLimit';
      if (!isLeftOut && !is(given[member])) return `${name}.${member} ${problem}`;
    }
  }
  return null;
}
