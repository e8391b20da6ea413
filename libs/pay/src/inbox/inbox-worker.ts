import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import type { Clock } from '../core/values/clock.js';
import { withinTime } from '../core/values/time-limit.js';
import { backOffMs } from './back-off.js';
import type { BackOff } from './back-off.js';
import { InboxWorkError } from './inbox-errors.js';
import type { ClaimedInboxEntry, DeadLetterReason, InboxCount, PayInboxStore } from './inbox-store.js';
import type { PayEventWork } from './pay-inbox.js';
import type { PayInboxStart } from './stored-inbox.js';

/** How one entry is worked on. */
export interface WorkRules {
  leaseMs: number;
  maxAttempts: number;
  maxRefusals: number;
  unconfirmedMs: number;
  handlerTimeoutMs: number;
  backOff: BackOff;
  random: () => number;
  clock: Clock;
}

/** After so many lines about events that nobody confirmed, only every hundredth is written: anyone can post one. */
const WRITTEN_IN_FULL = 20;
/** Entries that may not be confirmed now do not all come back at once. */
const OVER_BUDGET_SPREAD_MS = 60_000;
/** Seconds at first, then hours: what the service's reads do not show yet is not given up for it. */
const REFUSAL_FACTOR = 6;
/** So often at least somebody is looked for who handles an event: the others are told of nothing. */
const UNHANDLED_MAX_MS = 300_000;

/** The lease is renewed so often within its time that two renewals may fail. */
const RENEWALS = 3;

/** Works on one claimed entry: confirms it, runs its handlers, says in the store what became of it. Never rejects. */
export class InboxWorker<Transaction> {
  readonly #renewals = new Set<() => void>();
  #refusedLines = 0;

  constructor(
    private readonly store: PayInboxStore<Transaction>,
    private readonly rules: WorkRules,
    private readonly start: PayInboxStart,
  ) {}

  /** Renews no lease any more: a timer would keep a process alive that is shutting down. */
  letGo(): void {
    for (const stop of this.#renewals) stop();
  }

  async work(entry: ClaimedInboxEntry): Promise<void> {
    const stopRenewing = this.#keepLease(entry);
    try {
      const attempt = (): Promise<void> => this.#attempt(entry);
      await (this.start.around?.(entry.delivery, entry.attempt, attempt) ?? attempt());
    } catch (error) {
      // Nobody said what became of it: its lease runs out, and it is tried again.
      this.#log(entry, `is tried again when its lease has run out: ${describeThrown(error).message}`);
    } finally {
      stopRenewing();
    }
  }

  /** Lets an entry wait that has no place now, without an attempt. Never rejects. */
  async postpone(entry: ClaimedInboxEntry): Promise<void> {
    const error = 'half of the places were taken by deliveries of unknown senders';
    const retryInMs = Math.round(this.rules.random() * OVER_BUDGET_SPREAD_MS);
    try {
      await this.store.fail(entry, { error, retryInMs, holdsLane: false, counts: 'nothing' });
    } catch (cause) {
      this.#log(entry, `is tried again when its lease has run out: ${describeThrown(cause).message}`);
    }
  }

  async #attempt(entry: ClaimedInboxEntry): Promise<void> {
    const { maxAttempts } = this.rules;
    if (entry.attempt > maxAttempts) {
      await this.#bury(entry, 'crashed', 'the process ended each time while it worked on this event alone');
      return;
    }
    let work: PayEventWork | undefined;
    let kept: boolean;
    try {
      work = await this.start.process(entry.delivery);
      kept = await this.#run(entry, work);
    } catch (error) {
      // Without work nobody has confirmed it.
      await this.#failed(entry, error, work !== undefined && (work.confirmed ?? true));
      return;
    }
    if (kept) work.handled?.();
    else
      this.#log(
        entry,
        'was taken over by another process before it was done; what was not written in the transaction ran twice',
      );
  }

  async #run(entry: ClaimedInboxEntry, work: PayEventWork): Promise<boolean> {
    if (work.needsTransaction)
      return this.store.work(entry, (transaction) => this.#handle(work, transaction));
    await this.#handle(work, undefined);
    return this.store.complete(entry);
  }

  /** A handler that waits for ever, as for a row that another has locked in the transaction, would hold its order for ever. */
  #handle(work: PayEventWork, transaction: unknown): Promise<void> {
    const { clock, handlerTimeoutMs } = this.rules;
    const late =
      `its handlers did not end within ${handlerTimeoutMs} ms (handlerTimeoutMs): does one wait for a row that ` +
      'another has written in @PayTransaction()?';
    // It may go on after the inbox was stopped: a process that has nothing else to do ends.
    const limit: Pick<Clock, 'after'> = { after: (ms, task) => clock.after(ms, task, { idle: true }) };
    return withinTime(limit, handlerTimeoutMs, work.run(transaction), late);
  }

  async #failed(entry: ClaimedInboxEntry, error: unknown, confirmed: boolean): Promise<void> {
    const { maxAttempts, maxRefusals, unconfirmedMs, backOff, random } = this.rules;
    const problem = isInstance(error, InboxWorkError) ? error.problem : 'failed';
    const { message } = describeThrown(error);
    const again = (counts: InboxCount, retryInMs: number, holdsLane = false): Promise<boolean> =>
      this.store.fail(entry, { error: message, retryInMs, holdsLane, counts });
    if (isInstance(error, InboxWorkError) && problem === 'over-budget') {
      await again('nothing', Math.round(error.waitMs + random() * OVER_BUDGET_SPREAD_MS));
    } else if (problem === 'refused') {
      const refusals = entry.refusals + 1;
      if (refusals >= maxRefusals) await this.#bury(entry, 'refused', message);
      else await again('refusal', backOffMs(refusals, { ...backOff, factor: REFUSAL_FACTOR }, random));
    } else if (problem === 'unconfirmed' || problem === 'unhandled') {
      const doubts = entry.doubts + 1;
      const maxMs = problem === 'unhandled' ? Math.min(backOff.maxMs, UNHANDLED_MAX_MS) : backOff.maxMs;
      // Both: what was stored while every process was down is tried as well.
      if (doubts >= maxAttempts && entry.ageMs >= unconfirmedMs)
        await this.#bury(entry, 'unconfirmed', message);
      else await again('doubt', backOffMs(doubts, { ...backOff, maxMs }, random));
    } else if (entry.attempt >= maxAttempts) {
      await this.#bury(entry, confirmed ? 'failed' : 'unconfirmed', message);
    } else {
      // Anyone can post an event that nothing confirms: it must not hold up the true ones of its order.
      await again('attempt', backOffMs(entry.attempt, backOff, random), confirmed);
    }
  }

  async #bury(entry: ClaimedInboxEntry, reason: DeadLetterReason, why: string): Promise<void> {
    await this.store.bury(entry, reason, why);
    const isConfirmed = reason === 'failed' || reason === 'crashed';
    if (!isConfirmed && ++this.#refusedLines > WRITTEN_IN_FULL && this.#refusedLines % 100 > 0) return;
    this.#log(entry, `is given up after ${triesOf(entry)} attempts: ${why}`);
  }

  /** @returns what ends it. */
  #keepLease(entry: ClaimedInboxEntry): () => void {
    const { leaseMs, clock } = this.rules;
    let isDone = false;
    let stop = (): void => undefined;
    const renewLater = (): void => {
      stop = clock.after(leaseMs / RENEWALS, () => {
        const renewed = this.store.renew(entry, leaseMs).catch(() => true);
        void renewed.then((isOurs) => {
          if (isOurs && !isDone) renewLater();
        });
      });
    };
    renewLater();
    const end = (): void => {
      isDone = true;
      stop();
      this.#renewals.delete(end);
    };
    this.#renewals.add(end);
    return end;
  }

  #log({ id, delivery }: ClaimedInboxEntry, what: string): void {
    const { event, endpoint } = delivery;
    this.start.logger.error(`${endpoint}: event ${event.eventTypeId ?? 'unstated'} (entry ${id}) ${what}`);
  }
}

function triesOf({ attempt, refusals, doubts }: ClaimedInboxEntry): number {
  return attempt + refusals + doubts;
}
