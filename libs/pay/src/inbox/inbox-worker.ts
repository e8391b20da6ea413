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

  /** Stops renewing leases, so that other processes take over the events of handlers that are still running. */
  stopRenewals(): void {
    for (const stop of this.#stopRenewing) stop();
  }

  /**
   * Attempts to handle an event. Never rejects.
   *
   * @param handled - Called when the handlers ended and only the completion is still to be stored.
   */
  async work(event: ClaimedInboxEvent, handled: () => void): Promise<void> {
    const stopRenewing = this.#keepLease(event);
    try {
      const attempt = (): Promise<PayInboxAttempt> => this.#attempt(event, handled);
      await (this.start.around?.(event.delivery, event.attempt, attempt) ?? attempt());
    } catch (error) {
      // The outcome is not stored, so the event is retried when its lease expires.
      this.#log(event, `is retried when its lease expires: ${describeThrown(error).message}`);
    } finally {
      stopRenewing();
    }
  }

  async #attempt(event: ClaimedInboxEvent, handled: () => void): Promise<PayInboxAttempt> {
    const { maxAttempts } = this.options;
    if (event.attempt > maxAttempts) {
      await this.#moveToDeadLetters(
        event,
        'crashed',
        'the process ended each time while it handled this event alone',
      );
      return { isHandled: false };
    }
    let work: PayEventWork;
    let isCompleted: boolean;
    try {
      work = this.start.handlersOf(event.delivery);
      isCompleted = await this.#run(event, work, handled);
    } catch (error) {
      await this.#failed(event, error);
      return { isHandled: false, error };
    }
    if (isCompleted) work.handled?.();
    else
      this.#log(
        event,
        'was claimed by another process before it was done; handlers without @PayTransaction() ran twice',
      );
    return { isHandled: isCompleted };
  }

  async #run(event: ClaimedInboxEvent, work: PayEventWork, handled: () => void): Promise<boolean> {
    if (work.needsTransaction)
      return this.store.work(event, (transaction) => this.#handle(work, transaction));
    await this.#handle(work, undefined);
    handled();
    return this.store.complete(event);
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

  async #failed(event: ClaimedInboxEvent, error: unknown): Promise<void> {
    const { maxAttempts, backOff, random } = this.options;
    const { message } = describeThrown(error);
    const isUnhandled = isInstance(error, UnhandledEventError);
    if (isInstance(error, TransactionEndedError)) return this.#moveToDeadLetters(event, 'failed', message);
    if (isUnhandled ? event.ageMs >= UNHANDLED_MS : event.attempt >= maxAttempts)
      return this.#moveToDeadLetters(event, 'failed', message);
    const retryInMs = isUnhandled
      ? UNHANDLED_WAIT_MS * random()
      : retryWaitMs(event.attempt, backOff, random);
    await this.store.fail(event, { error: message, retryInMs, isOrdered: !isUnhandled });
  }

  async #moveToDeadLetters(event: ClaimedInboxEvent, reason: DeadLetterReason, error: string): Promise<void> {
    await this.store.moveToDeadLetters(event, reason, error);
    this.#log(event, `is moved to the dead letters after ${event.attempt} attempts: ${error}`);
  }

  /** Renews a lease until the returned function is called. */
  #keepLease(event: ClaimedInboxEvent): () => void {
    const { leaseMs, clock } = this.options;
    const stop = keepLease(clock, leaseMs, () => this.store.renew(event, leaseMs));
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
