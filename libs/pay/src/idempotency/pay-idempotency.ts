import type { Attempt } from '../core/http/attempt.js';
import { systemClock } from '../core/values/clock.js';
import type { IdempotentCall, IdempotentSender } from '../core/http/idempotent-call.js';
import { BOOLEAN, milliseconds, objectWith, requireOptions, rule } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { timesOf } from '../core/options/test-times.js';
import { isObject } from '../core/values/plain-data.js';
import { succeedOnce } from '../core/values/single-flight.js';
import { waitAtMost } from '../core/values/time-limit.js';
import { StoreTimeLimit, timeLimitedStore } from '../stores/time-limited-store.js';
import type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';
import { IDEMPOTENCY_TIMES, KeyedCall, transactionIdIn } from './keyed-call.js';
import { LeasedRecord } from './leased-record.js';
import {
  activeRestore,
  isHeld,
  isLater,
  latestRestore,
  readRestore,
  restoreOf,
  withEarlier,
  writeRestore,
} from './restore.js';
import type { PayRestore } from './restore.js';
import { MemoryIdempotencyStore } from './memory-idempotency-store.js';

/** Options of {@link PayIdempotency}. Times are in milliseconds. */
export interface PayIdempotencyOptions {
  /** Where records are stored. `postgresIdempotency()`, `pgliteIdempotency()` and `memoryIdempotency()` set it. */
  store: PayIdempotencyStore;
  /**
   * Time after which a call that the service shows no trace of counts as never received. It is then sent again. With `Infinity`, it
   * is never sent again. A call with a longer `timeoutMs` fails with `validationerror`. @default 900_000 (15 minutes)
   */
  resendAfterMs?: number;
  /**
   * When the database was restored, or a replica took over: keys without a record then ask the service before they send. The time
   * is stored, so that all processes see it. See {@link PayIdempotency.markRestored}. @default none
   */
  restoredAt?: Date;
  /** Time that the data went back to, such as that of the backup. Only with `restoredAt`. @default unknown */
  lostSince?: Date;
  /** Creates or updates the table at the first call. With false, the table must exist: see `npx nestjs-pay migrations`. @default true */
  migrate?: boolean;
}

const DATE = rule(
  (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  'a valid Date',
  "new Date('2026-11-28T10:00:00Z')",
);

const RULES = {
  store: {
    ...objectWith('get', 'insert', 'update', 'renew', 'delete'),
    required: 'use postgresIdempotency(), pgliteIdempotency() or memoryIdempotency()',
  },
  resendAfterMs: milliseconds(1, Infinity, 900_000),
  migrate: BOOLEAN,
  restoredAt: DATE,
  lostSince: DATE,
} satisfies Record<keyof PayIdempotencyOptions, OptionRule>;

/** More calls that wait are not listed. */
const MAX_HELD = 100_000;

/**
 * Makes the call option `idempotencyKey` work for all calls: one effect for each key, in all processes that share the store. Pass
 * it to a client as `idempotency`. It stores responses and makes duplicates wait. After a crash or a lost response, it looks up the
 * outcome before anything is sent again.
 *
 * @example
 * const pay = new PayWallet({ ...credentials, idempotency: postgresIdempotency({ pool }) });
 * await pay.transactions.cancelTransaction(paymentId, { amount: 500 }, { idempotencyKey: 'refund-17' });
 */
export class PayIdempotency implements IdempotentSender {
  /** The store of the options, without the time limit. */
  readonly store: PayIdempotencyStore;
  readonly #store: PayIdempotencyStore;
  readonly #times: typeof IDEMPOTENCY_TIMES;
  readonly #migrate: () => Promise<void>;
  readonly #restore: PayRestore | null;

  /** @throws RangeError that names each invalid option. */
  constructor(options: PayIdempotencyOptions) {
    requireOptions(RULES, options, 'idempotency.');
    const { store, migrate = true, restoredAt, lostSince } = options;
    const times = timesOf(IDEMPOTENCY_TIMES, options);
    if (restoredAt === undefined && lostSince !== undefined)
      throw new RangeError(
        'idempotency.lostSince needs idempotency.restoredAt: when the database was restored',
      );
    this.#restore =
      restoredAt === undefined
        ? null
        : restoreOf({ restoredAt, lostSince: lostSince ?? null }, Date.now(), 'idempotency.');
    this.#times = { ...times, resendAfterMs: options.resendAfterMs ?? times.resendAfterMs };
    this.store = store;
    this.#store = timeLimitedIdempotencyStore(store, times.storeTimeoutMs);
    this.#migrate = succeedOnce(async () => {
      await (migrate ? this.#store.migrate() : this.#store.checkTables?.());
      const restore = this.#restore;
      if (restore === null) return;
      const earlier = await readRestore(this.#store);
      const { now } = await this.#store.get('');
      if (isLater(restore, earlier)) await writeRestore(this.#store, withEarlier(restore, earlier, now));
    });
  }

  /** Runs a call with a key. Called by the clients. */
  async respond(call: IdempotentCall): Promise<Attempt['response']> {
    // If the migration fails, the first statement on the table reports it.
    await waitAtMost(systemClock, this.#times.storeTimeoutMs, this.migrate());
    return new KeyedCall(call, this.#store, this.#times, () => this.#latestRestore()).respond();
  }

  /**
   * Creates or updates the store's table, as the first call does. With `migrate: false`, only checks that the table exists and is up to
   * date. Call it at boot to detect problems of the store early.
   */
  migrate(): Promise<void> {
    return this.#migrate();
  }

  /** Reads the record of a key, for operators. Resolves with null if the key has none. */
  async find(key: string): Promise<IdempotencyRecord | null> {
    await this.migrate();
    return (await this.#store.get(key)).record;
  }

  /** Lists calls whose outcome is unknown, oldest first. Call again with the same key, or use {@link resolve}. */
  async unresolved(limit = 100): Promise<IdempotencyRecord[]> {
    await this.migrate();
    return this.#store.listUnresolved(limit);
  }

  /**
   * Stores the outcome of a call that cannot be looked up. Resolves with false if the key has no record, or if its call is done or
   * in progress.
   *
   * @param outcome - `'not-done'` frees the key; after {@link markRestored}, for the same request only. `{ done: data }` stores the data that the call would have returned.
   * @throws RangeError for any other outcome.
   */
  async resolve(key: string, outcome: 'not-done' | { done: unknown }): Promise<boolean> {
    const isDone = isObject(outcome) && 'done' in outcome;
    if (outcome !== 'not-done' && !isDone)
      throw new RangeError(
        "outcome must be 'not-done', or { done } with the data that the call would have returned",
      );
    await this.migrate();
    const { record, now } = await this.#store.get(key);
    if (record === null || record.state === 'done' || record.leasedUntil > now) return false;
    const leased = new LeasedRecord(record, now, this.#store);
    if (outcome === 'not-done') {
      // Without a record, the next call would ask the service again, and wait again.
      if ((await this.restore()) !== null) return leased.markDeclined();
      return this.#store.delete(key, record.token);
    }
    const { done: data } = outcome;
    return (await leased.finishAnyway({ data }, transactionIdIn(data))) === 'written';
  }

  /**
   * States that the database went back in time: it was restored from a backup, or a replica took over. Until the statement ends, in
   * all processes, a call whose key has no record asks the service before it sends anything. If the service shows the call, its
   * response comes from there. If it shows the parent without the call, the call is sent. Otherwise the call fails as `unknown` and
   * waits in {@link heldAfterRestore}. Stop your processes first.
   *
   * @param options.restoredAt - When it was restored. @default now
   * @param options.lostSince - Time that the data went back to; earlier if you are not sure. Without it, a transaction without its
   *   own `merchantTrns` is never taken for the one of a call. @default unknown
   * @param options.until - When the statement ends by itself. @default seven days after `restoredAt`
   * @throws RangeError that names the invalid time.
   * @example
   * await idempotency.markRestored({ lostSince: new Date('2026-11-28T09:55:00Z') });
   */
  async markRestored(options: Partial<PayRestore> = {}): Promise<PayRestore> {
    const now = await this.#now();
    const stated = restoreOf({ restoredAt: new Date(now), ...options }, now);
    const restore = withEarlier(stated, await this.#latestRestore(), now);
    if (restore.until.getTime() <= now)
      throw new RangeError(
        'until must be in the future. Without until, the statement ends seven days after restoredAt',
      );
    await writeRestore(this.#store, restore);
    return restore;
  }

  /** Returns the statement of {@link markRestored} that holds; null if there is none, or if it has ended. */
  async restore(): Promise<PayRestore | null> {
    const now = await this.#now();
    return activeRestore(await this.#latestRestore(), now);
  }

  /**
   * Ends the statement of {@link markRestored}: a key without a record means again that the call was never sent. Calls that wait
   * stay unresolved. Resolves with false if no statement holds.
   */
  async endRestore(): Promise<boolean> {
    const restore = await this.restore();
    if (restore === null) return false;
    const now = await this.#now();
    await writeRestore(this.#store, { ...restore, until: new Date(now) });
    return true;
  }

  /**
   * Lists calls that were not sent after the restore, because no read rules out an earlier one. Look at your account, then call
   * {@link resolve}: after `'not-done'`, the next call with the key is sent.
   */
  async heldAfterRestore(limit = 100): Promise<IdempotencyRecord[]> {
    await this.migrate();
    const records = await this.#store.listUnresolved(MAX_HELD);
    return records.filter(isHeld).slice(0, limit);
  }

  /** Returns the time of the store's clock. */
  async #now(): Promise<number> {
    await this.migrate();
    return (await this.#store.get('')).now;
  }

  async #latestRestore(): Promise<PayRestore | null> {
    return latestRestore(await readRestore(this.#store), this.#restore);
  }

  /** Deletes records that were finished at least this many milliseconds ago. Resolves with their number. Their keys are free again. */
  async forget(olderThanMs: number): Promise<number> {
    await this.migrate();
    return this.#store.deleteFinished(olderThanMs);
  }
}

/** Stores idempotency keys in the memory of this process, for tests. A restart loses them. */
export function memoryIdempotency(options: Omit<PayIdempotencyOptions, 'store'> = {}): PayIdempotency {
  return new PayIdempotency({ ...options, store: new MemoryIdempotencyStore() });
}

/** Limits the time of the store's calls, so that the service's response never waits for a dead connection. */
function timeLimitedIdempotencyStore(store: PayIdempotencyStore, ms: number): PayIdempotencyStore {
  const limit = new StoreTimeLimit(systemClock, ms);
  return timeLimitedStore(store, limit, {
    // Nothing is sent for a record that is stored too late, so it must not look like a call in progress.
    insert: (record) =>
      limit.run(
        () => store.insert(record),
        async (isNew) => isNew && store.delete(record.key, record.token),
      ),
    // These take as long as they need.
    migrate: () => store.migrate(),
    deleteFinished: (olderThanMs) => store.deleteFinished(olderThanMs),
  });
}
