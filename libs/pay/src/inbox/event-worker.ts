import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import type { Clock } from '../core/values/clock.js';
import type { BackOff } from '../core/values/back-off.js';
import { withinTime } from '../core/values/time-limit.js';
import type { ClaimWorker } from './claim-loop.js';
import { TransactionEndedError, UnhandledEventError } from './inbox-errors.js';
import type { DeadLetterReason } from './dead-letters.js';
import type { ClaimedInboxEvent, PayInboxStore } from './inbox-store.js';
import type { PayEventWork } from './pay-inbox.js';
import { retryWaitMs, UNHANDLED_MS, UNHANDLED_WAIT_MS } from './retry-waits.js';
import type { PayInboxAttempt, PayInboxStart } from './stored-inbox.js';

/** Limits and times for handling an event. */
export interface EventWorkerOptions {
  /** Name of the process. */
  name: string;
  leaseMs: number;
  maxAttempts: number;
  handlerTimeoutMs: number;
  backOff: BackOff;
  random: () => number;
  clock: Clock;
}

/** Handles stored events: runs their handlers and stores the outcome. */
export class EventWorker<Transaction> implements ClaimWorker<ClaimedInboxEvent> {
  readonly isOrdered = true;

  constructor(
    private readonly store: PayInboxStore<Transaction>,
    private readonly start: PayInboxStart,
    private readonly options: EventWorkerOptions,
  ) {}

  claim(limit: number, isBusy: boolean): Promise<ClaimedInboxEvent[]> {
    const { name: worker, leaseMs } = this.options;
    return this.store.claimEvents({ worker, limit, leaseMs, isBusy });
  }

  renew(event: ClaimedInboxEvent): Promise<boolean> {
    return this.store.renew(event, this.options.leaseMs);
  }

  release(event: ClaimedInboxEvent): Promise<boolean> {
    return this.store.release(event);
  }

  async work(event: ClaimedInboxEvent, makeRoom: () => void): Promise<void> {
    const attempt = (): Promise<PayInboxAttempt> => this.#attempt(event, makeRoom);
    await (this.start.around?.(event.delivery, event.attempt, attempt) ?? attempt());
  }

  log({ id, delivery: { event, endpoint } }: ClaimedInboxEvent, what: string): void {
    this.start.logger.error(
      `${endpoint}: event ${event.eventTypeId ?? 'of unknown type'} (ID ${id}) ${what}`,
    );
  }

  async #attempt(event: ClaimedInboxEvent, makeRoom: () => void): Promise<PayInboxAttempt> {
    if (event.attempt > this.options.maxAttempts) {
      const why = 'the process ended each time while it handled this event alone';
      await this.#moveToDeadLetters(event, 'crashed', why);
      return { isHandled: false };
    }
    let work: PayEventWork;
    let isCompleted: boolean;
    try {
      work = this.start.handlersOf(event.delivery);
      isCompleted = await this.#run(event, work, makeRoom);
    } catch (error) {
      await this.#failed(event, error);
      return { isHandled: false, error };
    }
    if (isCompleted) work.handled?.();
    else
      this.log(
        event,
        'was claimed by another process before it was done; handlers without @PayTransaction() ran twice',
      );
    return { isHandled: isCompleted };
  }

  /** Limits the time of handlers, because a handler that never ends would block later events with the same ordering key. */
  async #run(event: ClaimedInboxEvent, work: PayEventWork, makeRoom: () => void): Promise<boolean> {
    const { clock, handlerTimeoutMs } = this.options;
    const late =
      `the handlers did not end within ${handlerTimeoutMs} ms (handlerTimeoutMs). Check whether one of them waits for a row ` +
      'that another one has written in @PayTransaction()';
    // The timer does not keep a process alive after the inbox was stopped.
    const limit: Pick<Clock, 'after'> = { after: (ms, task) => clock.after(ms, task, { idle: true }) };
    const run = (transaction: unknown): Promise<void> =>
      withinTime(limit, handlerTimeoutMs, work.run(transaction), late);
    if (work.needsTransaction) return this.store.work(event, run);
    await run(undefined);
    makeRoom();
    return this.store.complete(event);
  }

  async #failed(event: ClaimedInboxEvent, error: unknown): Promise<void> {
    const { maxAttempts, backOff, random } = this.options;
    const { message } = describeThrown(error);
    const isUnhandled = isInstance(error, UnhandledEventError);
    const isLast = isUnhandled ? event.ageMs >= UNHANDLED_MS : event.attempt >= maxAttempts;
    if (isLast || isInstance(error, TransactionEndedError))
      return this.#moveToDeadLetters(event, 'failed', message);
    const retryInMs = isUnhandled
      ? UNHANDLED_WAIT_MS * random()
      : retryWaitMs(event.attempt, backOff, random);
    await this.store.fail(event, { error: message, retryInMs, isOrdered: !isUnhandled });
  }

  async #moveToDeadLetters(event: ClaimedInboxEvent, reason: DeadLetterReason, error: string): Promise<void> {
    await this.store.moveToDeadLetters(event, reason, error);
    this.log(event, `is moved to the dead letters after ${event.attempt} attempts: ${error}`);
  }
}
