import { throughGate } from '../core/call-gate.js';
import { systemClock } from '../core/clock.js';
import { MAX_TIMEOUT_MS } from '../core/deadline.js';
import { unknownOptions } from '../core/nearest-name.js';
import { isObject } from '../core/plain-data.js';
import { succeedOnce } from '../core/succeed-once.js';
import { withinTime } from '../core/time-limit.js';
import { JournalGate } from './journal-gate.js';
import type { JournalRules } from './journal-gate.js';
import type { PayJournalEntry, PayJournalStore } from './journal-store.js';
import { timeLimitedJournalStore } from './time-limited-journal-store.js';
import { transactionIdIn } from './transaction-id.js';

/** Options of {@link PayJournal}. Times in milliseconds. */
export interface PayJournalOptions {
  /** Where entries are kept: `postgresJournal()`, `pgliteJournal()`, or `new MemoryJournalStore()` in tests. */
  store: PayJournalStore;
  /** How long a key stays taken after its process ended; renewed while it runs. @default 10_000 */
  leaseMs?: number;
  /** How long a second call with a key waits for the first one, within its own `timeoutMs`, before it is told `inprogress`. @default 10_000 */
  waitMs?: number;
  /** How long the service is asked what became of a call whose answer was lost, within its own `timeoutMs`. @default 5_000 */
  settleMs?: number;
  /**
   * A call that the service shows no trace of so long after it was sent counts as never arrived, and is sent again.
   * `Infinity`: never. @default 900_000 (15 minutes)
   */
  resendAfterMs?: number;
  /** After so long without an answer the store counts as away. @default 10_000 */
  storeTimeoutMs?: number;
}

const RULES: JournalRules = { leaseMs: 10_000, waitMs: 10_000, settleMs: 5_000, resendAfterMs: 900_000 };
const STORE_TIMEOUT_MS = 10_000;
/** What a timer of Node must take. */
const TIMERS = ['leaseMs', 'storeTimeoutMs'];
const MAX_KEY = 255;
/** No store keeps NUL, or half of a character: two keys would become one. */
const NO_TEXT = /[\0\p{Surrogate}]/u;

/**
 * One order, one refund, one charge for each key of yours, though the service knows no such keys: an answer is stored, a call
 * under way is waited for, and after a crash or a lost answer the service is asked before anything is sent again.
 *
 * @example const result = await journal.once(`refund:${id}`, () => pay.transactions.cancelTransaction(payment, { amount, merchantTrns: id }));
 */
export class PayJournal {
  readonly #store: PayJournalStore;
  readonly #rules: JournalRules;
  readonly #storeTimeoutMs: number;
  readonly #migrate = succeedOnce(() => this.#store.migrate());

  /** @throws RangeError naming the option that is wrong. */
  constructor(options: PayJournalOptions) {
    checkNames(options);
    const { store, storeTimeoutMs = STORE_TIMEOUT_MS, ...rules } = options;
    const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
    this.#rules = { ...RULES, ...given };
    this.#storeTimeoutMs = storeTimeoutMs;
    this.#store = timeLimitedJournalStore(store, systemClock, storeTimeoutMs);
    for (const [name, value] of Object.entries<number>({ ...this.#rules, storeTimeoutMs })) {
      const [least, most] = TIMERS.includes(name) ? [1, MAX_TIMEOUT_MS] : [0, Infinity];
      if (!(value >= least && value <= most))
        throw new RangeError(`PayJournal: ${name} must be a number of milliseconds from ${least}`);
    }
  }

  /**
   * Makes the one call that the key stands for, or answers what it was answered before. `call` may read before it; a second
   * call that does something is refused. Never rejects by itself: failures are the call's, and these are the journal's own:
   * `inprogress` (it is under way elsewhere: call again with the same key), `keyconflict` (the key stands for another request),
   * `journalerror` (the store failed). What was certainly not done (`not-sent`, `rejected`) leaves the key free.
   *
   * @param key your own, once for each intent: 1 to 255 characters, such as `refund:${refundId}`.
   * @throws RangeError for a key that is none, TypeError for a call that has been made already: give a function that makes it.
   */
  async once<Result>(key: string, call: () => Promise<Result>): Promise<Result> {
    if (typeof key !== 'string' || key.trim() === '' || key.length > MAX_KEY || NO_TEXT.test(key))
      throw new RangeError(`key must be text of 1 to ${MAX_KEY} characters`);
    if (typeof call !== 'function')
      throw new TypeError(
        'call must be a function that makes the call, as in () => pay.…: nothing was held back',
      );
    // What it fails with, the first statement on the tables says again, as a result.
    await withinTime(systemClock, this.#storeTimeoutMs, this.migrate(), '').catch(() => undefined);
    return throughGate(new JournalGate(key, this.#store, this.#rules), call);
  }

  /** Makes or changes what the store needs; `once` does it by itself. Called at boot it says what is wrong with the store. */
  migrate(): Promise<void> {
    return this.#migrate();
  }

  /** What a key stands for; null for nothing. */
  async find(key: string): Promise<PayJournalEntry | null> {
    await this.migrate();
    return this.#store.find(key);
  }

  /** Calls of which nobody knows what became, the oldest first: call again with their key, or resolve them. */
  async unknown(limit = 100): Promise<PayJournalEntry[]> {
    await this.migrate();
    return this.#store.unknown(limit);
  }

  /**
   * Tells the journal what became of a call that nothing else can tell of. False when there is no such entry, or it is under way.
   *
   * @param outcome `'not-done'`: the key is free again; or the data that the call would have answered.
   * @throws RangeError for an outcome that is neither.
   */
  async resolve(key: string, outcome: 'not-done' | { done: unknown }): Promise<boolean> {
    await this.migrate();
    if (outcome === 'not-done') return this.#store.resolve(key, null);
    if (!isObject(outcome) || !('done' in outcome))
      throw new RangeError("outcome must be 'not-done', or { done } with what the call would have answered");
    const { done: data } = outcome;
    return this.#store.resolve(key, JSON.stringify({ data }), transactionIdIn(data));
  }

  /** Forgets what was done so long ago, in milliseconds: such a key could be used again. Answers how many. */
  async forget(olderThanMs: number): Promise<number> {
    await this.migrate();
    return this.#store.forget(olderThanMs);
  }
}

/** The compiler knows; who spreads options, or writes JavaScript, hears it before a key is taken. */
function checkNames(options: unknown): void {
  const store = isObject(options) ? options['store'] : undefined;
  if (!isObject(options) || !isObject(store) || !['begin', 'complete'].every((name) => name in store))
    throw new RangeError(
      'PayJournal: store must be a journal store: postgresJournal(), pgliteJournal() or new MemoryJournalStore()',
    );
  const [unknown] = unknownOptions(options, ['store', 'storeTimeoutMs', ...Object.keys(RULES)]);
  if (unknown !== undefined) throw new RangeError(`PayJournal: ${unknown.field} ${unknown.problem}`);
}
