import { SessionEvent } from '../areas/coded-values.generated.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import { systemClock } from '../core/values/clock.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { withinTime } from '../core/values/time-limit.js';
import { PollLoop } from '../inbox/poll-loop.js';
import { endOf } from './sale-end.js';
import type { SaleEnd } from './sale-end.js';
import type { ClaimedSale, SaleChange, SaleStore } from './sale-store.js';
import type { PaySale } from './sale.types.js';
import type { TerminalGateway } from './terminal-gateway.js';

/** Steps that one process takes at the same time. */
const MAX_STEPS = 50;
/** Longer than any step: a request has 15 seconds. */
const LEASE_MS = 30_000;
/** A sale that was stored before a crash is still sent for this long. Later, the customer has left the terminal. */
const FRESH_MS = 20_000;
/** How long the service may not know a session that was sent, because it stores sessions with a delay. */
const NOT_FOUND_MS = 15_000;
/** How long "terminal busy" is read again, because it is unclear whether that result is final. */
const BUSY_MS = 5_000;
/** How long an abort after the deadline may take. */
const ABORT_MS = 30_000;
const MAX_PAUSE_MS = 3_000;
/** How long, and how seldom at most, the service is asked about a sale that needs a person. */
const WATCH_MS = 86_400_000;
const MAX_WATCH_PAUSE_MS = 600_000;
/** The service reverses a terminal payment within a second, so its transaction is read after these times. */
const CHECK_MS = [15_000, 60_000, 60_000, 60_000];
/** Failures of handlers after which the end is stored without them. */
const MAX_FAILURES = 5;
const HANDLER_MS = 60_000;
/** HTTP status of an abort that is already in progress, and of a used session ID. */
const CONFLICT = 409;

/** Takes the steps of all sales, together with the workers of other processes. Each step is short, and stores what it found out. */
export class SaleWorker {
  readonly #loop: PollLoop;
  readonly #steps = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #sessions: string[] = [];
  #transactions: string[] = [];

  constructor(
    private readonly store: SaleStore<unknown>,
    private readonly gateway: TerminalGateway,
    private readonly options: { pollMs: number; deadlineMs: number },
    /** Runs the application's handlers for the end of a sale. */
    private readonly handle: (sale: PaySale, transaction: unknown) => Promise<void>,
    private readonly onChange: (sale: PaySale) => void,
    private readonly onError: (text: string) => void,
  ) {
    this.#loop = new PollLoop(systemClock, options.pollMs, () => this.#claim());
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#loop.stop();
    await Promise.all(this.#steps);
  }

  /** Takes due steps now, and a step of the sale that an event was about. */
  wake(session?: string | null, transaction?: string | null): void {
    if (session != null) this.#sessions.push(session);
    if (transaction != null) this.#transactions.push(transaction);
    this.#loop.wake();
  }

  async #claim(): Promise<void> {
    const free = MAX_STEPS - this.#steps.size;
    const about = [this.#sessions.splice(0), this.#transactions.splice(0)];
    const failed = (error: unknown): void => this.onError(describeThrown(error).message);
    const claimed = await this.store.claim(free, LEASE_MS, about).catch(failed);
    for (const sale of claimed ?? []) {
      const step = this.#step(sale).catch(failed);
      this.#steps.add(step);
      void step.then(() => this.#steps.delete(step));
    }
  }

  #step(sale: ClaimedSale): Promise<void> {
    if (sale.state === 'paid') return this.#check(sale);
    if (sale.state === 'open' && sale.step === 'stored') return this.#send(sale);
    const isLate = sale.abort === null && sale.sentMs > this.options.deadlineMs;
    const mustAbort = sale.state === 'open' && (sale.abort === 'requested' || isLate);
    return mustAbort ? this.#abort(sale) : this.#read(sale);
  }

  async #send(sale: ClaimedSale): Promise<void> {
    const { pollMs } = this.options;
    const end = (message: string): Promise<void> =>
      this.#end(sale, { state: 'not-paid', reason: sale.abort === null ? 'not-sent' : 'aborted', message });
    if (sale.abort !== null) return end('It was aborted before it was sent.');
    if (sale.ageMs > FRESH_MS) return end('The process ended before it sent the request.');
    if (!(await this.store.markSending(sale))) return this.#change(sale, { dueInMs: 0 });
    const response = await this.gateway.send(sale);
    if (response.success) return this.#change(sale, { step: 'sent', dueInMs: pollMs });
    // With a used session ID, the service has a session to read.
    const mayHaveArrived = response.error.outcome === 'unknown' || response.error.httpStatus === CONFLICT;
    return mayHaveArrived ? this.#change(sale, { dueInMs: pollMs }) : end(response.message);
  }

  /** Sends an abort. Only the end of the session shows whether it was in time. */
  async #abort(sale: ClaimedSale): Promise<void> {
    const response = await this.gateway.abort(sale);
    const isAccepted = response.success || response.error.httpStatus === CONFLICT;
    const isUnknown = !isAccepted && response.error.outcome === 'unknown';
    return this.#read(sale, isUnknown ? {} : { abort: isAccepted ? 'accepted' : 'rejected' });
  }

  async #read(sale: ClaimedSale, abort: Pick<SaleChange, 'abort'> = {}): Promise<void> {
    const response = await this.gateway.read(sale.id, this.#closing.signal);
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
    const pause = Math.max(this.options.pollMs, Math.min(sale.sentMs / 8, MAX_PAUSE_MS));
    await this.#change(sale, { ...step, ...abort, dueInMs: pause });
  }

  /** Returns the end of a sale whose session the service does not report for too long; null if there is still time. */
  #endWithoutSession({ step, sentMs }: ClaimedSale, response: MethodReturn<unknown>): SaleEnd | null {
    const { code, error } = response.success ? { code: 'pending', error: null } : response;
    const isPatient = sentMs <= NOT_FOUND_MS;
    if (code === 'notfound' && step === 'sending') return isPatient ? null : NOT_RECEIVED;
    // A rejected read, such as a 403, stays rejected.
    const isRejected = code !== 'notfound' && error?.outcome === 'rejected' && !error.retryable;
    if ((!isRejected || isPatient) && sentMs <= this.options.deadlineMs + ABORT_MS) return null;
    return { ...NO_END, message: `${NO_END.message} ${response.message}` };
  }

  /** Reads the transaction of a paid sale, because the service can reverse a payment by itself. It then knows neither of both. */
  async #check(sale: ClaimedSale): Promise<void> {
    const { transactionId, failures } = sale;
    if (transactionId === null || sale.kind === 'refund') return this.#change(sale, { dueInMs: null });
    const response = await this.gateway.readTransaction(transactionId, sale);
    if (response.success) return this.#change(sale, { dueInMs: null });
    if (response.code === 'notfound' && failures > 0) return this.#end(sale, REVERSED);
    // Another failure says nothing: perhaps these credentials cannot read transactions.
    await this.#change(sale, { failures: failures + 1, dueInMs: CHECK_MS[failures + 1] ?? null });
  }

  async #end(sale: ClaimedSale, end: SaleEnd, abort: Pick<SaleChange, 'abort'> = {}): Promise<void> {
    const isWatched = end.reason === 'not-received' || end.reason === 'no-end';
    const dueInMs = end.state === 'paid' ? (CHECK_MS[0] ?? null) : isWatched ? MAX_PAUSE_MS : null;
    const change = { ...abort, ...end, failures: 0, dueInMs };
    try {
      await this.store.sql.database.transaction(async (session, transaction) => {
        const ended = await this.store.change(sale, change, session);
        const handling = ended === null ? Promise.resolve() : this.handle(ended, transaction);
        await withinTime(systemClock, HANDLER_MS, handling, 'the handlers took too long');
      });
      this.onChange(sale);
    } catch (error) {
      const message = `The end was ${end.state}, and could not be handled: ${describeThrown(error).message}`;
      this.onError(`sale ${sale.id}: ${message}`);
      const failures = sale.failures + 1;
      const failed = { ...change, state: 'needs-a-person', reason: 'handler-failed' } as const;
      const retry = { failures, dueInMs: this.options.pollMs * failures ** 2 };
      await this.#change(sale, failures < MAX_FAILURES ? retry : { ...failed, message, dueInMs: null });
    }
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
const REVERSED: SaleEnd = { state, reason: 'reversed', message: TAKEN_BACK };
