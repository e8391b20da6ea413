import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DAY_MS, HOUR_MS } from '../core/values/durations.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { timesOf } from '../core/options/test-times.js';
import { waitAtMost } from '../core/values/time-limit.js';
import { checkInboxOptions } from './durable-inbox.options.js';
import type { DurableInboxOptions } from './durable-inbox.options.js';
import { notStored, PayInboxStartError } from './inbox-errors.js';
import { replayAll } from './dead-letters.js';
import type { DeadLetterFilter, DeadLetterReplay, PayDeadLetter } from './dead-letters.js';
import { DeliveryLimit } from './delivery-limit.js';
import { ClaimLoop } from './claim-loop.js';
import type { ClaimWorker } from './claim-loop.js';
import { deliveryWorker } from './delivery-worker.js';
import { eventWorker } from './event-worker.js';
import type {
  ClaimedInboxDelivery,
  ClaimedInboxEvent,
  InboxLease,
  PayInboxStats,
  PayInboxStore,
} from './inbox-store.js';
import { INBOX_TIMES } from './inbox-times.js';
import type { InboxTimes } from './inbox-times.js';
import type { PayInboxOutcome } from './pay-inbox.js';
import { PollLoop } from './poll-loop.js';
import type { PayDelivery, PayInboxNote, PaySender } from '../webhooks/delivery.types.js';
import type { PayDurableInbox, PayInboxStart } from './stored-inbox.js';
import { timeLimitedInboxStore } from './time-limited-inbox-store.js';

const CLEANUP_EVERY_MS = HOUR_MS / 6;
/** Maximum number of finished events per account that the service cannot confirm. */
const MAX_FINISHED_UNCONFIRMED = 100_000;
const RELEASE_MS = 2_000;
/** Connections for deliveries, leases and claims, in addition to those of transactions. */
const SPARE_CONNECTIONS = 2;

/**
 * Creates an inbox for the option `webhooks.inbox` that commits each delivery to a store before the response, and confirms and handles it
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

/** What a started inbox runs. */
interface Loops {
  service: ClaimLoop<ClaimedInboxDelivery>;
  unknown: ClaimLoop<ClaimedInboxDelivery>;
  events: ClaimLoop<ClaimedInboxEvent>;
}

const listOf = ({ service, unknown, events }: Loops) => [service, unknown, events];

class DurableInbox<Transaction> implements PayDurableInbox {
  readonly transactional = true;
  readonly retentionMs: number;
  readonly #options: DurableInboxOptions<Transaction>;
  readonly #times: InboxTimes;
  readonly #store: PayInboxStore<Transaction>;
  readonly #concurrency: number;
  readonly #limit: DeliveryLimit;
  #loops: Loops | null = null;
  #start: PayInboxStart | null = null;
  /** The loops whose last claim failed. */
  readonly #failing = new Set<keyof Loops>();
  readonly #cleanup: PollLoop;

  constructor(options: DurableInboxOptions<Transaction>) {
    const { store, concurrency = 8, retentionMs = 30 * DAY_MS } = options;
    this.#options = options;
    this.#times = timesOf(INBOX_TIMES, options);
    const { clock, storeTimeoutMs, maxUnconfirmed } = this.#times;
    this.#store = timeLimitedInboxStore(store, clock, storeTimeoutMs);
    this.#concurrency = concurrency;
    this.retentionMs = retentionMs;
    this.#limit = new DeliveryLimit(this.#store, clock, maxUnconfirmed);
    this.#cleanup = new PollLoop(clock, CLEANUP_EVERY_MS, () => this.#deleteOld());
  }

  /** @throws PayInboxStoreError if the store fails, PayInboxFullError if too many unconfirmed deliveries wait. */
  async receive(delivery: PayDelivery): Promise<PayInboxOutcome> {
    const { account, sender = 'service' } = delivery;
    let outcome: PayInboxOutcome;
    try {
      await this.#limit.check(account, sender);
      outcome = await this.#store.addDelivery({ delivery, sender });
    } catch (error) {
      throw notStored(error);
    }
    if (outcome === 'stored') {
      this.#limit.note(account, sender);
      this.#loops?.[sender].wake();
    }
    return outcome;
  }

  async start(start: PayInboxStart): Promise<void> {
    if (this.#start !== null) throw new TypeError('the inbox has started already');
    if (start.usesTransactions === true) this.#checkConnections();
    this.#start = start;
    await this.#prepareTables();
    // The inbox was stopped meanwhile.
    if (this.#start !== start) return;
    this.#cleanup.start();
    if (this.#concurrency === 0) return;
    this.#loops = this.#createLoops(start);
    for (const loop of listOf(this.#loops)) loop.start();
  }

  async stop(): Promise<void> {
    const loops = this.#loops === null ? [] : listOf(this.#loops);
    this.#loops = null;
    this.#start = null;
    void this.#cleanup.stop();
    const { drainMs = 10_000 } = this.#options;
    await waitAtMost(this.#times.clock, drainMs, Promise.all(loops.map((loop) => loop.stop())));
    await waitAtMost(this.#times.clock, RELEASE_MS, Promise.all(loops.map((loop) => loop.release())));
  }

  async idle(): Promise<void> {
    const loops = this.#loops;
    if (loops === null) return;
    // Rows can be due that the process has not claimed yet, because it polls. Handlers can cause new deliveries.
    for (const loop of listOf(loops)) {
      loop.wake();
      await loop.idle();
    }
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
    if (isReplayed) this.#loops?.events.wake();
    return isReplayed;
  }

  async replayAll(filter: DeadLetterReplay): Promise<number> {
    const count = await replayAll(this.#store, filter);
    this.#loops?.events.wake();
    return count;
  }

  discard(id: string): Promise<boolean> {
    return this.#store.discard(id);
  }

  stats(account?: string | null): Promise<PayInboxStats> {
    return this.#store.stats(account);
  }

  #createLoops(start: PayInboxStart): Loops {
    const { maxAttempts = 20, handlerTimeoutMs = HOUR_MS / 6 } = this.#options;
    const loopOf = <Claimed extends InboxLease>(
      name: keyof Loops,
      worker: ClaimWorker<Claimed>,
      concurrency: number,
    ): ClaimLoop<Claimed> =>
      new ClaimLoop(worker, {
        ...this.#times,
        concurrency,
        onClaimed: () => void this.#failing.delete(name),
        onStoreError: (error) => this.#claimFailed(name, error),
      });
    const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
    const handling = eventWorker(this.#store, start, name, this.#times, { maxAttempts, handlerTimeoutMs });
    const events = loopOf('events', handling, this.#concurrency);
    const confirming = (sender: PaySender): ClaimWorker<ClaimedInboxDelivery> =>
      deliveryWorker(this.#store, start, sender, this.#times, () => events.wake());
    return {
      // A read takes much longer than its statements.
      service: loopOf('service', confirming('service'), 4 * this.#concurrency),
      unknown: loopOf('unknown', confirming('unknown'), Math.ceil(this.#concurrency / 4)),
      events,
    };
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
      await ((this.#options.migrate ?? true) ? this.#store.migrate() : this.#store.checkTables());
    } catch (error) {
      this.#start = null;
      throw new PayInboxStartError(`the inbox store is not ready: ${describeThrown(error).message}`, {
        cause: error,
      });
    }
  }

  async #deleteOld(): Promise<void> {
    try {
      await this.#store.deleteOld(this.retentionMs, MAX_FINISHED_UNCONFIRMED);
    } catch (error) {
      this.#logFailure(error, CLEANUP_EVERY_MS);
    }
  }

  /** Logs one line for each outage of the store. */
  #claimFailed(loop: keyof Loops, error: unknown): void {
    if (this.#failing.size === 0) this.#logFailure(error, this.#times.pollMs);
    this.#failing.add(loop);
  }

  #logFailure(error: unknown, retryMs: number): void {
    this.#start?.logger.error(
      `the inbox store failed, and is retried every ${retryMs} ms: ${describeThrown(error).message}`,
    );
  }
}
