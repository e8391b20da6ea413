import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import type { Clock } from '../core/values/clock.js';
import type { BackOff } from '../core/values/back-off.js';
import { withinTime } from '../core/values/time-limit.js';
import { keepLease } from '../stores/lease.js';
import { InboxWorkError } from './inbox-errors.js';
import type { DeadLetterReason } from './dead-letters.js';
import type { ClaimedInboxEntry, InboxAttemptKind, PayInboxStore } from './inbox-store.js';
import type { PayEventWork } from './pay-inbox.js';
import { noRoomWaitMs, rejectedWaitMs, retryWaitMs, UNHANDLED_MAX_MS } from './retry-waits.js';
import type { PayInboxAttempt, PayInboxStart } from './stored-inbox.js';

/** Limits and times for processing an entry. */
export interface InboxWorkerOptions {
  leaseMs: number;
  maxAttempts: number;
  maxRejectedAttempts: number;
  unconfirmedMs: number;
  handlerTimeoutMs: number;
  backOff: BackOff;
  random: () => number;
  clock: Clock;
}

/** After this number of log lines about unconfirmed dead letters, only every hundredth is logged: anyone can post such events. */
const MAX_UNCONFIRMED_LINES = 20;

/** Processes claimed entries: confirms the event, runs its handlers and stores the outcome. */
export class InboxWorker<Transaction> {
  readonly #stopRenewing = new Set<() => void>();
  #unconfirmedLines = 0;

  constructor(
    private readonly store: PayInboxStore<Transaction>,
    private readonly options: InboxWorkerOptions,
    private readonly start: PayInboxStart,
  ) {}

  /** Stops renewing leases, so that other processes take over the entries of handlers that are still running. */
  stopRenewals(): void {
    for (const stop of this.#stopRenewing) stop();
  }

  /**
   * Attempts to process an entry. Never rejects.
   *
   * @param handled - Called when the handlers ended and only the completion is still to be stored.
   */
  async work(entry: ClaimedInboxEntry, handled: () => void): Promise<void> {
    const stopRenewing = this.#keepLease(entry);
    try {
      const attempt = (): Promise<PayInboxAttempt> => this.#attempt(entry, handled);
      await (this.start.around?.(entry.delivery, entry.attempt, attempt) ?? attempt());
    } catch (error) {
      // The outcome is not stored, so the entry is retried when its lease expires.
      this.#log(entry, `is retried when its lease expires: ${describeThrown(error).message}`);
    } finally {
      stopRenewing();
    }
  }

  /** Postpones an entry while unknown senders use half of the concurrency. Counts no attempt. Never rejects. */
  async postpone(entry: ClaimedInboxEntry): Promise<void> {
    const error = 'half of the concurrency is in use by deliveries of unknown senders';
    const retryInMs = noRoomWaitMs(0, this.options.random);
    try {
      await this.store.fail(entry, { error, retryInMs, blocksLaterEntries: false, countsAs: 'none' });
    } catch (cause) {
      this.#log(entry, `is retried when its lease expires: ${describeThrown(cause).message}`);
    }
  }

  async #attempt(entry: ClaimedInboxEntry, handled: () => void): Promise<PayInboxAttempt> {
    const { maxAttempts } = this.options;
    if (entry.attempt > maxAttempts) {
      await this.#moveToDeadLetters(
        entry,
        'crashed',
        'the process ended each time while it processed this event alone',
      );
      return { isHandled: false };
    }
    let work: PayEventWork | undefined;
    let isCompleted: boolean;
    try {
      work = await this.start.process(entry.delivery);
      if (entry.ordered === false) return await this.#putInOrder(entry);
      isCompleted = await this.#run(entry, work, handled);
    } catch (error) {
      // If `process` rejected, the event was not confirmed.
      await this.#failed(entry, error, work !== undefined && (work.confirmed ?? true));
      return { isHandled: false, error };
    }
    if (isCompleted) work.handled?.();
    else
      this.#log(
        entry,
        'was claimed by another process before it was done; handlers without @PayTransaction() ran twice',
      );
    return { isHandled: isCompleted };
  }

  /** Schedules a confirmed event of an unknown sender again at once, after the other events of its order. Counts no attempt. */
  async #putInOrder(entry: ClaimedInboxEntry): Promise<PayInboxAttempt> {
    const error = 'the event is confirmed and waits for the other events of its order';
    await this.store.fail(entry, { error, retryInMs: 0, blocksLaterEntries: true, countsAs: 'none' });
    return { isHandled: false };
  }

  async #run(entry: ClaimedInboxEntry, work: PayEventWork, handled: () => void): Promise<boolean> {
    if (work.needsTransaction)
      return this.store.work(entry, (transaction) => this.#handle(work, transaction), work.note);
    await this.#handle(work, undefined);
    handled();
    return this.store.complete(entry, work.note);
  }

  /** Limits the time of handlers, because a handler that never ends would block later events with the same ordering key. */
  #handle(work: PayEventWork, transaction: unknown): Promise<void> {
    const { clock, handlerTimeoutMs } = this.options;
    const late =
      `the handlers did not end within ${handlerTimeoutMs} ms (handlerTimeoutMs). Check whether one of them waits for a row ` +
      'that another one has written in @PayTransaction()';
    // The timer does not keep a process alive after the inbox was stopped.
    const limit: Pick<Clock, 'after'> = { after: (ms, task) => clock.after(ms, task, { idle: true }) };
    return withinTime(limit, handlerTimeoutMs, work.run(transaction), late);
  }

  async #failed(entry: ClaimedInboxEntry, error: unknown, confirmed: boolean): Promise<void> {
    const { maxAttempts, maxRejectedAttempts, unconfirmedMs, backOff, random } = this.options;
    const problem = isInstance(error, InboxWorkError) ? error.problem : 'failed';
    const { message } = describeThrown(error);
    const retry = (
      countsAs: InboxAttemptKind,
      retryInMs: number,
      blocksLaterEntries = false,
    ): Promise<boolean> =>
      this.store.fail(entry, { error: message, retryInMs, blocksLaterEntries, countsAs });
    if (isInstance(error, InboxWorkError) && problem === 'over-budget') {
      await retry('none', noRoomWaitMs(error.waitMs, random));
    } else if (problem === 'refused') {
      const rejectedAttempts = entry.rejectedAttempts + 1;
      if (rejectedAttempts >= maxRejectedAttempts) await this.#moveToDeadLetters(entry, 'refused', message);
      else await retry('rejected', rejectedWaitMs(rejectedAttempts, backOff, random));
    } else if (problem === 'unconfirmed' || problem === 'unhandled') {
      const unconfirmedAttempts = entry.unconfirmedAttempts + 1;
      const maxMs = problem === 'unhandled' ? Math.min(backOff.maxMs, UNHANDLED_MAX_MS) : backOff.maxMs;
      // Both limits apply, so that entries that were stored while every process was down are attempted, too.
      if (unconfirmedAttempts >= maxAttempts && entry.ageMs >= unconfirmedMs)
        await this.#moveToDeadLetters(entry, 'unconfirmed', message);
      else await retry('unconfirmed', retryWaitMs(unconfirmedAttempts, { ...backOff, maxMs }, random));
    } else if (problem === 'transaction-ended') {
      await this.#moveToDeadLetters(entry, 'failed', message);
    } else if (entry.attempt >= maxAttempts) {
      await this.#moveToDeadLetters(entry, confirmed ? 'failed' : 'unconfirmed', message);
    } else {
      // Anyone can post an unconfirmed event, so it must not block true events of its order.
      await retry('attempt', retryWaitMs(entry.attempt, backOff, random), confirmed);
    }
  }

  async #moveToDeadLetters(entry: ClaimedInboxEntry, reason: DeadLetterReason, error: string): Promise<void> {
    await this.store.moveToDeadLetters(entry, reason, error);
    const isConfirmed = reason === 'failed' || reason === 'crashed';
    if (!isConfirmed && ++this.#unconfirmedLines > MAX_UNCONFIRMED_LINES && this.#unconfirmedLines % 100 > 0)
      return;
    this.#log(entry, `is moved to the dead letters after ${attemptsOf(entry)} attempts: ${error}`);
  }

  /** Renews a lease until the returned function is called. */
  #keepLease(entry: ClaimedInboxEntry): () => void {
    const { leaseMs, clock } = this.options;
    const stop = keepLease(clock, leaseMs, () => this.store.renew(entry, leaseMs));
    const end = (): void => {
      stop();
      this.#stopRenewing.delete(end);
    };
    this.#stopRenewing.add(end);
    return end;
  }

  #log({ id, delivery }: ClaimedInboxEntry, what: string): void {
    const { event, endpoint } = delivery;
    this.start.logger.error(
      `${endpoint}: event ${event.eventTypeId ?? 'of unknown type'} (entry ${id}) ${what}`,
    );
  }
}

function attemptsOf({ attempt, rejectedAttempts, unconfirmedAttempts }: ClaimedInboxEntry): number {
  return attempt + rejectedAttempts + unconfirmedAttempts;
}
