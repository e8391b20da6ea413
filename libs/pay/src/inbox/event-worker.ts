import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import type { Clock } from '../core/values/clock.js';
import { withinTime } from '../core/values/time-limit.js';
import type { ClaimWorker } from './claim-loop.js';
import { TransactionEndedError, UnhandledEventError } from './inbox-errors.js';
import type { DeadLetterReason } from './dead-letters.js';
import type { ClaimedInboxEvent, PayInboxStore } from './inbox-store.js';
import type { InboxTimes } from './inbox-times.js';
import type { PayEventWork } from './pay-inbox.js';
import { retryWaitMs, UNHANDLED_MS, UNHANDLED_WAIT_MS } from './retry-waits.js';
import type { PayInboxAttempt, PayInboxStart } from './stored-inbox.js';

/** Limits for handling an event. */
interface HandlingLimits {
  maxAttempts: number;
  handlerTimeoutMs: number;
}

/**
 * Handles stored events: runs their handlers and stores the outcome.
 *
 * @param worker - Name of the process.
 */
export function eventWorker<Transaction>(
  store: PayInboxStore<Transaction>,
  start: PayInboxStart,
  worker: string,
  times: InboxTimes,
  { maxAttempts, handlerTimeoutMs }: HandlingLimits,
): ClaimWorker<ClaimedInboxEvent> {
  const { clock, leaseMs, random } = times;
  const late =
    `the handlers did not end within ${handlerTimeoutMs} ms (handlerTimeoutMs). Check whether one of them waits for a row ` +
    'that another one has written in @PayTransaction()';
  // The timer does not keep a process alive after the inbox was stopped.
  const limit: Pick<Clock, 'after'> = { after: (ms, task) => clock.after(ms, task, { idle: true }) };

  function log({ id, delivery: { event, endpoint } }: ClaimedInboxEvent, what: string): void {
    start.logger.error(`${endpoint}: event ${event.eventTypeId ?? 'of unknown type'} (ID ${id}) ${what}`);
  }

  async function attempt(event: ClaimedInboxEvent, makeRoom: () => void): Promise<PayInboxAttempt> {
    if (event.attempt > maxAttempts) {
      const why = 'the process ended each time while it handled this event alone';
      await moveToDeadLetters(event, 'crashed', why);
      return { isHandled: false };
    }
    let work: PayEventWork;
    let isCompleted: boolean;
    try {
      work = start.handlersOf(event.delivery);
      isCompleted = await runHandlers(event, work, makeRoom);
    } catch (error) {
      await failed(event, error);
      return { isHandled: false, error };
    }
    if (isCompleted) work.handled?.();
    else
      log(
        event,
        'was claimed by another process before it was done; handlers without @PayTransaction() ran twice',
      );
    return { isHandled: isCompleted };
  }

  /** Limits the time of handlers, because a handler that never ends would block later events with the same ordering key. */
  async function runHandlers(
    event: ClaimedInboxEvent,
    work: PayEventWork,
    makeRoom: () => void,
  ): Promise<boolean> {
    const run = (transaction: unknown): Promise<void> =>
      withinTime(limit, handlerTimeoutMs, work.run(transaction), late);
    if (work.needsTransaction) return store.work(event, run);
    await run(undefined);
    makeRoom();
    return store.complete(event);
  }

  async function failed(event: ClaimedInboxEvent, error: unknown): Promise<void> {
    const { message } = describeThrown(error);
    const isUnhandled = isInstance(error, UnhandledEventError);
    const isLast = isUnhandled ? event.ageMs >= UNHANDLED_MS : event.attempt >= maxAttempts;
    if (isLast || isInstance(error, TransactionEndedError))
      return moveToDeadLetters(event, 'failed', message);
    const retryInMs = isUnhandled ? UNHANDLED_WAIT_MS * random() : retryWaitMs(event.attempt, times);
    await store.fail(event, { error: message, retryInMs, isOrdered: !isUnhandled });
  }

  async function moveToDeadLetters(
    event: ClaimedInboxEvent,
    reason: DeadLetterReason,
    error: string,
  ): Promise<void> {
    await store.moveToDeadLetters(event, reason, error);
    log(event, `is moved to the dead letters after ${event.attempt} attempts: ${error}`);
  }

  return {
    isOrdered: true,
    claim: (max, isBusy) => store.claimEvents({ worker, limit: max, leaseMs, isBusy }),
    renew: (event) => store.renew(event, leaseMs),
    release: (event) => store.release(event),
    async work(event, makeRoom) {
      const run = (): Promise<PayInboxAttempt> => attempt(event, makeRoom);
      await (start.around?.(event.delivery, event.attempt, run) ?? run());
    },
    log,
  };
}
