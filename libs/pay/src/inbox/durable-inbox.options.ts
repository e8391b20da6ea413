import type { Clock } from '../core/values/clock.js';
import { unknownOptions } from '../core/values/nearest-name.js';
import { isObject } from '../core/values/plain-data.js';
import { REPEATS_FOR_MS } from '../webhooks/repeats.js';
import type { PayInboxStore } from './inbox-store.js';

/** Options of `durableInbox`. Times are in milliseconds. */
export interface DurableInboxOptions<Transaction = unknown> {
  /** Where events are stored: `postgresStore()`, `pgliteStore()`, or a store of your own. */
  store: PayInboxStore<Transaction>;
  /** Number of events that this process handles at the same time. With 0, it only stores deliveries. @default 8 */
  concurrency?: number;
  /** How often the process looks for events that other processes stored or that are due again. @default 1_000 */
  pollMs?: number;
  /** Time after which other processes take over the events of a dead process. Renewed while the process lives. @default 30_000 */
  leaseMs?: number;
  /** Attempts of the handlers before an event becomes a dead letter. @default 20, over about seven hours */
  maxAttempts?: number;
  /** Attempts in which the service denies the event before it becomes a dead letter. @default 8, over about two hours */
  maxRejectedAttempts?: number;
  /** How long an event is retried at least if the service cannot be asked about it, or no process handles it. @default three days */
  unconfirmedMs?: number;
  /**
   * Wait before the second attempt. It doubles with each attempt, up to `maxRetryMs`. For an event that the service denies, it is
   * multiplied by six. @default 2_000
   */
  retryMs?: number;
  /** Maximum wait between two attempts. @default 3_600_000, one hour */
  maxRetryMs?: number;
  /**
   * How long the handlers of one event may take. After that, the attempt has failed: what they wrote in `@PayTransaction()` is rolled back,
   * and they are retried later. A handler that is still running cannot be stopped. @default 600_000, ten minutes
   */
  handlerTimeoutMs?: number;
  /** How long the store may take to answer. After that, a delivery is answered 503. @default 10_000 */
  storeTimeoutMs?: number;
  /** How long a shutdown waits for handlers. After that, it releases their events within two seconds. @default 10_000 */
  drainMs?: number;
  /** How long a handled event is remembered. At least 25 hours. @default 30 days */
  retentionMs?: number;
  /**
   * Maximum number of waiting unconfirmed deliveries, for each account and each of the two classes of senders (the service's addresses
   * and unknown senders). More are answered 503, and the service delivers them again. @default 10_000
   */
  maxUnconfirmed?: number;
  /** Creates or updates the tables at boot. With false, call `store.migrate()` when you deploy. @default true */
  migrate?: boolean;
  /** Source of the time, for tests. @default the system clock */
  clock?: Clock;
  /** Spreads retries. @default Math.random */
  random?: () => number;
}

const HOUR = 3_600_000;

const LIMITS: [name: keyof DurableInboxOptions, min: number, max: number][] = [
  ['concurrency', 0, 1_000],
  ['pollMs', 1, HOUR],
  ['leaseMs', 100, HOUR],
  ['maxAttempts', 1, 1_000_000],
  ['maxRejectedAttempts', 1, 1_000_000],
  ['unconfirmedMs', 0, Number.MAX_SAFE_INTEGER],
  ['retryMs', 0, 24 * HOUR],
  ['maxRetryMs', 0, 24 * HOUR],
  ['drainMs', 0, HOUR],
  ['handlerTimeoutMs', 1, 24 * HOUR],
  ['storeTimeoutMs', 1, HOUR],
  ['maxUnconfirmed', 1, 10_000_000],
  ['retentionMs', REPEATS_FOR_MS, Number.MAX_SAFE_INTEGER],
];

const NAMES = Object.keys({
  ...{
    store: true,
    concurrency: true,
    pollMs: true,
    leaseMs: true,
    maxAttempts: true,
    maxRejectedAttempts: true,
  },
  ...{ unconfirmedMs: true, retryMs: true, maxRetryMs: true, handlerTimeoutMs: true, storeTimeoutMs: true },
  ...{ drainMs: true, retentionMs: true, maxUnconfirmed: true, migrate: true, clock: true, random: true },
} satisfies Record<keyof DurableInboxOptions, true>);

/** @throws RangeError that names the option. */
export function checkInboxOptions(options: DurableInboxOptions): void {
  checkNames(options);
  for (const [name, min, max] of LIMITS) {
    const value = options[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
      throw new RangeError(`durableInbox: ${name} must be a whole number from ${min} to ${max}`);
  }
}

/** TypeScript does not check names in spread options, and JavaScript checks none. */
function checkNames(options: unknown): void {
  const store = isObject(options) ? options['store'] : undefined;
  if (!isObject(options) || !isObject(store) || !('claim' in store))
    throw new RangeError('durableInbox: store must be an inbox store: postgresStore() or pgliteStore()');
  const [unknown] = unknownOptions(options, NAMES);
  if (unknown !== undefined) throw new RangeError(`durableInbox: ${unknown.field} ${unknown.problem}`);
}
