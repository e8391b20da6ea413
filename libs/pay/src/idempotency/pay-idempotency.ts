import type { Attempt } from '../core/http/attempt.js';
import { systemClock } from '../core/values/clock.js';
import type { IdempotentCall, IdempotentSender } from '../core/http/idempotent-call.js';
import { milliseconds, objectWith, requireOptions, TIMEOUT } from '../core/options/option-rules.js';
import type { OptionRule } from '../core/options/option-rules.js';
import { isObject } from '../core/values/plain-data.js';
import { succeedOnce } from '../core/values/single-flight.js';
import { withinTime } from '../core/values/time-limit.js';
import type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';
import { KeyedCall, transactionIdIn } from './keyed-call.js';
import type { IdempotencyTimes } from './keyed-call.js';
import { MemoryIdempotencyStore } from './memory-idempotency-store.js';
import { timeLimitedStore } from './time-limited-store.js';

/** Options of {@link PayIdempotency}. Times in milliseconds. */
export interface PayIdempotencyOptions {
  /** Where records are kept. `postgresIdempotency()`, `pgliteIdempotency()` and `memoryIdempotency()` bring their own. */
  store: PayIdempotencyStore;
  /** How long a key stays locked after its process ended. The lock is renewed while the call runs. @default 10_000 */
  leaseMs?: number;
  /** How long a second call with a key waits for the first one, within its own `timeoutMs`, before it fails with `inprogress`. @default 10_000 */
  waitMs?: number;
  /** How long the service is asked what became of a call whose answer was lost, within the call's `timeoutMs`. @default 5_000 */
  lookupMs?: number;
  /**
   * How long after sending a call counts as never arrived, if the service shows no trace of it. Such a call is sent again.
   * `Infinity`: never. @default 900_000 (15 minutes)
   */
  resendAfterMs?: number;
  /** How long the store may take to answer. @default 10_000 */
  storeTimeoutMs?: number;
}

const RULES = {
  store: {
    ...objectWith('get', 'insert', 'update', 'delete'),
    required: 'use postgresIdempotency(), pgliteIdempotency() or memoryIdempotency()',
  },
  leaseMs: TIMEOUT,
  waitMs: milliseconds(0, Infinity, 10_000),
  lookupMs: milliseconds(0, Infinity, 5_000),
  resendAfterMs: milliseconds(0, Infinity, 900_000),
  storeTimeoutMs: TIMEOUT,
} satisfies Record<keyof PayIdempotencyOptions, OptionRule>;

/**
 * Makes the call option `idempotencyKey` work where the service itself takes no key: one effect for each key, in all processes
 * that share the store. Give it to a client as `idempotency`. It stores answers, makes duplicates wait, and asks the service
 * what happened after a crash or a lost answer, before anything is sent again.
 *
 * @example
 * const pay = new PayWallet({ ...credentials, idempotency: postgresIdempotency({ pool }) });
 * await pay.transactions.cancelTransaction(paymentId, { amount: 500 }, { idempotencyKey: 'refund-17' });
 */
export class PayIdempotency implements IdempotentSender {
  /** The store as it was given, without the time limit. */
  readonly store: PayIdempotencyStore;
  readonly #store: PayIdempotencyStore;
  readonly #times: IdempotencyTimes;
  readonly #storeTimeoutMs: number;
  readonly #migrate = succeedOnce(() => this.#store.migrate());

  /** @throws RangeError naming the option that is wrong. */
  constructor(options: PayIdempotencyOptions) {
    requireOptions(RULES, options, 'idempotency.');
    const {
      store,
      leaseMs = 10_000,
      waitMs = 10_000,
      lookupMs = 5_000,
      resendAfterMs = 900_000,
      storeTimeoutMs = 10_000,
    } = options;
    this.#times = { leaseMs, waitMs, lookupMs, resendAfterMs };
    this.#storeTimeoutMs = storeTimeoutMs;
    this.store = store;
    this.#store = timeLimitedStore(store, systemClock, storeTimeoutMs);
  }

  /** Called by the clients for a call with a key. @internal */
  async answer(call: IdempotentCall): Promise<Attempt['answer']> {
    // A failed migration is reported by the first statement on the table.
    await withinTime(systemClock, this.#storeTimeoutMs, this.migrate(), '').catch(() => undefined);
    return new KeyedCall(call, this.#store, this.#times, systemClock).answer();
  }

  /** Creates or updates the store's table. The first call does it as well; at boot it shows what is wrong with the store. */
  migrate(): Promise<void> {
    return this.#migrate();
  }

  /** Finds what is stored under a key, for operators; `null` if nothing is. */
  async find(key: string): Promise<IdempotencyRecord | null> {
    await this.migrate();
    return (await this.#store.get(key)).record;
  }

  /** Lists calls whose outcome is unknown, the oldest first. Call again with the same key, or use {@link resolve}. */
  async unresolved(limit = 100): Promise<IdempotencyRecord[]> {
    await this.migrate();
    return this.#store.listUnresolved(limit);
  }

  /**
   * Stores the outcome of a call that no read can tell. Returns `false` if there is no such record, or if its call is under way.
   *
   * @param outcome `'not-done'` frees the key; `{ done: data }` stores the data that the call would have answered.
   * @throws RangeError for any other outcome.
   */
  async resolve(key: string, outcome: 'not-done' | { done: unknown }): Promise<boolean> {
    const isDone = isObject(outcome) && 'done' in outcome;
    if (outcome !== 'not-done' && !isDone)
      throw new RangeError("outcome must be 'not-done', or { done } with what the call would have answered");
    await this.migrate();
    const { record, now } = await this.#store.get(key);
    if (record === null || record.state === 'done' || record.leasedUntil > now) return false;
    if (outcome === 'not-done') return this.#store.delete(key, record.token);
    const { done: data } = outcome;
    const done = {
      state: 'done',
      token: crypto.randomUUID(),
      answer: JSON.stringify({ data }),
      transactionId: transactionIdIn(data),
      finishedAt: now,
    } as const;
    const written = await this.#store.update(key, record.token, done);
    if (written !== 'transaction-taken') return written === 'written';
    return (await this.#store.update(key, record.token, { ...done, transactionId: null })) === 'written';
  }

  /** Deletes records of calls that finished this many milliseconds ago or earlier, and returns their number. Their keys are free again. */
  async forget(olderThanMs: number): Promise<number> {
    await this.migrate();
    return this.#store.deleteFinished(olderThanMs);
  }
}

/** Keeps idempotency keys in this process: for tests, and where a restart may forget everything. */
export function memoryIdempotency(options: Omit<PayIdempotencyOptions, 'store'> = {}): PayIdempotency {
  return new PayIdempotency({ ...options, store: new MemoryIdempotencyStore() });
}
