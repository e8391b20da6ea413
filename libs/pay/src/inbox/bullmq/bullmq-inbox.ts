import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { withJitter } from '../../core/values/back-off.js';
import { sha256 } from '../../core/values/sha256.js';
import { waitAtMost, withinTime } from '../../core/values/time-limit.js';
import { InboxWorkError, notStored, PayInboxFullError, PayInboxStartError } from '../inbox-errors.js';
import { fingerprintOf } from '../inbox-entry.js';
import type { PayDelivery, PayInboxNote, PayInboxOutcome } from '../pay-inbox.js';
import { noRoomWaitMs, rejectedWaitMs, UNHANDLED_MAX_MS } from '../retry-waits.js';
import { isDelivery, UNREADABLE_DELIVERY } from '../stored-delivery.js';
import type { PayInboxAttempt, PayInboxStart, PayStoredInbox } from '../stored-inbox.js';
import { readBullmqInboxOptions } from './bullmq-inbox.options.js';
import type { BullmqInboxOptions, BullmqInboxSettings } from './bullmq-inbox.options.js';
import { HandledKeys } from './handled-keys.js';

/** Data of a job. */
interface DeliveryJob {
  delivery: PayDelivery;
  /** How often the service has rejected the event. */
  rejectedAttempts?: number;
}

type Outcome = 'handled' | 'duplicate';

const HOUR = 3_600_000;
const CLOSE_MS = 2_000;
const IDLE_CHECK_MS = 10;
const ERROR_LINE_EVERY_MS = 60_000;

/**
 * Creates an inbox on a BullMQ queue: each delivery becomes a job before it is answered 200, and a worker in any process confirms
 * the event and runs its handlers. Retries, back-off and failed jobs are BullMQ's own and show in its dashboards. Pass the inbox to
 * the option `webhooks.inbox`.
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
  #running: RunningInbox | null = null;

  constructor(private readonly settings: BullmqInboxSettings) {}

  get retentionMs(): number {
    return this.settings.retentionMs;
  }

  /** @throws PayInboxStoreError if Redis did not store the job in time, PayInboxFullError for an unknown sender. */
  async receive(delivery: PayDelivery): Promise<PayInboxOutcome> {
    try {
      return await this.#inTime(this.#store(delivery));
    } catch (error) {
      throw notStored(error);
    }
  }

  async start(start: PayInboxStart): Promise<void> {
    if (this.#running !== null) throw new TypeError('the inbox has started already');
    let running: RunningInbox | undefined;
    try {
      running = new RunningInbox(this.settings, start);
      await this.#inTime(running.ready());
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

  async idle(): Promise<void> {
    await this.#running?.idle();
  }

  async notes(topic: string): Promise<PayInboxNote['value'][]> {
    return (await this.#running?.notes(topic)) ?? [];
  }

  async #store(delivery: PayDelivery): Promise<'stored' | 'duplicate'> {
    if (this.#running === null) throw new Error('the application is starting or shutting down');
    return this.#running.store(delivery);
  }

  #inTime<Result>(work: Promise<Result>): Promise<Result> {
    const { timeoutMs } = this.settings;
    return withinTime(systemClock, timeoutMs, work, `Redis did not answer within ${timeoutMs} ms`);
  }
}

/** The queue and the worker between start and stop. */
class RunningInbox {
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

  notes(topic: string): Promise<PayInboxNote['value'][]> {
    return this.#handled.notes(topic);
  }

  /** Resolves when no job is waiting or active. */
  async idle(): Promise<void> {
    if (this.#worker === null) return;
    // BullMQ reports no event for a job that is delayed, so the queue is counted again.
    while ((await this.#queue.getJobCountByTypes('waiting', 'active')) > 0) await sleep(IDLE_CHECK_MS);
  }

  /** Waits for running handlers. Another worker picks up jobs that do not finish in time, as stalled jobs. */
  async close(drainMs: number): Promise<void> {
    if (this.#worker !== null) {
      if (drainMs > 0) await waitAtMost(systemClock, drainMs, this.#worker.pause());
      await waitAtMost(systemClock, CLOSE_MS, this.#worker.close(true));
    }
    await waitAtMost(systemClock, CLOSE_MS, this.#queue.close());
    // `close` waits for Redis. Without `disconnect`, a connection that BullMQ opened would reconnect forever.
    if (!('defineCommand' in this.settings.connection))
      await waitAtMost(systemClock, CLOSE_MS, this.#queue.disconnect());
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
    const jobs = await this.#queue.getJobCountByTypes('waiting', 'delayed');
    if (jobs >= this.settings.maxJobsForUnknownSenders)
      throw new PayInboxFullError(`the queue has ${jobs} jobs, too many to store more of unknown senders`);
  }

  async #process(job: Job<DeliveryJob, Outcome>, token: string): Promise<Outcome> {
    const { delivery } = job.data;
    if (!isDelivery(delivery)) throw new UnrecoverableError(UNREADABLE_DELIVERY);
    if (await this.#handled.has(delivery.key)) return 'duplicate';
    let outcome: Outcome | null = null;
    let failure: unknown;
    const attempt = async (): Promise<PayInboxAttempt> => {
      try {
        outcome = await this.#handle(job);
        return { isHandled: outcome === 'handled' };
      } catch (error) {
        failure = error;
        return { isHandled: false, error };
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
    await this.#handled.complete(key, work.note);
    work.handled?.();
    return 'handled';
  }

  /** Fails or delays a job. Only a failed handler uses an attempt. */
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
        return later(noRoomWaitMs(waitMs, Math.random));
      case 'unconfirmed':
      case 'unhandled': {
        if (ageMs >= this.settings.unconfirmedMs) throw new UnrecoverableError(reason);
        const maxMs = problem === 'unhandled' ? UNHANDLED_MAX_MS : HOUR;
        return later(withJitter(Math.min(ageMs, maxMs), Math.random));
      }
      case 'refused': {
        const rejectedAttempts = (job.data.rejectedAttempts ?? 0) + 1;
        await job.updateData({ ...job.data, rejectedAttempts });
        if (rejectedAttempts >= this.settings.maxRejectedAttempts) {
          // Otherwise anyone could fill Redis with failed jobs.
          if (job.data.delivery.sender === 'unknown') job.opts.removeOnFail = true;
          throw new UnrecoverableError(reason);
        }
        return later(rejectedWaitMs(rejectedAttempts, { firstMs, maxMs: HOUR }, Math.random));
      }
      case 'failed':
      case 'transaction-ended':
        throw new Error(reason);
    }
  }

  #logFailed(job: Job<DeliveryJob, Outcome> | undefined, error: Error): void {
    if (job?.finishedOn === undefined || job.finishedOn === null) return;
    // Anyone can post forged events, so rejected ones are not logged one by one.
    if ((job.data.rejectedAttempts ?? 0) >= this.settings.maxRejectedAttempts) return;
    const { endpoint, event } = job.data.delivery;
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

/** Another job is handling the same event. */
class BusyError extends Error {
  override readonly name = 'BusyError';
}

/**
 * Returns the ID of a delivery's job. It depends on the content, so that a forged delivery does not replace the true one. It is a
 * hash, because BullMQ allows no colon in an ID.
 */
function jobIdOf(delivery: PayDelivery): string {
  return `event-${sha256(`${delivery.key}\n${fingerprintOf(delivery)}`)}`;
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
