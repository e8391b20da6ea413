import { createHash } from 'node:crypto';
import { DelayedError, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import { backOffMs } from '../back-off.js';
import {
  InboxWorkError,
  PayInboxFullError,
  PayInboxStartError,
  PayInboxStoreError,
} from '../inbox-errors.js';
import { fingerprintOf } from '../inbox-entry.js';
import type { PayDelivery, PayInboxOutcome } from '../pay-inbox.js';
import { isDelivery, UNREADABLE_DELIVERY } from '../stored-delivery.js';
import type { PayInboxStart, PayStoredInbox } from '../stored-inbox.js';
import { readBullmqInboxOptions } from './bullmq-inbox.options.js';
import type { BullmqInboxOptions, BullmqInboxSettings } from './bullmq-inbox.options.js';
import { HandledKeys } from './handled-keys.js';

/** What a job of the queue holds. */
interface DeliveryJob {
  delivery: PayDelivery;
  /** How often the service has rejected the event. */
  rejectedAttempts?: number;
}

type Outcome = 'handled' | 'duplicate';

const HOUR = 3_600_000;
/** Jobs that exceeded the read budget do not all come back at once. */
const OVER_BUDGET_SPREAD_MS = 60_000;
/** A rejected event waits seconds at first and hours at last: the service's reads can lag behind its webhooks. */
const REJECTED_FACTOR = 6;
/** Another version of the application may handle the event soon, as in a rolling deployment. */
const UNHANDLED_MAX_MS = 300_000;
const CLOSE_MS = 2_000;
const ERROR_LINE_EVERY_MS = 60_000;

/**
 * Creates an inbox on a BullMQ queue: each delivery becomes a job before it is answered 200, and a worker in any process confirms
 * the event and runs its handlers. Retries, back-off and failed jobs are BullMQ's own and show in its dashboards. For the option
 * `webhooks.inbox`.
 *
 * Events of one payment may be handled in any order, and `@PayTransaction()` is not available.
 *
 * @throws RangeError for an invalid option.
 * @example
 * PayModule.forRoot({ wallet, webhooks: { inbox: bullmqInbox({ connection: { host: 'localhost', port: 6379 } }) } })
 */
export function bullmqInbox(options: BullmqInboxOptions): PayStoredInbox {
  return new BullmqInbox(readBullmqInboxOptions(options));
}

class BullmqInbox implements PayStoredInbox {
  readonly transactional = false;
  #running: Running | null = null;

  constructor(private readonly settings: BullmqInboxSettings) {}

  get retentionMs(): number {
    return this.settings.retentionMs;
  }

  /** @throws PayInboxStoreError if Redis did not store the job in time, PayInboxFullError for an unknown sender. */
  async receive(delivery: PayDelivery): Promise<PayInboxOutcome> {
    const { timeoutMs } = this.settings;
    try {
      const late = `Redis did not answer within ${timeoutMs} ms`;
      return await withinTime(systemClock, timeoutMs, this.#store(delivery), late);
    } catch (error) {
      if (isInstance(error, PayInboxFullError)) throw error;
      throw new PayInboxStoreError(`the event could not be stored: ${describeThrown(error).message}`, {
        cause: error,
      });
    }
  }

  async start(start: PayInboxStart): Promise<void> {
    if (this.#running !== null) throw new TypeError('the inbox has started already');
    const { timeoutMs } = this.settings;
    let running: Running | undefined;
    try {
      running = new Running(this.settings, start);
      const late = `Redis did not answer within ${timeoutMs} ms`;
      await withinTime(systemClock, timeoutMs, running.ready(), late);
    } catch (error) {
      await running?.close(0);
      throw new PayInboxStartError(`the BullMQ queue is not ready: ${describeThrown(error).message}`, {
        cause: error,
      });
    }
    this.#running = running;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.close(this.settings.drainMs);
  }

  async #store(delivery: PayDelivery): Promise<'stored' | 'duplicate'> {
    if (this.#running === null) throw new Error('the application is starting or shutting down');
    return this.#running.store(delivery);
  }
}

/** The queue and the worker between start and stop. */
class Running {
  readonly #queue: Queue<DeliveryJob, Outcome>;
  readonly #worker: Worker<DeliveryJob, Outcome> | null;
  readonly #handled: HandledKeys;
  #lastErrorLine = -Infinity;

  constructor(
    private readonly settings: BullmqInboxSettings,
    private readonly start: PayInboxStart,
  ) {
    const { connection, prefix, queueName, job, worker } = settings;
    this.#queue = new Queue(queueName, { connection, prefix, defaultJobOptions: job });
    this.#handled = new HandledKeys(this.#queue, settings.retentionMs);
    this.#worker =
      worker === false
        ? null
        : new Worker<DeliveryJob, Outcome>(queueName, (one, token) => this.#process(one, token ?? ''), {
            ...worker,
            connection,
            prefix,
          });
    // Without a listener, an error event would end the process.
    this.#queue.on('error', (error) => this.#logError(error));
    this.#worker?.on('error', (error) => this.#logError(error));
    this.#worker?.on('failed', (failed, error) => this.#logFailed(failed, error));
  }

  async ready(): Promise<void> {
    await Promise.all([this.#queue.waitUntilReady(), this.#worker?.waitUntilReady()]);
  }

  async store(delivery: PayDelivery): Promise<'stored' | 'duplicate'> {
    const { status } = await this.#queue.getBackend().connection.client;
    // A client that reconnects would queue the command in memory until Redis is back.
    if (status !== 'ready' && status !== 'connect') throw new Error('Redis is not connected');
    if (await this.#handled.has(delivery.key)) return 'duplicate';
    const jobId = jobIdOf(delivery);
    const known = await this.#queue.getJob(jobId);
    if (known !== undefined) return this.#storeAgain(known, delivery);
    await this.#checkLimit(delivery);
    await this.#queue.add(delivery.event.name ?? 'unknown event', { delivery }, { jobId });
    return 'stored';
  }

  /** Lets running handlers finish; jobs that do not finish in time are picked up as stalled by another worker. */
  async close(drainMs: number): Promise<void> {
    if (this.#worker !== null) {
      if (drainMs > 0) await atMost(drainMs, this.#worker.pause());
      await atMost(CLOSE_MS, this.#worker.close(true));
    }
    await atMost(CLOSE_MS, this.#queue.close());
    // `close` waits for Redis. Without `disconnect`, a connection that BullMQ opened would reconnect forever.
    if (!('defineCommand' in this.settings.connection)) await atMost(CLOSE_MS, this.#queue.disconnect());
  }

  /** Retries a failed job with all its attempts when the service delivers the event again. */
  async #storeAgain(job: Job<DeliveryJob, Outcome>, delivery: PayDelivery): Promise<'stored' | 'duplicate'> {
    if (!(await job.isFailed())) return 'duplicate';
    await job.updateData({ delivery });
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return 'stored';
  }

  async #checkLimit({ sender }: PayDelivery): Promise<void> {
    if (sender !== 'unknown') return;
    const jobs = await this.#queue.getJobCountByTypes('waiting', 'delayed', 'failed');
    if (jobs >= this.settings.maxJobsForUnknownSenders)
      throw new PayInboxFullError(`the queue has ${jobs} jobs, too many to store more of unknown senders`);
  }

  async #process(job: Job<DeliveryJob, Outcome>, token: string): Promise<Outcome> {
    const { delivery } = job.data;
    if (!isDelivery(delivery)) throw new UnrecoverableError(UNREADABLE_DELIVERY);
    if (await this.#handled.has(delivery.key)) return 'duplicate';
    let outcome: Outcome | null = null;
    let failure: unknown;
    const attempt = async (): Promise<void> => {
      try {
        outcome = await this.#handle(job);
      } catch (error) {
        failure = error;
      }
    };
    await (this.start.around?.(delivery, job.attemptsMade + 1, attempt) ?? attempt());
    return outcome ?? this.#fail(job, token, failure);
  }

  async #handle(job: Job<DeliveryJob, Outcome>): Promise<Outcome> {
    const { key } = job.data.delivery;
    const jobId = job.id ?? '';
    const work = await this.start.process(job.data.delivery);
    const claim = await this.#handled.claim(key, jobId);
    if (claim === 'handled') return 'duplicate';
    if (claim === 'busy') throw new BusyError('another delivery of the same event is being handled');
    try {
      await work.run(undefined);
    } catch (error) {
      await this.#handled.release(key, jobId);
      throw error;
    }
    await this.#handled.complete(key);
    work.handled?.();
    return 'handled';
  }

  /** Uses up an attempt of the handlers only if a handler failed. */
  async #fail(job: Job<DeliveryJob, Outcome>, token: string, error: unknown): Promise<never> {
    const reason = describeThrown(error).message;
    const firstMs = firstDelayMs(this.settings.job.backoff);
    // Doubles with each wait, without a counter to store.
    const ageMs = Math.max(firstMs, Date.now() - job.timestamp);
    const later = (delayMs: number): Promise<never> => moveToDelayed(job, token, delayMs, reason);
    if (isInstance(error, BusyError)) return later(firstMs);
    if (!isInstance(error, InboxWorkError)) throw new Error(reason);
    const { problem, waitMs } = error;
    switch (problem) {
      case 'over-budget':
        return later(waitMs + Math.random() * OVER_BUDGET_SPREAD_MS);
      case 'unconfirmed':
      case 'unhandled': {
        if (ageMs >= this.settings.unconfirmedMs) throw new UnrecoverableError(reason);
        return later(spread(Math.min(ageMs, problem === 'unhandled' ? UNHANDLED_MAX_MS : HOUR)));
      }
      case 'refused': {
        const rejectedAttempts = (job.data.rejectedAttempts ?? 0) + 1;
        await job.updateData({ ...job.data, rejectedAttempts });
        if (rejectedAttempts >= this.settings.maxRejectedAttempts) throw new UnrecoverableError(reason);
        const backOff = { firstMs, maxMs: HOUR, factor: REJECTED_FACTOR };
        return later(backOffMs(rejectedAttempts, backOff, Math.random));
      }
      case 'failed':
        throw new Error(reason);
    }
  }

  #logFailed(job: Job<DeliveryJob, Outcome> | undefined, error: Error): void {
    if (job?.finishedOn === undefined || job.finishedOn === null) return;
    // Anyone can post forged events, so rejected ones are not logged one by one.
    if ((job.data.rejectedAttempts ?? 0) >= this.settings.maxRejectedAttempts) return;
    const { endpoint, event } = job.data.delivery;
    this.start.logger.error(
      `${endpoint}: event ${event.eventTypeId ?? 'unstated'} (job ${job.id}) failed after ${job.attemptsMade} attempts: ${describeThrown(error).message}`,
    );
  }

  /** At most one line a minute: ioredis reports each failed reconnection. */
  #logError(error: Error): void {
    const now = systemClock.now();
    if (now - this.#lastErrorLine < ERROR_LINE_EVERY_MS) return;
    this.#lastErrorLine = now;
    this.start.logger.error(`BullMQ reported an error: ${describeThrown(error).message}`);
  }
}

/** Another job of the same event runs the handlers now. */
class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** BullMQ allows no colon in an ID. The content is part of it, so that a forged delivery does not replace the true one. */
function jobIdOf(delivery: PayDelivery): string {
  const text = `${delivery.key}\n${fingerprintOf(delivery)}`;
  return `event-${createHash('sha256').update(text).digest('hex')}`;
}

/** Waits without using up an attempt. The reason shows in the job's log. */
async function moveToDelayed(job: Job, token: string, delayMs: number, reason: string): Promise<never> {
  await job.log(reason);
  await job.moveToDelayed(Date.now() + Math.round(delayMs), token);
  throw new DelayedError();
}

function firstDelayMs(backoff: BullmqInboxSettings['job']['backoff']): number {
  return (typeof backoff === 'object' ? backoff.delay : backoff) ?? 2_000;
}

/** Returns between half and all of the time, so that jobs that failed together are not retried together. */
function spread(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await withinTime(systemClock, ms, work, '').catch(() => undefined);
}
