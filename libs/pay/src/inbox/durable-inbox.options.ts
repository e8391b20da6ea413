import type { Clock } from '../core/values/clock.js';
import { unknownOptions } from '../core/values/nearest-name.js';
import { isObject } from '../core/values/plain-data.js';
import { REDELIVERY_WINDOW_MS } from '../webhooks/dedupe-key.js';
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
  /** How often the handlers of an event are tried before it becomes a dead letter. @default 20, over about seven hours */
  maxAttempts?: number;
  /** How often in a row one is tried that the service refuses to confirm. @default 8, over about two hours */
  maxRefusals?: number;
  /** How long one is tried at least that the service cannot be asked about, and that nobody handles. @default three days */
  unconfirmedMs?: number;
  /** Wait before the second attempt; it doubles up to `maxRetryMs`, after a refusal it is six times as long each time. @default 2_000 */
  retryMs?: number;
  /** @default 3_600_000, an hour */
  maxRetryMs?: number;
  /**
   * How long the handlers of one event may take: then the attempt has failed, what they wrote in `@PayTransaction()` is taken back, and they
   * are tried again later, though one that still runs cannot be stopped. @default 600_000, ten minutes
   */
  handlerTimeoutMs?: number;
  /** How long the store may take to answer: a delivery is answered 503 then. @default 10_000 */
  storeTimeoutMs?: number;
  /** How long a shutdown waits for handlers before it hands their events back, which takes two seconds at most. @default 10_000 */
  drainMs?: number;
  /** How long a handled event is known again; at least 25 hours. @default 30 days */
  retentionMs?: number;
  /**
   * How many deliveries that the service has not confirmed may wait, for each account and each of the two classes of senders (the
   * service's addresses, all others). More are answered 503, and the service delivers them again. @default 10_000
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

const LIMITS: [name: keyof DurableInboxOptions, least: number, most: number][] = [
  ['concurrency', 0, 1_000],
  ['pollMs', 1, HOUR],
  ['leaseMs', 100, HOUR],
  ['maxAttempts', 1, 1_000_000],
  ['maxRefusals', 1, 1_000_000],
  ['unconfirmedMs', 0, Number.MAX_SAFE_INTEGER],
  ['retryMs', 0, 24 * HOUR],
  ['maxRetryMs', 0, 24 * HOUR],
  ['drainMs', 0, HOUR],
  ['handlerTimeoutMs', 1, 24 * HOUR],
  ['storeTimeoutMs', 1, HOUR],
  ['maxUnconfirmed', 1, 10_000_000],
  ['retentionMs', REDELIVERY_WINDOW_MS, Number.MAX_SAFE_INTEGER],
];

const NAMES = Object.keys({
  ...{ store: true, concurrency: true, pollMs: true, leaseMs: true, maxAttempts: true, maxRefusals: true },
  ...{ unconfirmedMs: true, retryMs: true, maxRetryMs: true, handlerTimeoutMs: true, storeTimeoutMs: true },
  ...{ drainMs: true, retentionMs: true, maxUnconfirmed: true, migrate: true, clock: true, random: true },
} satisfies Record<keyof DurableInboxOptions, true>);

/** @throws RangeError naming the option. */
export function checkInboxOptions(options: DurableInboxOptions): void {
  checkNames(options);
  for (const [name, least, most] of LIMITS) {
    const value = options[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most)
      throw new RangeError(`durableInbox: ${name} must be a whole number from ${least} to ${most}`);
  }
}

/** The compiler knows; who spreads options, or writes JavaScript, hears it at boot. */
function checkNames(options: unknown): void {
  const store = isObject(options) ? options['store'] : undefined;
  if (!isObject(options) || !isObject(store) || !('claim' in store))
    throw new RangeError('durableInbox: store must be an inbox store: postgresStore() or pgliteStore()');
  const [unknown] = unknownOptions(options, NAMES);
  if (unknown !== undefined) throw new RangeError(`durableInbox: ${unknown.field} ${unknown.problem}`);
}
