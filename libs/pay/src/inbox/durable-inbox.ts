import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { describeThrown, isInstance } from '../core/describe-thrown.js';
import { systemClock } from '../core/clock.js';
import type { Clock } from '../core/clock.js';
import { withinTime } from '../core/time-limit.js';
import { checkConnections } from './connections.js';
import { checkInboxOptions } from './durable-inbox.options.js';
import type { DurableInboxOptions } from './durable-inbox.options.js';
import { PayInboxFullError, PayInboxStartError, PayInboxStoreError } from './inbox-errors.js';
import type {
  ClaimedInboxEntry,
  DeadLetterFilter,
  DeadLetterReplay,
  InboxRemains,
  PayDeadLetter,
  PayInboxStats,
  PayInboxStore,
} from './inbox-store.js';
import { InboxWorker } from './inbox-worker.js';
import type { WorkRules } from './inbox-worker.js';
import { inboxEntryOf } from './lane.js';
import type { PayDelivery, PayInboxOutcome } from './pay-inbox.js';
import type { PayDurableInbox, PayInboxStart } from './stored-inbox.js';
import { replayAll } from './replay-all.js';
import { handBack, timeLimitedStore } from './time-limited-store.js';
import { UnconfirmedLimit } from './unconfirmed-limit.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOUSEKEEPING_MS = HOUR / 6;
/** What anybody can have made up and was handled is remembered no longer than until there is so much of it. */
const REMAINS_DONE = 100_000;
const HAND_BACK_MS = 2_000;

/**
 * An inbox that commits each delivery to a store before it is answered and has it handled later: nothing is lost when a
 * process dies, events of one order run one after another in all processes that share the store, and what keeps failing
 * becomes a dead letter. For the option `webhooks.inbox`.
 *
 * @throws RangeError for an option out of its range.
 * @example durableInbox({ store: postgresStore({ pool }) })
 */
export function durableInbox<Transaction>(options: DurableInboxOptions<Transaction>): PayDurableInbox {
  checkInboxOptions(options);
  return new DurableInbox(options);
}

class DurableInbox<Transaction> implements PayDurableInbox {
  readonly transactional: boolean;
  readonly #store: PayInboxStore<Transaction>;
  readonly #clock: Clock;
  readonly #rules: WorkRules;
  readonly #concurrency: number;
  readonly #pollMs: number;
  readonly #drainMs: number;
  readonly #retentionMs: number;
  readonly #migrates: boolean;
  readonly #unconfirmed: UnconfirmedLimit;
  /** As many dead letters that were never confirmed as may wait: after an outage none of those that did is thrown away. */
  readonly #remains: InboxRemains;
  readonly #name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #underWay = new Map<ClaimedInboxEntry, Promise<void>>();
  readonly #unknownAtWork = new Set<ClaimedInboxEntry>();
  #worker: InboxWorker<Transaction> | null = null;
  #start: PayInboxStart | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #isAway = false;
  #stopHousekeeping = (): void => undefined;
  #stopPolling = (): void => undefined;

  constructor(options: DurableInboxOptions<Transaction>) {
    const { store, clock = systemClock, concurrency = 8, pollMs = 1_000, drainMs = 10_000 } = options;
    this.#store = timeLimitedStore(store, clock, options.storeTimeoutMs ?? 10_000);
    this.transactional = store.transactional;
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#pollMs = pollMs;
    this.#drainMs = drainMs;
    this.#retentionMs = options.retentionMs ?? 30 * DAY;
    this.#migrates = options.migrate ?? true;
    const { maxUnconfirmed = 10_000 } = options;
    this.#unconfirmed = new UnconfirmedLimit(this.#store, clock, maxUnconfirmed);
    this.#remains = { done: REMAINS_DONE, dead: maxUnconfirmed };
    this.#rules = {
      clock,
      leaseMs: options.leaseMs ?? 30_000,
      maxAttempts: options.maxAttempts ?? 20,
      maxRefusals: options.maxRefusals ?? 8,
      unconfirmedMs: options.unconfirmedMs ?? 3 * DAY,
      handlerTimeoutMs: options.handlerTimeoutMs ?? HOUR / 6,
      backOff: { firstMs: options.retryMs ?? 2_000, maxMs: options.maxRetryMs ?? HOUR },
      random: options.random ?? Math.random,
    };
  }

  get retentionMs(): number {
    return this.#retentionMs;
  }

  /** @throws PayInboxStoreError when it could not be kept, PayInboxFullError when too much waits. */
  async receive(delivery: PayDelivery): Promise<PayInboxOutcome> {
    const entry = inboxEntryOf(delivery);
    const { source = null } = entry;
    let outcome: PayInboxOutcome;
    try {
      await this.#unconfirmed.admit(delivery.account, source);
      outcome = await this.#store.add(entry);
      if (outcome === 'stored') this.#unconfirmed.note(delivery.account, source);
    } catch (error) {
      if (isInstance(error, PayInboxFullError)) throw error;
      throw new PayInboxStoreError(`the event could not be kept: ${describeThrown(error).message}`, {
        cause: error,
      });
    }
    if (outcome === 'stored') this.#look();
    return outcome;
  }

  async start(start: PayInboxStart): Promise<void> {
    if (this.#start !== null) throw new TypeError('the inbox has started already');
    if (start.usesTransactions === true) checkConnections(this.#store, this.#concurrency);
    this.#start = start;
    if (this.#migrates) await this.#migrate();
    this.#keepHouse();
    if (this.#concurrency === 0) return;
    this.#worker = new InboxWorker(this.#store, this.#rules, start);
    this.#look();
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#start = null;
    this.#stopPolling();
    this.#stopHousekeeping();
    const drained = Promise.resolve(this.#looking).then(() => Promise.all(this.#underWay.values()));
    await this.#atMost(this.#drainMs, drained);
    worker?.letGo();
    // Whoever still runs finds its lease gone, and what it wrote in the transaction is taken back.
    await this.#atMost(HAND_BACK_MS, handBack(this.#store, this.#underWay.keys()));
    this.#underWay.clear();
    this.#unknownAtWork.clear();
  }

  deadLetters(filter?: DeadLetterFilter): Promise<PayDeadLetter[]> {
    return this.#store.deadLetters(filter);
  }

  deadLetter(id: string): Promise<PayDeadLetter | null> {
    return this.#store.deadLetter(id);
  }

  async replay(id: string): Promise<boolean> {
    const isThere = await this.#store.replay(id);
    if (isThere) this.#look();
    return isThere;
  }

  async replayAll(filter: DeadLetterReplay): Promise<number> {
    const count = await replayAll(this.#store, filter);
    this.#look();
    return count;
  }

  discard(id: string): Promise<boolean> {
    return this.#store.discard(id);
  }

  stats(account?: string | null): Promise<PayInboxStats> {
    return this.#store.stats(account);
  }

  /** Takes as much work as there is room for, now; once at a time. */
  #look(): void {
    this.#lookAgain = true;
    if (this.#worker === null || this.#looking !== null) return;
    this.#stopPolling();
    this.#looking = this.#takeWork().finally(() => {
      this.#looking = null;
      if (this.#worker !== null) this.#stopPolling = this.#clock.after(this.#pollMs, () => this.#look());
    });
  }

  async #takeWork(): Promise<void> {
    while (this.#lookAgain && this.#worker !== null) {
      this.#lookAgain = false;
      const limit = this.#concurrency - this.#underWay.size;
      const runsAlone = [...this.#underWay.keys()].some(({ alone }) => alone);
      if (limit <= 0 || runsAlone) return;
      try {
        const { leaseMs } = this.#rules;
        const isBusy = this.#underWay.size > 0;
        const entries = await this.#store.claim({ worker: this.#name, limit, leaseMs, isBusy });
        this.#isAway = false;
        const worker = this.#workerNow();
        // Stopped while the claim was under way.
        if (worker === null) await handBack(this.#store, entries);
        else for (const entry of entries) this.#begin(worker, entry);
      } catch (error) {
        this.#storeFailed(error);
      }
    }
  }

  #begin(worker: InboxWorker<Transaction>, entry: ClaimedInboxEntry): void {
    const isUnknown = entry.delivery.sender === 'unknown';
    // The other half of the places is the service's, also while reads or handlers take long.
    const hasPlace = !isUnknown || this.#unknownAtWork.size < Math.ceil(this.#concurrency / 2);
    if (isUnknown && hasPlace) this.#unknownAtWork.add(entry);
    const work = (hasPlace ? worker.work(entry) : worker.postpone(entry)).finally(() => {
      this.#unknownAtWork.delete(entry);
      this.#underWay.delete(entry);
      this.#look();
    });
    this.#underWay.set(entry, work);
  }

  /** Read anew: a stop may have come while something was waited for. */
  #workerNow(): InboxWorker<Transaction> | null {
    return this.#worker;
  }

  async #migrate(): Promise<void> {
    try {
      await this.#store.migrate();
    } catch (error) {
      this.#start = null;
      throw new PayInboxStartError(`the inbox' store is not ready: ${describeThrown(error).message}`, {
        cause: error,
      });
    }
  }

  /** Now and from time to time. */
  #keepHouse(): void {
    const started = this.#start;
    this.#store
      .forget(this.#retentionMs, this.#remains)
      .catch((error: unknown) => this.#storeFailed(error))
      .finally(() => {
        if (started === null || this.#start !== started) return;
        this.#stopHousekeeping = this.#clock.after(HOUSEKEEPING_MS, () => this.#keepHouse());
      });
  }

  /** One line for a store that fails, however often it is asked. */
  #storeFailed(error: unknown): void {
    if (!this.#isAway)
      this.#start?.logger.error(
        `the inbox' store failed, and is asked again and again: ${describeThrown(error).message}`,
      );
    this.#isAway = true;
  }

  /** Waits for it, but no longer than this. */
  async #atMost(ms: number, work: Promise<unknown>): Promise<void> {
    await withinTime(this.#clock, ms, work, '').catch(() => undefined);
  }
}
