import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { DAY_MS, HOUR_MS } from '../../core/values/durations.js';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { withJitter } from '../../core/values/back-off.js';
import { sha256 } from '../../core/values/sha256.js';
import { waitAtMost, withinTime } from '../../core/values/time-limit.js';
import { notStored, PayInboxFullError, PayInboxStartError, UnhandledEventError } from '../inbox-errors.js';
import type { PayDelivery, PayInboxNote, PaySender } from '../../webhooks/delivery.types.js';
import {
  deniedWaitMs,
  MAX_DENIALS,
  overLimitWaitMs,
  UNHANDLED_MS,
  UNHANDLED_WAIT_MS,
} from '../retry-waits.js';
import { isDelivery, UNREADABLE_DELIVERY } from '../stored-delivery.js';
import type { PayInboxAttempt, PayInboxStart, PayStoredInbox } from '../stored-inbox.js';
import { readBullmqInboxOptions } from './bullmq-inbox.options.js';
import type { BullmqInboxOptions, BullmqInboxSettings } from './bullmq-inbox.options.js';
import { HandledKeys } from './handled-keys.js';

/** Data of a delivery's job. */
interface DeliveryJob {
  delivery: PayDelivery;
  /** How often the service has denied the delivery. */
  denials?: number;
}

/** Data of an event's job: the delivery, whose event has the service's values. */
type EventJob = Pick<DeliveryJob, 'delivery'>;

const CLOSE_MS = 2_000;
const IDLE_CHECK_MS = 10;
const ERROR_LINE_EVERY_MS = 60_000;

/**
 * Creates an inbox on BullMQ. Each delivery becomes a job before the response 200, in a queue for the service's addresses or one for
 * unknown senders. A worker in any process confirms it, and adds the event to a third queue, whose jobs run the handlers. Retries,
 * back-off and failed jobs are BullMQ's own and show in its dashboards. Pass the inbox to the option `webhooks.inbox`.
 *
 * Events of one payment may be handled in any order, and `@PayTransaction()` is not available.
 *
 * @throws RangeError for an invalid option.
 * @example
 * PayModule.forRoot({ wallet, webhooks: { inbox: bullmqInbox({ connection: { host: 'localhost', port: 6379 } }) } })
 */
export function bullmqInbox(options: BullmqInboxOptions): PayStoredInbox {
  const settings = readBullmqInboxOptions(options);
  const { storeTimeoutMs } = settings;
  let running: RunningInbox | null = null;

  const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
    withinTime(systemClock, storeTimeoutMs, work, `Redis did not respond within ${storeTimeoutMs} ms`);

  return {
    transactional: false,
    retentionMs: settings.retentionMs,
    /** @throws PayInboxStoreError if Redis did not store the job in time, PayInboxFullError for an unknown sender. */
    async receive(delivery) {
      try {
        if (running === null) throw new Error('the application is starting or shutting down');
        return await inTime(running.store(delivery));
      } catch (error) {
        throw notStored(error);
      }
    },
    async start(start) {
      if (running !== null) throw new TypeError('the inbox has started already');
      let starting: RunningInbox | undefined;
      try {
        starting = new RunningInbox(settings, start);
        await inTime(starting.ready());
      } catch (error) {
        await starting?.close(0);
        throw new PayInboxStartError(`the BullMQ queue is not ready: ${describeThrown(error).message}`, {
          cause: error,
        });
      }
      running = starting;
    },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.close(settings.drainMs);
    },
    idle: async () => running?.idle(),
    notes: async (topic) => (await running?.notes(topic)) ?? [],
  };
}

/** The queues and their workers between start and stop. */
class RunningInbox {
  readonly #deliveries: Record<PaySender, Queue<DeliveryJob, void>>;
  readonly #events: Queue<EventJob, void>;
  readonly #workers: Worker[];
  readonly #handled: HandledKeys;
  #lastErrorLine = -Infinity;

  constructor(
    private readonly settings: BullmqInboxSettings,
    private readonly start: PayInboxStart,
  ) {
    const { connection, prefix, queueName, job, worker } = settings;
    const names = { service: queueName, unknown: `${queueName}-unknown`, events: `${queueName}-events` };
    // Anyone can post deliveries that are denied, so fewer of them are kept.
    const deliveryJob = {
      ...job,
      removeOnComplete: true,
      removeOnFail: { age: DAY_MS / 1_000, count: 1_000 },
    };
    const deliveries = { connection, prefix, defaultJobOptions: deliveryJob };
    this.#deliveries = {
      service: new Queue(names.service, deliveries),
      unknown: new Queue(names.unknown, deliveries),
    };
    this.#events = new Queue(names.events, { connection, prefix, defaultJobOptions: job });
    this.#handled = new HandledKeys(this.#events, settings.retentionMs);
    const confirm = (one: Job<DeliveryJob, void>, token = ''): Promise<void> => this.#confirm(one, token);
    const handle = (one: Job<EventJob, void>, token = ''): Promise<void> => this.#handle(one, token);
    const options = { ...(worker === false ? {} : worker), connection, prefix };
    // Reads for forged deliveries may take long, so they use few of the workers.
    const few = Math.ceil((options.concurrency ?? 1) / 4);
    this.#workers =
      worker === false
        ? []
        : [
            new Worker(names.service, confirm, options),
            new Worker(names.unknown, confirm, { ...options, concurrency: few }),
            new Worker(names.events, handle, options),
          ];
    // Without a listener, an error event would end the process.
    const logError = (error: Error): void => this.#logError(error);
    for (const queue of this.#queues) queue.on('error', logError);
    for (const one of this.#workers) {
      one.on('error', logError);
      one.on('failed', (failed, error) => this.#logFailed(failed, error));
    }
  }

  async ready(): Promise<void> {
    await Promise.all([...this.#queues, ...this.#workers].map((one) => one.waitUntilReady()));
  }

  get #queues(): Queue[] {
    return [this.#deliveries.service, this.#deliveries.unknown, this.#events];
  }

  async store(delivery: PayDelivery): Promise<'stored' | 'duplicate'> {
    const { key, sender = 'service', event } = delivery;
    const queue = this.#deliveries[sender];
    const { status } = await queue.getBackend().connection.client;
    // A client that reconnects would queue the command in memory until Redis is back.
    if (status !== 'ready' && status !== 'connect') throw new Error('Redis is not connected');
    if (await this.#isKnown(delivery)) return 'duplicate';
    const jobId = idOf('delivery', key);
    const known = await queue.getJob(jobId);
    if (known !== undefined) {
      // What the service posts again is confirmed now, instead of at the next attempt.
      const canReplace = (await known.isFailed()) || (sender === 'service' && (await known.isDelayed()));
      if (!canReplace) return 'duplicate';
      await known.remove();
    }
    if (sender === 'unknown') await this.#checkLimit();
    await queue.add(event.name ?? 'unknown event', { delivery }, { jobId });
    return 'stored';
  }

  notes(topic: string): Promise<PayInboxNote['value'][]> {
    return this.#handled.notes(topic);
  }

  /** Resolves when no job is waiting or active. */
  async idle(): Promise<void> {
    if (this.#workers.length === 0) return;
    const count = async (queue: Queue): Promise<number> => queue.getJobCountByTypes('waiting', 'active');
    // BullMQ reports no event for a job that is delayed, so the queues are counted again.
    while ((await Promise.all(this.#queues.map(count))).some((jobs) => jobs > 0)) await sleep(IDLE_CHECK_MS);
  }

  /** Waits for running jobs. Another worker picks up jobs that do not finish in time, as stalled jobs. */
  async close(drainMs: number): Promise<void> {
    const wait = (ms: number, closing: Promise<unknown>[]): Promise<void> =>
      waitAtMost(systemClock, ms, Promise.all(closing));
    if (drainMs > 0)
      await wait(
        drainMs,
        this.#workers.map((worker) => worker.pause()),
      );
    await wait(
      CLOSE_MS,
      this.#workers.map((worker) => worker.close(true)),
    );
    for (const queue of this.#queues) {
      await wait(CLOSE_MS, [queue.close()]);
      // `close` waits for Redis. Without `disconnect`, a connection that BullMQ opened would reconnect forever.
      if (!('defineCommand' in this.settings.connection)) await wait(CLOSE_MS, [queue.disconnect()]);
    }
  }

  /** Whether the event of a delivery was handled, or is a job already. */
  #isKnown({ key }: PayDelivery): Promise<boolean> {
    return this.#handled.has(key, this.#events.toKey(idOf('event', key)));
  }

  async #isPostedByService({ key }: PayDelivery): Promise<boolean> {
    return (await this.#deliveries.service.getJob(idOf('delivery', key))) !== undefined;
  }

  async #checkLimit(): Promise<void> {
    const jobs = await this.#deliveries.unknown.getJobCountByTypes('waiting', 'delayed');
    if (jobs >= this.settings.maxUnconfirmed)
      throw new PayInboxFullError(
        `${jobs} unconfirmed deliveries wait (the maximum is ${this.settings.maxUnconfirmed})`,
      );
  }

  /** Confirms a delivery, and adds its event to the second queue. */
  async #confirm(job: Job<DeliveryJob, void>, token: string): Promise<void> {
    const { delivery, denials = 0 } = job.data;
    if (!isDelivery(delivery)) throw new UnrecoverableError(UNREADABLE_DELIVERY);
    if (await this.#isKnown(delivery)) return;
    const result = await this.start.confirm(delivery);
    const firstMs = firstDelayMs(this.settings.job.backoff);
    const times = { retryMs: firstMs, maxRetryMs: HOUR_MS, random: Math.random };
    const later = (delayMs: number, reason: string): Promise<never> =>
      moveToDelayed(job, token, delayMs, reason);
    switch (result.outcome) {
      case 'confirmed': {
        const { delivery: confirmed, note } = result;
        // What the service posted has members that no read confirms.
        if (delivery.sender === 'unknown' && (await this.#isPostedByService(delivery))) return;
        if (note !== undefined) await this.#handled.addNote(confirmed.key, note);
        const jobId = idOf('event', confirmed.key);
        await this.#events.add(confirmed.event.name ?? 'unknown event', { delivery: confirmed }, { jobId });
        return;
      }
      case 'ignored':
        return;
      case 'over-limit':
        return later(overLimitWaitMs(result.waitMs, Math.random), result.reason);
      case 'failed': {
        if (ageOf(job) >= this.settings.retentionMs) throw new UnrecoverableError(result.reason);
        const waitMs = Math.min(Math.max(firstMs, ageOf(job)), HOUR_MS);
        return later(withJitter(waitMs, Math.random), result.reason);
      }
      case 'denied': {
        await job.updateData({ ...job.data, denials: denials + 1 });
        if (denials + 1 >= MAX_DENIALS) throw new UnrecoverableError(result.reason);
        return later(deniedWaitMs(denials + 1, times), result.reason);
      }
    }
  }

  /** Runs the handlers of an event. Only a failed handler uses an attempt. */
  async #handle(job: Job<EventJob, void>, token: string): Promise<void> {
    const { delivery } = job.data;
    if (!isDelivery(delivery)) throw new UnrecoverableError(UNREADABLE_DELIVERY);
    if (await this.#handled.has(delivery.key)) return;
    let failure: { error: unknown } | null = null;
    const attempt = async (): Promise<PayInboxAttempt> => {
      try {
        const work = this.start.handlersOf(delivery);
        await work.run(undefined);
        await this.#handled.add(delivery.key);
        work.handled?.();
        return { isHandled: true };
      } catch (error) {
        failure = { error };
        return { isHandled: false, error };
      }
    };
    await (this.start.around?.(delivery, job.attemptsMade + 1, attempt) ?? attempt());
    if (failure === null) return;
    const { error } = failure as { error: unknown };
    const { message } = describeThrown(error);
    if (isInstance(error, UnhandledEventError) && ageOf(job) < UNHANDLED_MS)
      return moveToDelayed(job, token, UNHANDLED_WAIT_MS * Math.random(), message);
    throw new Error(message);
  }

  #logFailed(job: Job | undefined, error: Error): void {
    if (job?.finishedOn === undefined || job.finishedOn === null) return;
    const { delivery, denials = 0 } = job.data as DeliveryJob;
    // Anyone can post forged deliveries, so denied ones of unknown senders are not logged one by one.
    if (denials >= MAX_DENIALS && delivery.sender === 'unknown') return;
    const { endpoint, event } = delivery;
    this.start.logger.error(
      `${endpoint}: event ${event.eventTypeId ?? 'of unknown type'} (job ${job.id}) failed after ${job.attemptsMade} attempts: ${describeThrown(error).message}`,
    );
  }

  /** Logs at most one line a minute, because ioredis reports each failed reconnection. */
  #logError(error: Error): void {
    const now = systemClock.now();
    if (now - this.#lastErrorLine < ERROR_LINE_EVERY_MS) return;
    this.#lastErrorLine = now;
    this.start.logger.error(`BullMQ reported an error: ${describeThrown(error).message}`);
  }
}

/** Returns the ID of a job. It contains a hash, because BullMQ allows no colon in an ID. */
function idOf(kind: 'delivery' | 'event', key: string): string {
  return `${kind}-${sha256(key)}`;
}

function ageOf({ timestamp }: Job): number {
  return Date.now() - timestamp;
}

/** Delays a job without using an attempt, and adds the reason to the job's log. */
async function moveToDelayed(job: Job, token: string, delayMs: number, reason: string): Promise<never> {
  await job.log(reason);
  await job.moveToDelayed(Date.now() + Math.round(delayMs), token);
  throw new DelayedError();
}

function firstDelayMs(backoff: BullmqInboxSettings['job']['backoff']): number {
  return (typeof backoff === 'object' ? backoff.delay : backoff) ?? 2_000;
}
