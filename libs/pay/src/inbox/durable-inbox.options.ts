import { DAY_MS, HOUR_MS } from '../core/values/durations.js';
import { BOOLEAN, hasMethods, requireOptions, rule, wholeNumber } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { REDELIVERY_WINDOW_MS } from '../webhooks/dedupe-key.js';
import type { PayInboxStore } from './inbox-store.js';

/** Options of `durableInbox`. Times are in milliseconds. */
export interface DurableInboxOptions<Transaction = unknown> {
  /** Where events are stored: `postgresStore()`, `pgliteStore()`, or a store of your own. */
  store: PayInboxStore<Transaction>;
  /** Number of events that this process handles at the same time. With 0, it only stores deliveries. @default 8 */
  concurrency?: number;
  /**
   * Attempts of the handlers before an event becomes a dead letter. The second attempt follows after two seconds. Each wait is twice the
   * one before, up to an hour. @default 20, over about seven hours
   */
  maxAttempts?: number;
  /**
   * How long the handlers of one event may take. After that, the attempt has failed: what they wrote in `@PayTransaction()` is rolled back,
   * and they are retried later. A handler that is still running cannot be stopped. @default 600_000, ten minutes
   */
  handlerTimeoutMs?: number;
  /** How long a shutdown waits for handlers. After that, it releases their events within two seconds. @default 10_000 */
  drainMs?: number;
  /** How long a handled event is remembered. At least 25 hours. @default 30 days */
  retentionMs?: number;
  /**
   * Creates or updates the tables at boot. With false, the application does not boot without tables of this version: call
   * `store.migrate()` when you deploy, or run the SQL of `npx nestjs-pay migrations --print`. @default true
   */
  migrate?: boolean;
}

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
  maxAttempts: count(1, 1_000_000, 20),
  handlerTimeoutMs: wholeMs(1, DAY_MS, HOUR_MS / 6),
  drainMs: wholeMs(0, HOUR_MS, 10_000),
  retentionMs: wholeMs(REDELIVERY_WINDOW_MS, undefined, 30 * DAY_MS),
  migrate: BOOLEAN,
} satisfies Record<keyof DurableInboxOptions, OptionRule>;

/** @throws RangeError that names each invalid option. */
export function checkInboxOptions(options: DurableInboxOptions): void {
  requireOptions(RULES, options, 'inbox.');
}
