import { SessionEvent } from '../areas/pos-session/pos-session.enums.js';
import type { MethodFailure } from '../core/operation/method-return.js';
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
/** A sale that was stored before a crash is still sent for this long. Later, nobody waits at the terminal. */
const FRESH_MS = 20_000;
/** How long the service may not know a session that was sent, because it stores sessions with a delay. */
const NOT_FOUND_MS = 15_000;
/** How long "terminal busy" is read again, because it is unclear whether that result is final. */
const BUSY_MS = 5_000;
/** How long an abort after the deadline may take. */
const ABORT_MS = 30_000;
const MAX_PAUSE_MS = 3_000;
/** How long the service is asked about a sale that needs a person. */
const WATCH_MS = 86_400_000;
const MAX_WATCH_PAUSE_MS = 600_000;
/** The service reverses a terminal payment within a second, so its transaction is read after these times. */
const FIRST_CHECK_MS = 15_000;
const NEXT_CHECK_MS = 60_000;
const MAX_CHECKS = 5;
/** Failures of handlers after which the end is stored without them. */
const MAX_FAILURES = 5;
const HANDLER_MS = 60_000;
/** HTTP status of an abort that is already in progress, and of a used session ID. */
const CONFLICT = 409;

/** Runs the application's handlers for the end of a sale. */
export type RunHandlers = (sale: PaySale, transaction: unknown) => Promise<void>;

interface Parts {
  store: SaleStore<unknown>;
  gateway: TerminalGateway;
  runHandlers: RunHandlers;
  /** Called when a sale has changed. */
  onChange: (sale: PaySale) => void;
  onError: (text: string) => void;
  pollMs: number;
  deadlineMs: number;
}

/** Takes the steps of all sales, together with the workers of other processes. Each step is short, and stores what it found out. */
export class SaleWorker {
  readonly #loop: PollLoop;
  readonly #steps = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #sessions = new Set<string>();
  #transactions = new Set<string>();

  constructor(private readonly parts: Parts) {
    this.#loop = new PollLoop(systemClock, parts.pollMs, () => this.#claim());
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#loop.stop();
    await Promise.all(this.#steps.values());
  }

  /** Takes due steps now, and a step of the sale that an event was about. */
  wake({ session, transaction }: { session?: string; transaction?: string } = {}): void {
    if (session !== undefined) this.#sessions.add(session);
    if (transaction !== undefined) this.#transactions.add(transaction);
    this.#loop.wake();
  }

  async #claim(): Promise<void> {
    const free = MAX_STEPS - this.#steps.size;
    if (free <= 0) return;
    const woken = { sessions: [...this.#sessions], transactions: [...this.#transactions] };
    this.#sessions = new Set();
    this.#transactions = new Set();
    try {
      for (const sale of await this.parts.store.claim(free, LEASE_MS, woken)) {
        const step = this.#step(sale)
          .catch((error: unknown) => this.parts.onError(`sale ${sale.id}: ${describeThrown(error).message}`))
          .finally(() => this.#steps.delete(sale.id));
        this.#steps.set(sale.id, step);
      }
    } catch (error) {
      this.parts.onError(`sales could not be read: ${describeThrown(error).message}`);
    }
  }

  async #step(sale: ClaimedSale): Promise<void> {
    if (sale.state === 'paid') await this.#check(sale);
    else if (sale.state === 'open' && sale.step === 'stored') await this.#send(sale);
    else if (sale.state === 'open' && this.#mustAbort(sale)) await this.#abort(sale);
    else await this.#read(sale);
  }

  async #send(sale: ClaimedSale): Promise<void> {
    const notSent = { state: 'not-paid', reason: 'not-sent' } as const;
    if (sale.abort !== null)
      return this.#end(sale, {
        ...notSent,
        reason: 'aborted',
        message: 'It was aborted before it was sent.',
      });
    if (sale.ageMs > FRESH_MS)
      return this.#end(sale, { ...notSent, message: 'The process ended before it sent the request.' });
    const { store, gateway, pollMs } = this.parts;
    if (!(await store.markSending(sale))) return this.#change(sale, { dueInMs: 0 });
    const response = await gateway.send(sale);
    if (response.success) return this.#change(sale, { step: 'sent', dueInMs: pollMs });
    // With a used session ID, the service has a session to read.
    const hasArrived = response.error.httpStatus === CONFLICT;
    if (response.error.outcome === 'unknown' || hasArrived) return this.#change(sale, { dueInMs: pollMs });
    await this.#end(sale, { ...notSent, message: response.message });
  }

  #mustAbort({ abort, sentMs }: ClaimedSale): boolean {
    return abort === 'requested' || (abort === null && sentMs > this.parts.deadlineMs);
  }

  /** Sends an abort once. Only the end of the session shows whether it was in time. */
  async #abort(sale: ClaimedSale): Promise<void> {
    const response = await this.parts.gateway.abort(sale);
    const isAccepted = response.success || response.error.httpStatus === CONFLICT;
    if (!isAccepted && response.error.outcome === 'unknown') return this.#read(sale);
    return this.#read({ ...sale, abort: isAccepted ? 'accepted' : 'rejected' }, true);
  }

  async #read(sale: ClaimedSale, hasNewAbort = false): Promise<void> {
    const { gateway, deadlineMs } = this.parts;
    const response = await gateway.read(sale.id, this.#closing.signal);
    if (response.success && response.data !== null) {
      const isBusy = !response.data.success && response.data.eventId === SessionEvent.TerminalBusy;
      const end = endOf(sale, response.data);
      if (sale.state === 'not-paid' && end.state === 'not-paid') return this.#change(sale, { dueInMs: null });
      if (!(isBusy && sale.sentMs < BUSY_MS)) return this.#end(sale, end);
    }
    const abort = hasNewAbort ? { abort: sale.abort } : {};
    if (sale.state !== 'open') return this.#watch(sale);
    if (!response.success && this.#isGone(sale, response)) return this.#end(sale, notReceived(), abort);
    if (sale.sentMs > deadlineMs + ABORT_MS || isRejected(sale, response))
      return this.#end(sale, noEnd(response.success ? null : response.message), abort);
    const step = response.success ? { step: 'sent' as const } : {};
    await this.#change(sale, { ...step, ...abort, dueInMs: this.#pauseMs(sale) });
  }

  #isGone({ step, sentMs }: ClaimedSale, { code }: MethodFailure): boolean {
    return code === 'notfound' && step === 'sending' && sentMs > NOT_FOUND_MS;
  }

  /** Reads a sale again whose end a person may learn at the terminal, and the service may still report. */
  #watch(sale: ClaimedSale): Promise<void> {
    const dueInMs = Math.min(Math.max(MAX_PAUSE_MS, sale.ageMs / 8), MAX_WATCH_PAUSE_MS);
    return this.#change(sale, {
      dueInMs: sale.state === 'needs-a-person' && sale.ageMs < WATCH_MS ? dueInMs : null,
    });
  }

  /** Reads the transaction of a paid sale, because the service can reverse a payment by itself. It then knows neither of both. */
  async #check(sale: ClaimedSale): Promise<void> {
    if (sale.transactionId === null || sale.kind === 'refund') return this.#change(sale, { dueInMs: null });
    const response = await this.parts.gateway.readTransaction(sale.transactionId, sale);
    const failures = sale.failures + 1;
    if (response.success) return this.#change(sale, { dueInMs: null });
    if (response.code === 'notfound' && sale.failures > 0) return this.#end(sale, reversed());
    // Another failure says nothing: perhaps these credentials cannot read transactions.
    await this.#change(sale, { failures, dueInMs: failures < MAX_CHECKS ? NEXT_CHECK_MS : null });
  }

  async #end(sale: ClaimedSale, end: SaleEnd, more: Partial<SaleChange> = {}): Promise<void> {
    const { store, runHandlers, onChange, onError } = this.parts;
    const change = { ...more, ...end, failures: 0, dueInMs: dueAfter(end) };
    try {
      const ended = await store.end(sale, change, (one, transaction) =>
        withinTime(systemClock, HANDLER_MS, runHandlers(one, transaction), 'the handlers took too long'),
      );
      if (ended !== null) onChange(ended);
    } catch (error) {
      const { message } = describeThrown(error);
      const failures = sale.failures + 1;
      onError(`sale ${sale.id}: its end (${end.state}) could not be stored: ${message}`);
      if (failures < MAX_FAILURES)
        return this.#change(sale, { failures, dueInMs: this.parts.pollMs * failures ** 2 });
      await this.#change(sale, {
        ...change,
        state: 'needs-a-person',
        reason: 'handler-failed',
        message: `The end was ${end.state}. ${message}`,
        dueInMs: null,
      });
    }
  }

  async #change(sale: ClaimedSale, change: SaleChange): Promise<void> {
    const changed = await this.parts.store.change(sale, change);
    if (changed !== null) this.parts.onChange(changed);
    if (change.dueInMs === 0) this.wake();
  }

  #pauseMs({ sentMs }: ClaimedSale): number {
    return Math.min(Math.max(this.parts.pollMs, sentMs / 8), Math.max(MAX_PAUSE_MS, this.parts.pollMs));
  }
}

/** A rejected read, such as a 403, stays rejected. */
function isRejected({ sentMs }: ClaimedSale, response: { success: boolean }): boolean {
  const { success, code, error } = response as MethodFailure;
  return (
    !success &&
    code !== 'notfound' &&
    !error.retryable &&
    error.outcome === 'rejected' &&
    sentMs > NOT_FOUND_MS
  );
}

function dueAfter({ state, reason }: SaleEnd): number | null {
  if (state === 'paid') return FIRST_CHECK_MS;
  return reason === 'not-received' || reason === 'no-end' ? MAX_PAUSE_MS : null;
}

const notReceived = (): SaleEnd => ({
  state: 'needs-a-person',
  reason: 'not-received',
  message:
    'The service does not know this request, so it probably did not arrive. Check that the terminal shows nothing before you charge again.',
});

const noEnd = (why: string | null): SaleEnd => ({
  state: 'needs-a-person',
  reason: 'no-end',
  message: `The service did not report the end. ${why ?? 'The terminal may still be waiting.'} Look at the terminal before you charge again.`,
});

const reversed = (): SaleEnd => ({
  state: 'needs-a-person',
  reason: 'reversed',
  message:
    'The service took the payment back by itself. Do not hand over the goods, or ask the customer to pay again.',
});
