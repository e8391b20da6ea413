import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { describeThrown } from '../core/values/describe-thrown.js';
import { systemClock } from '../core/values/clock.js';
import type { Clock } from '../core/values/clock.js';
import { waitAtMost } from '../core/values/time-limit.js';
import { ClaimAhead } from './claim-ahead.js';
import { checkInboxOptions } from './durable-inbox.options.js';
import type { DurableInboxOptions } from './durable-inbox.options.js';
import { notStored, PayInboxStartError } from './inbox-errors.js';
import type { DeadLetterFilter, DeadLetterReplay, PayDeadLetter } from './dead-letters.js';
import type { ClaimedInboxEntry, InboxTrimLimits, PayInboxStats, PayInboxStore } from './inbox-store.js';
import { InboxWorker } from './inbox-worker.js';
import type { InboxWorkerOptions } from './inbox-worker.js';
import { inboxEntryOf } from './inbox-entry.js';
import type { PayDelivery, PayInboxNote, PayInboxOutcome } from './pay-inbox.js';
import type { PayDurableInbox, PayInboxStart } from './stored-inbox.js';
import { replayAll } from './dead-letters.js';
import { releaseAll, timeLimitedInboxStore } from './time-limited-inbox-store.js';
import { UnconfirmedLimit } from './unconfirmed-limit.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLEANUP_EVERY_MS = HOUR / 6;
/** Maximum number of handled events per account that the service cannot confirm. */
const MAX_DONE_UNCONFIRMED = 100_000;
const RELEASE_MS = 2_000;
/** How long a claimed entry may wait in this process. At most a third of the lease, because only entries at work renew it. */
const MAX_WAIT_MS = 1_000;
/** Connections for deliveries, leases and claims, in addition to those of transactions. */
const SPARE_CONNECTIONS = 2;

/**
 * Creates an inbox for the option `webhooks.inbox` that commits each delivery to a store before the delivery is answered, and handles it
 * afterwards. No event is lost if a process dies. Events of one order are handled one after another in all processes that share
 * the store. An event that keeps failing becomes a dead letter.
 *
 * @throws RangeError for an invalid option.
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
  readonly #workerOptions: InboxWorkerOptions;
  readonly #concurrency: number;
  readonly #pollMs: number;
  readonly #drainMs: number;
  readonly #retentionMs: number;
  readonly #migrates: boolean;
  readonly #unconfirmed: UnconfirmedLimit;
  /** Keeps as many unconfirmed dead letters as deliveries may wait, so that none is deleted after an outage. */
  readonly #trimLimits: InboxTrimLimits;
  readonly #name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #running = new Map<ClaimedInboxEntry, Promise<void>>();
  /** Running entries that use the concurrency. Entries whose completion is being stored no longer do. */
  readonly #handling = new Set<ClaimedInboxEntry>();
  /** Claimed entries for which the concurrency has no room yet, with the time of their arrival. */
  readonly #waiting = new Map<ClaimedInboxEntry, number>();
  #handlingUnknown = 0;
  /** Resolves when all entries that waited too long are given back. */
  #returned = Promise.resolve();
  readonly #ahead: ClaimAhead;
  #worker: InboxWorker<Transaction> | null = null;
  #start: PayInboxStart | null = null;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #isStoreFailing = false;
  #stopCleanup = (): void => undefined;
  #stopPolling = (): void => undefined;

  constructor(options: DurableInboxOptions<Transaction>) {
    const { store, clock = systemClock, concurrency = 8, pollMs = 1_000, drainMs = 10_000 } = options;
    this.#store = timeLimitedInboxStore(store, clock, options.storeTimeoutMs ?? 10_000);
    this.transactional = store.transactional;
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#ahead = new ClaimAhead(concurrency);
    this.#pollMs = pollMs;
    this.#drainMs = drainMs;
    this.#retentionMs = options.retentionMs ?? 30 * DAY;
    this.#migrates = options.migrate ?? true;
    const { maxUnconfirmed = 10_000 } = options;
    this.#unconfirmed = new UnconfirmedLimit(this.#store, clock, maxUnconfirmed);
    this.#trimLimits = { done: MAX_DONE_UNCONFIRMED, dead: maxUnconfirmed };
    this.#workerOptions = {
      clock,
      leaseMs: options.leaseMs ?? 30_000,
      maxAttempts: options.maxAttempts ?? 20,
      maxRejectedAttempts: options.maxRejectedAttempts ?? 8,
      unconfirmedMs: options.unconfirmedMs ?? 3 * DAY,
      handlerTimeoutMs: options.handlerTimeoutMs ?? HOUR / 6,
      backOff: { firstMs: options.retryMs ?? 2_000, maxMs: options.maxRetryMs ?? HOUR },
      random: options.random ?? Math.random,
    };
  }

  get retentionMs(): number {
    return this.#retentionMs;
  }

  /** @throws PayInboxStoreError if the store fails, PayInboxFullError if too many unconfirmed deliveries wait. */
  async receive(delivery: PayDelivery): Promise<PayInboxOutcome> {
    const entry = inboxEntryOf(delivery);
    const { source = null } = entry;
    let outcome: PayInboxOutcome;
    try {
      await this.#unconfirmed.check(delivery.account, source);
      outcome = await this.#store.add(entry);
      if (outcome === 'stored') this.#unconfirmed.note(delivery.account, source);
    } catch (error) {
      throw notStored(error);
    }
    if (outcome === 'stored') this.#claim();
    return outcome;
  }

  async start(start: PayInboxStart): Promise<void> {
    if (this.#start !== null) throw new TypeError('the inbox has started already');
    if (start.usesTransactions === true) this.#checkConnections();
    this.#start = start;
    await this.#prepareTables();
    // The inbox was stopped meanwhile.
    if (this.#start !== start) return;
    this.#scheduleCleanup();
    if (this.#concurrency === 0) return;
    this.#worker = new InboxWorker(this.#store, this.#workerOptions, start);
    this.#claim();
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#start = null;
    this.#stopPolling();
    this.#stopCleanup();
    this.#returnWaiting();
    const drained = Promise.resolve(this.#claiming).then(() => Promise.all(this.#running.values()));
    await waitAtMost(this.#clock, this.#drainMs, drained);
    worker?.stopRenewals();
    // A handler that is still running loses its lease, and its transaction is rolled back.
    const released = Promise.all([this.#returned, releaseAll(this.#store, this.#running.keys())]);
    await waitAtMost(this.#clock, RELEASE_MS, released);
    this.#running.clear();
    this.#handling.clear();
    this.#handlingUnknown = 0;
  }

  async idle(): Promise<void> {
    // Entries can be due that the process has not claimed yet, because it polls.
    this.#claim();
    do {
      await this.#claiming;
      await Promise.all(this.#running.values());
      await this.#returned;
    } while (this.#claiming !== null || this.#running.size > 0);
  }

  notes(topic: string): Promise<PayInboxNote['value'][]> {
    return this.#store.notes(topic);
  }

  deadLetters(filter?: DeadLetterFilter): Promise<PayDeadLetter[]> {
    return this.#store.deadLetters(filter);
  }

  deadLetter(id: string): Promise<PayDeadLetter | null> {
    return this.#store.deadLetter(id);
  }

  async replay(id: string): Promise<boolean> {
    const isReplayed = await this.#store.replay(id);
    if (isReplayed) this.#claim();
    return isReplayed;
  }

  async replayAll(filter: DeadLetterReplay): Promise<number> {
    const count = await replayAll(this.#store, filter);
    this.#claim();
    return count;
  }

  discard(id: string): Promise<boolean> {
    return this.#store.discard(id);
  }

  stats(account?: string | null): Promise<PayInboxStats> {
    return this.#store.stats(account);
  }

  /** Claims as many entries as there is room for, then polls again. Only one claim runs at a time. */
  #claim(): void {
    this.#claimAgain = true;
    // Without room, the next entry that ends claims again.
    if (this.#worker === null || this.#claiming !== null || this.#room() <= 0) return;
    this.#stopPolling();
    this.#claiming = this.#claimWork().finally(() => {
      this.#claiming = null;
      if (this.#worker !== null) this.#stopPolling = this.#clock.after(this.#pollMs, () => this.#claim());
    });
  }

  async #claimWork(): Promise<void> {
    while (this.#claimAgain && this.#worker !== null) {
      this.#claimAgain = false;
      const limit = this.#room();
      if (limit <= 0) return;
      try {
        const { leaseMs } = this.#workerOptions;
        const isBusy = this.#running.size + this.#waiting.size > 0;
        const entries = await this.#store.claim({ worker: this.#name, limit, leaseMs, isBusy });
        this.#isStoreFailing = false;
        const worker = this.#currentWorker();
        // The inbox was stopped during the claim.
        if (worker === null) await releaseAll(this.#store, entries);
        else this.#accept(worker, entries);
      } catch (error) {
        this.#storeFailed(error);
      }
    }
  }

  /** Returns how many entries to claim now: 0 while there is room for few only, because claims in batches cost less. */
  #room(): number {
    const [first] = this.#running.keys();
    if (first?.alone === true) return 0;
    const { count } = this.#ahead;
    const waiting = [...this.#waiting.keys()].filter((entry) => !isUnknown(entry)).length;
    // Entries whose completion is being stored are limited, too, because a crash would repeat their handlers.
    const used = Math.max(this.#handling.size, this.#running.size - count);
    const room = this.#concurrency + count - used - waiting;
    return room > count / 2 ? room : 0;
  }

  /** Begins the entries for which there is room. The others wait for a short time. */
  #accept(worker: InboxWorker<Transaction>, entries: readonly ClaimedInboxEntry[]): void {
    for (const entry of entries) this.#waiting.set(entry, this.#clock.now());
    this.#beginWaiting(worker);
    // Unknown senders use at most half of the room.
    const unknown = [...this.#waiting.keys()].filter(isUnknown).slice(Math.floor(this.#ahead.count / 2));
    if (unknown.length > 0) this.#returnWaiting(unknown);
    if (this.#waiting.size === 0) return;
    const returnLate = (): void => {
      const late = entries.filter((entry) => this.#waiting.has(entry));
      if (late.length === 0) return;
      this.#ahead.reset();
      this.#returnWaiting(late);
    };
    this.#clock.after(this.#maxWaitMs(), returnLate, { idle: true });
  }

  #maxWaitMs(): number {
    return Math.min(MAX_WAIT_MS, this.#workerOptions.leaseMs / 3);
  }

  #beginWaiting(worker: InboxWorker<Transaction>): void {
    while (this.#handling.size < this.#concurrency) {
      // Half of the concurrency is reserved for the service, even while confirmations or handlers are slow.
      const hasRoomForUnknown = this.#handlingUnknown < Math.ceil(this.#concurrency / 2);
      // In a blocked process, a lease may expire before the timer that returns its entry.
      const since = this.#clock.now() - this.#maxWaitMs();
      const next = [...this.#waiting].find(
        ([entry, arrivedAt]) => arrivedAt >= since && (hasRoomForUnknown || !isUnknown(entry)),
      );
      if (next === undefined) return;
      const [entry] = next;
      this.#waiting.delete(entry);
      this.#begin(worker, entry);
    }
  }

  #begin(worker: InboxWorker<Transaction>, entry: ClaimedInboxEntry): void {
    const started = this.#clock.now();
    this.#handling.add(entry);
    if (isUnknown(entry)) this.#handlingUnknown++;
    const makeRoom = (): void => {
      if (!this.#handling.delete(entry)) return;
      if (isUnknown(entry)) this.#handlingUnknown--;
      this.#ahead.note(this.#clock.now() - started);
      if (this.#worker !== null) this.#beginWaiting(this.#worker);
      this.#claim();
    };
    const work = worker.work(entry, makeRoom).finally(() => {
      this.#running.delete(entry);
      makeRoom();
      this.#claim();
    });
    this.#running.set(entry, work);
  }

  /** Gives waiting entries back to the store, and claims others. Those of unknown senders become due later, so that they hide no others. */
  #returnWaiting(entries: readonly ClaimedInboxEntry[] = [...this.#waiting.keys()]): void {
    for (const entry of entries) this.#waiting.delete(entry);
    const worker = this.#worker;
    const postponed = worker === null ? [] : entries.filter(isUnknown);
    const released = entries.filter((entry) => !postponed.includes(entry));
    const returning = [
      this.#returned,
      releaseAll(this.#store, released),
      ...postponed.map(async (entry) => worker?.postpone(entry)),
    ];
    this.#returned = Promise.all(returning).then(() => this.#claim());
  }

  /** Returns the worker, which `stop` may have removed during an `await`. */
  #currentWorker(): InboxWorker<Transaction> | null {
    return this.#worker;
  }

  /** @throws PayInboxStartError if transactions could use all connections, so that leases could not be renewed. */
  #checkConnections(): void {
    const { connections } = this.#store;
    const required = this.#concurrency + SPARE_CONNECTIONS;
    if (connections === undefined || this.#concurrency === 0 || connections >= required) return;
    throw new PayInboxStartError(
      `handlers with @PayTransaction() use one connection for each event, and the store has ${connections} connections for a ` +
        `concurrency of ${this.#concurrency}: set the pool's max to ${required} or more, or lower durableInbox({ concurrency }).`,
    );
  }

  async #prepareTables(): Promise<void> {
    try {
      await (this.#migrates ? this.#store.migrate() : this.#store.checkTables?.());
    } catch (error) {
      this.#start = null;
      throw new PayInboxStartError(`the inbox store is not ready: ${describeThrown(error).message}`, {
        cause: error,
      });
    }
  }

  /** Deletes finished entries, now and every ten minutes. */
  #scheduleCleanup(): void {
    const started = this.#start;
    this.#store
      .deleteFinished(this.#retentionMs, this.#trimLimits)
      .catch((error: unknown) => this.#storeFailed(error))
      .finally(() => {
        if (started === null || this.#start !== started) return;
        this.#stopCleanup = this.#clock.after(CLEANUP_EVERY_MS, () => this.#scheduleCleanup());
      });
  }

  /** Logs one line per outage of the store. */
  #storeFailed(error: unknown): void {
    if (!this.#isStoreFailing)
      this.#start?.logger.error(
        `the inbox store failed, and is retried every ${this.#pollMs} ms: ${describeThrown(error).message}`,
      );
    this.#isStoreFailing = true;
  }
}

function isUnknown({ delivery }: ClaimedInboxEntry): boolean {
  return delivery.sender === 'unknown';
}
