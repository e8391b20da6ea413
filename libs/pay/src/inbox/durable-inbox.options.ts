import type { Clock } from '../core/values/clock.js';
import {
  BOOLEAN,
  FUNCTION,
  hasMethods,
  objectWith,
  requireOptions,
  rule,
  wholeNumber,
} from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { REDELIVERY_WINDOW_MS } from '../webhooks/dedupe-key.js';
import type { PayInboxStore } from './inbox-store.js';

/** Options of `durableInbox`. Times are in milliseconds. */
export interface DurableInboxOptions<Transaction = unknown> {
  /** Where events are stored: `postgresStore()`, `pgliteStore()`, or a store of your own. */
  store: PayInboxStore<Transaction>;
  /** Number of events that this process handles at the same time. With 0, it only stores deliveries. @default 8 */
  concurrency?: number;
  /** How often the process looks for events that other processes stored or that are due again. @default 1_000 */
  pollMs?: number;
  /** Time after which other processes take over the events of a dead process. Renewed while the process lives. @default 6_000 */
  leaseMs?: number;
  /** Attempts of the handlers before an event becomes a dead letter. @default 20, over about seven hours */
  maxAttempts?: number;
  /**
   * Wait before the second attempt. It doubles with each attempt, up to `maxRetryMs`. For a delivery that the service denies, it is
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
  /** How long the store may take to respond. After that, a delivery gets 503. @default 10_000 */
  storeTimeoutMs?: number;
  /** How long a shutdown waits for handlers. After that, it releases their events within two seconds. @default 10_000 */
  drainMs?: number;
  /** How long a handled event is remembered. At least 25 hours. @default 30 days */
  retentionMs?: number;
  /**
   * Maximum number of waiting unconfirmed deliveries, for each account and each of the two classes of senders (the service's addresses
   * and unknown senders). More get 503, and the service delivers them again. @default 10_000
   */
  maxUnconfirmed?: number;
  /**
   * Creates or updates the tables at boot. With false, the application does not boot without tables of this version: call
   * `store.migrate()` when you deploy, or run the SQL of `npx nestjs-pay migrations --print`. @default true
   */
  migrate?: boolean;
  /** Source of the time, for tests. @default the system clock */
  clock?: Clock;
  /** Spreads retries. @default Math.random */
  random?: () => number;
}

const HOUR = 3_600_000;

const DAY = 24 * HOUR;

const count = (min: number, max: number, example: number): OptionRule => wholeNumber(min, max, '', example);
const wholeMs = (min: number, max: number | undefined, example: number): OptionRule =>
  wholeNumber(min, max, ' of milliseconds', example);

const RULES = {
  store: {
    ...rule(
      (value) => hasMethods(value, ['addDelivery', 'claimEvents']),
      'an inbox store',
      'postgresStore({ pool })',
    ),
    required: 'use postgresStore() or pgliteStore()',
  },
  concurrency: count(0, 1_000, 8),
  pollMs: wholeMs(1, HOUR, 1_000),
  leaseMs: wholeMs(100, HOUR, 6_000),
  maxAttempts: count(1, 1_000_000, 20),
  retryMs: wholeMs(0, DAY, 2_000),
  maxRetryMs: wholeMs(0, DAY, HOUR),
  handlerTimeoutMs: wholeMs(1, DAY, HOUR / 6),
  storeTimeoutMs: wholeMs(1, HOUR, 10_000),
  drainMs: wholeMs(0, HOUR, 10_000),
  retentionMs: wholeMs(REDELIVERY_WINDOW_MS, undefined, 30 * DAY),
  maxUnconfirmed: count(1, 10_000_000, 10_000),
  migrate: BOOLEAN,
  clock: objectWith('now', 'after'),
  random: FUNCTION,
} satisfies Record<keyof DurableInboxOptions, OptionRule>;

/** @throws RangeError that names each invalid option. */
export function checkInboxOptions(options: DurableInboxOptions): void {
  requireOptions(RULES, options, 'inbox.');
}
