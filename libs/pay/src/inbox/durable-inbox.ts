import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { systemClock } from '../core/clock.js';
import type { Clock } from '../core/clock.js';
import { checkInboxOptions } from './durable-inbox.options.js';
import type { DurableInboxOptions } from './durable-inbox.options.js';
import { PayInboxFullError, PayInboxStoreError } from './inbox-errors.js';
import type {
  ClaimedInboxEntry,
  DeadLetterFilter,
  PayDeadLetter,
  PayInboxStats,
  PayInboxStore,
} from './inbox-store.js';
import { InboxWorker } from './inbox-worker.js';
import type { WorkRules } from './inbox-worker.js';
import { inboxEntryOf } from './lane.js';
import type { PayDelivery, PayInboxOutcome } from './pay-inbox.js';
import type { PayInboxStart, PayStoredInbox } from './stored-inbox.js';
import { UnconfirmedLimit } from './unconfirmed-limit.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOUSEKEEPING_MS = HOUR / 6;
/** What anybody can have made up is kept no longer than until there is so much of it. */
const REMAINS = { done: 100_000, dead: 1_000 };

/**
 * An inbox that commits each delivery to a store before it is answered and has it handled later: nothing is lost when a
 * process dies, events of one order run one after another in all processes that share the store, and what keeps failing
 * becomes a dead letter. For the option `webhooks.inbox`.
 *
 * @throws RangeError for an option out of its range.
 * @example durableInbox({ store: postgresStore({ pool }) })
 */
export function durableInbox<Transaction>(options: DurableInboxOptions<Transaction>): PayStoredInbox {
  checkInboxOptions(options);
  return new DurableInbox(options);
}

class DurableInbox<Transaction> implements PayStoredInbox {
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
  readonly #name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #underWay = new Map<ClaimedInboxEntry, Promise<void>>();
  #worker: InboxWorker<Transaction> | null = null;
  #start: PayInboxStart | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #isAway = false;
  #timers: (() => void)[] = [];
  #stopPolling = (): void => undefined;

  constructor(options: DurableInboxOptions<Transaction>) {
    const { store, clock = systemClock, concurrency = 8, pollMs = 1_000, drainMs = 10_000 } = options;
    this.#store = store;
    this.transactional = store.transactional;
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#pollMs = pollMs;
    this.#drainMs = drainMs;
    this.#retentionMs = options.retentionMs ?? 30 * DAY;
    this.#migrates = options.migrate ?? true;
    this.#unconfirmed = new UnconfirmedLimit(store, clock, options.maxUnconfirmed ?? 10_000);
    this.#rules = {
      clock,
      leaseMs: options.leaseMs ?? 30_000,
      maxAttempts: options.maxAttempts ?? 20,
      maxRefusals: options.maxRefusals ?? 8,
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
      if (error instanceof PayInboxFullError) throw error;
      throw new PayInboxStoreError(
        `the event could not be kept: ${error instanceof Error ? error.message : 'the store failed'}`,
        { cause: error },
      );
    }
    if (outcome === 'stored') this.#look();
    return outcome;
  }

  async start(start: PayInboxStart): Promise<void> {
    if (this.#start !== null) throw new TypeError('the inbox has started already');
    this.#start = start;
    if (this.#migrates) await this.#store.migrate();
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
    for (const stop of this.#timers) stop();
    await this.#looking;
    const entries = [...this.#underWay];
    await this.#within(this.#drainMs, Promise.all(entries.map(([, work]) => work)));
    worker?.letGo();
    // Whoever still runs finds its lease gone, and what it wrote in the transaction is taken back.
    await Promise.allSettled([...this.#underWay.keys()].map((entry) => this.#store.release(entry)));
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
      if (limit <= 0) return;
      try {
        const { leaseMs } = this.#rules;
        const entries = await this.#store.claim({ worker: this.#name, limit, leaseMs });
        this.#isAway = false;
        for (const entry of entries) this.#begin(entry);
      } catch (error) {
        this.#storeFailed(error);
      }
    }
  }

  #begin(entry: ClaimedInboxEntry): void {
    const worker = this.#worker;
    if (worker === null) {
      // Stopped while the claim was under way.
      this.#underWay.set(entry, Promise.resolve());
      return;
    }
    const work = worker.work(entry).finally(() => {
      this.#underWay.delete(entry);
      this.#look();
    });
    this.#underWay.set(entry, work);
  }

  /** Now and from time to time. */
  #keepHouse(): void {
    this.#store.forget(this.#retentionMs, REMAINS).catch((error: unknown) => this.#storeFailed(error));
    this.#timers = [this.#clock.after(HOUSEKEEPING_MS, () => this.#keepHouse())];
  }

  /** One line for a store that is away, however often it is asked. */
  #storeFailed(error: unknown): void {
    if (!this.#isAway) {
      const why = error instanceof Error ? error.message : 'it failed';
      this.#start?.logger.error(`the inbox cannot reach its store, and goes on trying: ${why}`);
    }
    this.#isAway = true;
  }

  async #within(ms: number, work: Promise<unknown>): Promise<void> {
    let stop = (): void => undefined;
    const timeUp = new Promise<void>((resolve) => {
      stop = this.#clock.after(ms, resolve);
    });
    await Promise.race([work, timeUp]);
    stop();
  }
}
