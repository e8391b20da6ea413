import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import type { Clock } from '../core/values/clock.js';
import type { BackOff } from '../core/values/back-off.js';
import { withinTime } from '../core/values/time-limit.js';
import { keepLease } from '../stores/lease.js';
import { TransactionEndedError, UnhandledEventError } from './inbox-errors.js';
import type { DeadLetterReason } from './dead-letters.js';
import type { ClaimedInboxEvent, PayInboxStore } from './inbox-store.js';
import type { PayEventWork } from './pay-inbox.js';
import { retryWaitMs } from './retry-waits.js';
import type { PayInboxAttempt, PayInboxStart } from './stored-inbox.js';

/** Limits and times for handling an event. */
export interface InboxWorkerOptions {
  leaseMs: number;
  maxAttempts: number;
  handlerTimeoutMs: number;
  backOff: BackOff;
  random: () => number;
  clock: Clock;
}

/** How long an event is retried for which no process has a handler. Another version of the application may have one. */
const UNHANDLED_MS = 3 * 24 * 3_600_000;
/** Maximum wait between two of these attempts. */
const UNHANDLED_WAIT_MS = 300_000;

/** Handles claimed events: runs their handlers and stores the outcome. */
export class InboxWorker<Transaction> {
  readonly #stopRenewing = new Set<() => void>();

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
   * Attempts to handle an event. Never rejects.
   *
   * @param handled - Called when the handlers ended and only the completion is still to be stored.
   */
  async work(entry: ClaimedInboxEvent, handled: () => void): Promise<void> {
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

  async #attempt(entry: ClaimedInboxEvent, handled: () => void): Promise<PayInboxAttempt> {
    const { maxAttempts } = this.options;
    if (entry.attempt > maxAttempts) {
      await this.#moveToDeadLetters(
        entry,
        'crashed',
        'the process ended each time while it handled this event alone',
      );
      return { isHandled: false };
    }
    let work: PayEventWork;
    let isCompleted: boolean;
    try {
      work = this.start.handlersOf(entry.delivery);
      isCompleted = await this.#run(entry, work, handled);
    } catch (error) {
      await this.#failed(entry, error);
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

  async #run(entry: ClaimedInboxEvent, work: PayEventWork, handled: () => void): Promise<boolean> {
    if (work.needsTransaction)
      return this.store.work(entry, (transaction) => this.#handle(work, transaction));
    await this.#handle(work, undefined);
    handled();
    return this.store.complete(entry);
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

  async #failed(entry: ClaimedInboxEvent, error: unknown): Promise<void> {
    const { maxAttempts, backOff, random } = this.options;
    const { message } = describeThrown(error);
    const isUnhandled = isInstance(error, UnhandledEventError);
    if (isInstance(error, TransactionEndedError)) return this.#moveToDeadLetters(entry, 'failed', message);
    if (isUnhandled ? entry.ageMs >= UNHANDLED_MS : entry.attempt >= maxAttempts)
      return this.#moveToDeadLetters(entry, 'failed', message);
    const retryInMs = isUnhandled
      ? UNHANDLED_WAIT_MS * random()
      : retryWaitMs(entry.attempt, backOff, random);
    await this.store.fail(entry, { error: message, retryInMs, isOrdered: !isUnhandled });
  }

  async #moveToDeadLetters(entry: ClaimedInboxEvent, reason: DeadLetterReason, error: string): Promise<void> {
    await this.store.moveToDeadLetters(entry, reason, error);
    this.#log(entry, `is moved to the dead letters after ${entry.attempt} attempts: ${error}`);
  }

  /** Renews a lease until the returned function is called. */
  #keepLease(entry: ClaimedInboxEvent): () => void {
    const { leaseMs, clock } = this.options;
    const stop = keepLease(clock, leaseMs, () => this.store.renew(entry, leaseMs));
    const end = (): void => {
      stop();
      this.#stopRenewing.delete(end);
    };
    this.#stopRenewing.add(end);
    return end;
  }

  #log({ id, delivery }: ClaimedInboxEvent, what: string): void {
    const { event, endpoint } = delivery;
    this.start.logger.error(
      `${endpoint}: event ${event.eventTypeId ?? 'of unknown type'} (ID ${id}) ${what}`,
    );
  }
}
