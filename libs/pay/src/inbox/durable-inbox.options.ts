import type { Clock } from '../core/clock.js';
import type { PayInboxStore } from './inbox-store.js';

/** Options of `durableInbox`. Times in milliseconds. */
export interface DurableInboxOptions<Transaction = unknown> {
  /** Where the events are kept: `postgresStore()`, `pgliteStore()`, or one of your own. */
  store: PayInboxStore<Transaction>;
  /** Events at work at the same time in this process; 0: this process only takes deliveries in. @default 8 */
  concurrency?: number;
  /** How often work is looked for that another process stored or that waited. @default 1_000 */
  pollMs?: number;
  /** After so long, others take over what a process was at when it died; renewed while it lives. @default 30_000 */
  leaseMs?: number;
  /** How often an event is tried before it becomes a dead letter. @default 20, about nine hours */
  maxAttempts?: number;
  /** How often one is tried that the service refuses to confirm. @default 8, about three minutes */
  maxRefusals?: number;
  /** Wait before the second attempt; it doubles up to `maxRetryMs`. @default 2_000 */
  retryMs?: number;
  /** @default 3_600_000, an hour */
  maxRetryMs?: number;
  /** How long a shutdown waits for handlers before it hands their events back. @default 10_000 */
  drainMs?: number;
  /** How long a handled event is known again; at least 25 hours. @default 30 days */
  retentionMs?: number;
  /**
   * How many deliveries that the service has not confirmed may wait, of one account: as many from the service's own addresses as
   * from all others together, of which one may have a tenth. More are answered 503, and come again. @default 10_000
   */
  maxUnconfirmed?: number;
  /** Make or update the tables at boot. With false, call `store.migrate()` when you deploy. @default true */
  migrate?: boolean;
  /** @default the system's */
  clock?: Clock;
  /** Spreads retries. @default Math.random */
  random?: () => number;
}

const HOUR = 3_600_000;
/** The service tries for 23 hours and was seen to repeat an hour after a 200. */
const MIN_RETENTION_MS = 25 * HOUR;

const LIMITS: [name: keyof DurableInboxOptions, least: number, most: number][] = [
  ['concurrency', 0, 1_000],
  ['pollMs', 1, HOUR],
  ['leaseMs', 100, HOUR],
  ['maxAttempts', 1, 1_000_000],
  ['maxRefusals', 1, 1_000_000],
  ['retryMs', 0, 24 * HOUR],
  ['maxRetryMs', 0, 24 * HOUR],
  ['drainMs', 0, HOUR],
  ['maxUnconfirmed', 1, 10_000_000],
  ['retentionMs', MIN_RETENTION_MS, Number.MAX_SAFE_INTEGER],
];

/** @throws RangeError naming the option. */
export function checkInboxOptions(options: DurableInboxOptions): void {
  for (const [name, least, most] of LIMITS) {
    const value = options[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most)
      throw new RangeError(`durableInbox: ${name} must be a whole number from ${least} to ${most}`);
  }
}
