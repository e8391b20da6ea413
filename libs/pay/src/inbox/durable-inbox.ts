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
import { DeliveryLimit } from './delivery-limit.js';
import { ClaimLoop } from './claim-loop.js';
import type { ClaimWorker } from './claim-loop.js';
import { deliveryWorker } from './delivery-worker.js';
import { eventWorker } from './event-worker.js';
import type { ClaimedInboxDelivery, ClaimedInboxEvent, InboxLease } from './inbox-store.js';
import { INBOX_TIMES } from './inbox-times.js';
import type { PayInboxOutcome } from './pay-inbox.js';
import { PollLoop } from './poll-loop.js';
import type { PaySender } from '../webhooks/delivery.types.js';
import type { PayDurableInbox, PayInboxStart } from './stored-inbox.js';
import { timeLimitedInboxStore } from './time-limited-inbox-store.js';

const CLEANUP_EVERY_MS = HOUR_MS / 6;
/** Maximum number of finished events per account that the service cannot confirm. */
const MAX_FINISHED_UNCONFIRMED = 100_000;
const RELEASE_MS = 2_000;
/** Connections for deliveries, leases and claims, in addition to those of transactions. */
const SPARE_CONNECTIONS = 2;

/** What a started inbox runs. */
interface Loops {
  service: ClaimLoop<ClaimedInboxDelivery>;
  unknown: ClaimLoop<ClaimedInboxDelivery>;
  events: ClaimLoop<ClaimedInboxEvent>;
}

const listOf = (loops: Loops | null) => (loops === null ? [] : [loops.service, loops.unknown, loops.events]);

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
  const { concurrency = 8, retentionMs = 30 * DAY_MS, drainMs = 10_000, migrate = true } = options;
  const { maxAttempts = 20, handlerTimeoutMs = HOUR_MS / 6 } = options;
  const times = timesOf(INBOX_TIMES, options);
  const { clock, pollMs } = times;
  const store = timeLimitedInboxStore(options.store, clock, times.storeTimeoutMs);
  const limit = new DeliveryLimit(store, clock, times.maxUnconfirmed);
  let started: PayInboxStart | null = null;
  let running: Loops | null = null;
  /** The loops whose last claim failed. */
  const failing = new Set<keyof Loops>();

  function logFailure(error: unknown, retryMs: number): void {
    const { message } = describeThrown(error);
    started?.logger.error(`the inbox store failed, and is retried every ${retryMs} ms: ${message}`);
  }

  const cleanup = new PollLoop(clock, CLEANUP_EVERY_MS, async () => {
    try {
      await store.deleteOld(retentionMs, MAX_FINISHED_UNCONFIRMED);
    } catch (error) {
      logFailure(error, CLEANUP_EVERY_MS);
    }
  });

  function createLoops(start: PayInboxStart): Loops {
    const loopOf = <Claimed extends InboxLease>(
      name: keyof Loops,
      worker: ClaimWorker<Claimed>,
      most: number,
    ): ClaimLoop<Claimed> =>
      new ClaimLoop(worker, {
        ...times,
        concurrency: most,
        onClaimed: () => void failing.delete(name),
        onStoreError: (error) => {
          // One line for each outage of the store.
          if (failing.size === 0) logFailure(error, pollMs);
          failing.add(name);
        },
      });
    const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
    const handling = eventWorker(store, start, name, times, { maxAttempts, handlerTimeoutMs });
    const events = loopOf('events', handling, concurrency);
    const confirming = (sender: PaySender): ClaimWorker<ClaimedInboxDelivery> =>
      deliveryWorker(store, start, sender, times, () => events.wake());
    return {
      // A read takes much longer than its statements.
      service: loopOf('service', confirming('service'), 4 * concurrency),
      unknown: loopOf('unknown', confirming('unknown'), Math.ceil(concurrency / 4)),
      events,
    };
  }

  /** @throws PayInboxStartError if transactions could use all connections, so that leases could not be renewed. */
  function checkConnections(): void {
    const { connections } = store;
    const required = concurrency + SPARE_CONNECTIONS;
    if (connections === undefined || concurrency === 0 || connections >= required) return;
    throw new PayInboxStartError(
      `handlers with @PayTransaction() use one connection for each event, and the store has ${connections} connections for a ` +
        `concurrency of ${concurrency}: set the pool's max to ${required} or more, or lower durableInbox({ concurrency }).`,
    );
  }

  async function prepareTables(): Promise<void> {
    try {
      await (migrate ? store.migrate() : store.checkTables());
    } catch (error) {
      started = null;
      throw new PayInboxStartError(`the inbox store is not ready: ${describeThrown(error).message}`, {
        cause: error,
      });
    }
  }

  return {
    transactional: true,
    retentionMs,
    /** @throws PayInboxStoreError if the store fails, PayInboxFullError if too many unconfirmed deliveries wait. */
    async receive(delivery) {
      const { account, sender = 'service' } = delivery;
      let outcome: PayInboxOutcome;
      try {
        await limit.check(account, sender);
        outcome = await store.addDelivery({ delivery, sender });
      } catch (error) {
        throw notStored(error);
      }
      if (outcome === 'stored') {
        limit.note(account, sender);
        running?.[sender].wake();
      }
      return outcome;
    },
    async start(start) {
      if (started !== null) throw new TypeError('the inbox has started already');
      if (start.usesTransactions === true) checkConnections();
      started = start;
      await prepareTables();
      // The inbox was stopped meanwhile.
      if (started !== start) return;
      cleanup.start();
      if (concurrency === 0) return;
      running = createLoops(start);
      for (const loop of listOf(running)) loop.start();
    },
    async stop() {
      const loops = listOf(running);
      running = null;
      started = null;
      void cleanup.stop();
      await waitAtMost(clock, drainMs, Promise.all(loops.map((loop) => loop.stop())));
      await waitAtMost(clock, RELEASE_MS, Promise.all(loops.map((loop) => loop.release())));
    },
    async idle() {
      // Rows can be due that the process has not claimed yet, because it polls. Handlers can cause new deliveries.
      for (const loop of listOf(running)) {
        loop.wake();
        await loop.idle();
      }
    },
    async replay(id) {
      const isReplayed = await store.replay(id);
      if (isReplayed) running?.events.wake();
      return isReplayed;
    },
    async replayAll(filter) {
      const count = await replayAll(store, filter);
      running?.events.wake();
      return count;
    },
    notes: (topic) => store.notes(topic),
    deadLetters: (filter) => store.deadLetters(filter),
    deadLetter: (id) => store.deadLetter(id),
    discard: (id) => store.discard(id),
    stats: (account) => store.stats(account),
  };
}
