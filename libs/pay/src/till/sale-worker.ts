import { DAY_MS, HOUR_MS } from '../core/values/durations.js';
import { SessionEvent, TransactionStatus } from '../areas/coded-values.generated.js';
import type { Transaction } from '../areas/results.generated.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import { systemClock } from '../core/values/clock.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { withinTime } from '../core/values/time-limit.js';
import { requireOpenTransaction } from '../jobs/open-transaction.js';
import { StepWorker } from '../jobs/step-worker.js';
import { endOf } from './sale-end.js';
import type { SaleEnd } from './sale-end.js';
import type { ClaimedSale, SaleChange, SaleStore } from './sale-store.js';
import type { SaleHooks, SalePreparation } from './sale-hook.js';
import { hoursPreloaded } from './sale.types.js';
import type { PaySale } from './sale.types.js';
import type { TerminalGateway } from './terminal-gateway.js';

/** Most refunds of one sale that are counted. */
export const MAX_PARTS = 10_000;
/** Steps that one process takes at the same time. */
const MAX_STEPS = 50;
/** Longer than any step: a request has 15 seconds. */
const LEASE_MS = 30_000;
/** A sale that was stored before a crash is still sent for this long. Later, the customer has left the terminal. */
const FRESH_MS = 20_000;
/** Longest time for what another module does before a sale is sent. */
const PREPARE_MS = 10_000;
/** How long after its hours a preloaded sale may take to end by itself. */
const PRELOADED_EXTRA_MS = 60_000;
/** Longest pause between two reads of a preloaded sale, which takes hours. An event ends the pause. */
const MAX_PRELOADED_PAUSE_MS = 30_000;
/** How long the service may not know a session that was sent, because it stores sessions with a delay. */
const NOT_FOUND_MS = 15_000;
/** How often at least the service is asked for a sale that may have been sent although its row says otherwise. */
const MIN_ASKS = 10;
/** Sales that this process stored and did not send yet. Another process may have sent the oldest ones. */
const MAX_UNSENT = 1_000;
/** How long "terminal busy" is read again, because it is unclear whether that result is final. */
const BUSY_MS = 5_000;
/** How long an abort after the deadline may take. */
const ABORT_MS = 30_000;
const MAX_PAUSE_MS = 3_000;
/** How long, and how seldom at most, the service is asked about a sale that needs a person. */
const WATCH_MS = DAY_MS;
const MAX_WATCH_PAUSE_MS = 600_000;
/** The service reverses a terminal payment within a second, so its transaction is read after these times. */
const CHECK_MS = [15_000, 60_000, 60_000, 60_000];
/** Failures of handlers after which the end is stored without them. */
const MAX_FAILURES = 5;
const HANDLER_MS = 60_000;
/** HTTP status of an abort that is already in progress, and of a used session ID. */
const CONFLICT = 409;

/** Takes the steps of all sales. */
export class SaleWorker extends StepWorker<ClaimedSale> {
  readonly #unsent = new Set<string>();
  #sessions: string[] = [];
  #transactions: string[] = [];

  constructor(
    private readonly store: SaleStore,
    private readonly gateway: TerminalGateway,
    private readonly options: { pollMs: number; deadlineMs: number },
    /** Runs the application's handlers for the end of a sale. */
    private readonly handle: (sale: PaySale, transaction: unknown) => Promise<void>,
    private readonly hooks: SaleHooks,
    private readonly onChange: (sale: PaySale) => void,
    onError: (text: string) => void,
  ) {
    super(options.pollMs, MAX_STEPS, onError);
  }

  /** Takes the first step of a sale that this process has stored. */
  startSale(id: string): void {
    this.#unsent.add(id);
    for (const old of this.#unsent) if (this.#unsent.size > MAX_UNSENT) this.#unsent.delete(old);
    this.wake();
  }

  /** Takes a step of the sale that an event was about. */
  wakeAbout(session: string | undefined, transaction: string | null | undefined): void {
    if (session != null) this.#sessions.push(session);
    if (transaction != null) this.#transactions.push(transaction);
    this.wake();
  }

  protected async claim(limit: number): Promise<ClaimedSale[]> {
    const [sessions, transactions] = [this.#sessions.splice(0), this.#transactions.splice(0)];
    try {
      if (sessions.length + transactions.length > 0) await this.store.makeDueAbout(sessions, transactions);
    } catch (error) {
      // The event comes once, so it is noted in the next attempt.
      this.#sessions.push(...sessions);
      this.#transactions.push(...transactions);
      throw error;
    }
    return this.store.claim(limit, LEASE_MS);
  }

  protected step(sale: ClaimedSale): Promise<void> {
    if (sale.state === 'paid') return this.#check(sale);
    if (sale.state === 'open' && sale.step === 'stored')
      return sale.abort === null && sale.ageMs <= this.#freshMs(sale) ? this.#send(sale) : this.#ask(sale);
    const isLate = sale.abort === null && sale.sentMs > this.#deadlineMs(sale);
    const mustAbort = sale.state === 'open' && (sale.abort === 'requested' || isLate);
    return mustAbort ? this.#abort(sale) : this.#read(sale);
  }

  /** How long a terminal may take. A preloaded sale ends by itself after its hours. */
  #deadlineMs(sale: PaySale): number {
    const hours = hoursPreloaded(sale);
    return hours === null ? this.options.deadlineMs : hours * HOUR_MS + PRELOADED_EXTRA_MS;
  }

  /** How long a stored sale is still sent. No customer waits for a preloaded one, and somebody sees what a sale waits for. */
  #freshMs(sale: PaySale): number {
    const isExpected = sale.message !== null || hoursPreloaded(sale) !== null;
    return isExpected ? this.#deadlineMs(sale) : FRESH_MS;
  }

  async #send(stored: ClaimedSale): Promise<void> {
    const { pollMs } = this.options;
    const prepared = await this.#prepare(stored);
    if ('waitMs' in prepared)
      return this.#change(stored, { message: prepared.message, dueInMs: prepared.waitMs });
    if ('refused' in prepared)
      return this.#end(stored, { state: 'not-paid', reason: 'not-sent', message: prepared.refused });
    const sale = { ...stored, request: { ...stored.request, ...prepared.request } };
    const isUnsent = this.#unsent.delete(sale.id);
    if (!(await this.store.markSending(sale))) return this.#change(sale, { dueInMs: 0 });
    const response = await this.gateway.send(sale);
    if (response.success) return this.#change(sale, { step: 'sent', dueInMs: pollMs });
    const { outcome, httpStatus } = response.error;
    // With a used session ID, the service has a session to read.
    const mayHaveArrived = outcome === 'unknown' || httpStatus === CONFLICT;
    // The row may be older than its last request: after a restore, or if another process sent it and lost its database.
    const isAskedFirst = outcome === 'not-sent' && !isUnsent;
    if (mayHaveArrived) return this.#change(sale, { dueInMs: pollMs });
    return isAskedFirst
      ? this.#change(sale, { step: 'stored', dueInMs: pollMs })
      : this.#end(sale, { state: 'not-paid', reason: 'not-sent', message: response.message });
  }

  async #prepare(sale: ClaimedSale): Promise<SalePreparation> {
    const { hook } = this.hooks;
    if (hook === null) return { request: {} };
    try {
      return await withinTime(systemClock, PREPARE_MS, hook.prepare(sale), 'it took too long');
    } catch (error) {
      const message = `The sale could not be prepared, and waits: ${describeThrown(error).message}`;
      return { waitMs: Math.min(Math.max(this.options.pollMs, sale.ageMs / 4), MAX_PAUSE_MS), message };
    }
  }

  /**
   * Asks the service about a sale that was not sent, as its row says. The row may come from a backup, or its database may have lost the
   * last seconds, so the sale may have been paid.
   */
  async #ask(sale: ClaimedSale): Promise<void> {
    const { pollMs } = this.options;
    const response = await this.gateway.read(sale.id, this.closing.signal);
    if (response.success) return this.#change(sale, { step: 'sent', failures: 0, dueInMs: 0 });
    const end = (stored: SaleEnd): Promise<void> => this.#end(sale, stored, {}, MIN_ASKS + MAX_FAILURES);
    if (response.code === 'notfound') {
      // The service stores sessions with a delay, and may not keep them forever.
      if (sale.ageMs <= NOT_FOUND_MS) return this.#change(sale, { dueInMs: pollMs });
      if (sale.ageMs > WATCH_MS) return end(NOT_RECEIVED);
      const message = sale.message === null ? NOT_SENT_TEXT : `${NOT_SENT_TEXT} ${sale.message}`;
      return end({ ...(sale.abort === null ? NOT_SENT : NOT_SENT_ABORTED), message });
    }
    const failures = sale.failures + 1;
    if (failures >= MIN_ASKS && sale.ageMs > this.#deadlineMs(sale))
      return end({ ...NO_END, message: `${NO_END.message} ${response.message}` });
    return this.#change(sale, { failures, dueInMs: Math.min(pollMs * 2 ** failures, MAX_PAUSE_MS) });
  }

  /** Sends an abort. Only the end of the session shows whether it was in time. */
  async #abort(sale: ClaimedSale): Promise<void> {
    const response = await this.gateway.abort(sale);
    const isAccepted = response.success || response.error.httpStatus === CONFLICT;
    const isUnknown = !isAccepted && response.error.outcome === 'unknown';
    return this.#read(sale, isUnknown ? {} : { abort: isAccepted ? 'accepted' : 'rejected' });
  }

  async #read(sale: ClaimedSale, abort: Pick<SaleChange, 'abort'> = {}): Promise<void> {
    const response = await this.gateway.read(sale.id, this.closing.signal);
    if (response.success && response.data !== null) {
      const isBusy = !response.data.success && response.data.eventId === SessionEvent.TerminalBusy;
      const end = endOf(sale, response.data);
      if (sale.state === 'not-paid' && end.state === 'not-paid') return this.#change(sale, { dueInMs: null });
      if (!isBusy || sale.sentMs >= BUSY_MS) return this.#end(sale, end, abort);
    }
    if (sale.state !== 'open') {
      const pause = Math.min(Math.max(MAX_PAUSE_MS, sale.ageMs / 8), MAX_WATCH_PAUSE_MS);
      const isWatched = sale.state === 'needs-a-person' && sale.ageMs < WATCH_MS;
      return this.#change(sale, { dueInMs: isWatched ? pause : null });
    }
    const end = this.#endWithoutSession(sale, response);
    if (end !== null) return this.#end(sale, end, abort);
    const step = response.success ? { step: 'sent' as const } : {};
    const maxPause = hoursPreloaded(sale) === null ? MAX_PAUSE_MS : MAX_PRELOADED_PAUSE_MS;
    const pause = Math.max(this.options.pollMs, Math.min(sale.sentMs / 8, maxPause));
    await this.#change(sale, { ...step, ...abort, dueInMs: pause });
  }

  /** Returns the end of a sale whose session the service does not report for too long; null if there is still time. */
  #endWithoutSession(sale: ClaimedSale, response: MethodReturn<unknown>): SaleEnd | null {
    const { step, sentMs } = sale;
    const { code, error } = response.success ? { code: 'pending', error: null } : response;
    const isPatient = sentMs <= NOT_FOUND_MS;
    if (code === 'notfound' && step === 'sending') return isPatient ? null : NOT_RECEIVED;
    // A rejected read, such as a 403, stays rejected.
    const isRejected = code !== 'notfound' && error?.outcome === 'rejected' && !error.retryable;
    if ((!isRejected || isPatient) && sentMs <= this.#deadlineMs(sale) + ABORT_MS) return null;
    return { ...NO_END, message: `${NO_END.message} ${response.message}` };
  }

  /**
   * Reads the transaction of a paid sale, because the service can reverse a payment by itself: it then knows neither of both. And money
   * can go back without the till.
   */
  async #check(sale: ClaimedSale): Promise<void> {
    const { transactionId, failures } = sale;
    if (transactionId === null || sale.kind === 'refund') return this.#change(sale, { dueInMs: null });
    const response = await this.gateway.readTransaction(transactionId, sale);
    if (!response.success && response.code === 'notfound' && failures > 0) return this.#end(sale, REVERSED);
    const returned = response.success ? await this.#readReturned(sale, transactionId, response.data) : null;
    if (returned !== null) return this.#change(sale, { returnedExternally: returned, dueInMs: null });
    // Another failure says nothing: perhaps these credentials cannot read transactions.
    await this.#change(sale, { failures: failures + 1, dueInMs: CHECK_MS[failures + 1] ?? null });
  }

  /** Returns what went back to the customer without the till, in minor units; null if it cannot be known now. */
  async #readReturned(
    sale: ClaimedSale,
    transactionId: string,
    { statusId, orderCodeText }: Transaction,
  ): Promise<number | null> {
    if (statusId === TransactionStatus.Finished) return sale.returnedExternally;
    const read = await this.gateway.readReturns(transactionId, orderCodeText, sale);
    if (read === null) return null;
    const parts = await this.store.list({ parentId: sale.id, limit: MAX_PARTS });
    const own = parts.filter(({ kind, state }) => kind === 'refund' && state !== 'not-paid');
    if (own.some(({ state }) => state === 'open')) return null;
    const known = own.map((part) => part.transactionId?.toLowerCase());
    // A refund that needs a person may be any of the same amount.
    const unclear = own.filter((part) => part.transactionId === null).map(({ amount }) => amount);
    const others = read.returns.filter(({ transactionId: id, amount }) => {
      if (known.includes(id)) return false;
      const index = unclear.indexOf(amount);
      return index < 0 || unclear.splice(index, 1).length === 0;
    });
    return others.reduce((sum, { amount }) => sum + amount, read.reclaimed);
  }

  /** @param maxFailures - Failures after which the end is stored without the handlers, with those of the steps before it. */
  async #end(
    sale: ClaimedSale,
    end: SaleEnd,
    abort: Pick<SaleChange, 'abort'> = {},
    maxFailures = MAX_FAILURES,
  ): Promise<void> {
    const isWatched = end.reason === 'not-received' || end.reason === 'no-end';
    const dueInMs = end.state === 'paid' ? (CHECK_MS[0] ?? null) : isWatched ? MAX_PAUSE_MS : null;
    const change = { ...abort, ...end, failures: 0, dueInMs };
    try {
      await this.store.sql.database.transaction(async (session, transaction) => {
        const ended = await this.store.change(sale, change, session);
        if (ended !== null) await this.hooks.hook?.ended(ended, session);
        const handling = ended === null ? Promise.resolve() : this.handle(ended, transaction);
        await withinTime(systemClock, HANDLER_MS, handling, 'the handlers took too long');
        await requireOpenTransaction(session);
      });
      this.onChange(sale);
      this.hooks.hook?.wake();
    } catch (error) {
      const message = `The end was ${end.state}, and could not be handled: ${describeThrown(error).message}`;
      this.onError(`sale ${sale.id}: ${message}`);
      const failures = sale.failures + 1;
      const failed = { ...change, state: 'needs-a-person', reason: 'handler-failed' } as const;
      const retry = { failures, dueInMs: this.options.pollMs * failures ** 2 };
      if (failures < maxFailures) return this.#change(sale, retry);
      await this.#endUnhandled(sale, { ...failed, message, dueInMs: null }, end);
    }
  }

  /** Stores an end that the application's handlers could not handle. The hook knows it anyway: the money may have moved. */
  async #endUnhandled(sale: ClaimedSale, change: SaleChange, { state: actual }: SaleEnd): Promise<void> {
    await this.store.sql.database.transaction(async (session) => {
      const ended = await this.store.change(sale, change, session);
      if (ended !== null) await this.hooks.hook?.ended({ ...ended, state: actual }, session);
    });
    this.onChange(sale);
    this.hooks.hook?.wake();
  }

  async #change(sale: ClaimedSale, change: SaleChange): Promise<void> {
    const changed = await this.store.change(sale, change);
    if (changed !== null) this.onChange(changed);
    if (change.dueInMs === 0) this.wake();
  }
}

const state = 'needs-a-person';
const LOOK = 'Look at the terminal before you start it again.';
const GONE = `The service does not know this request, so it probably did not arrive. ${LOOK}`;
const NOT_RECEIVED: SaleEnd = { state, reason: 'not-received', message: GONE };
const NO_END: SaleEnd = { state, reason: 'no-end', message: `The service did not report the end. ${LOOK}` };
const TAKEN_BACK = 'The service took the payment back by itself. Ask the customer to pay again.';
const NOT_SENT_TEXT = 'It was not sent, and the service does not know it.';
const NOT_SENT: SaleEnd = { state: 'not-paid', reason: 'not-sent', message: NOT_SENT_TEXT };
const NOT_SENT_ABORTED: SaleEnd = { ...NOT_SENT, reason: 'aborted' };
const REVERSED: SaleEnd = { state, reason: 'reversed', message: TAKEN_BACK };
