import type { SimulatorClock } from './clock.js';
import type { FiscalChecks } from './fiscal-checks.js';
import type { PublishEvent } from './events.js';
import { Refusal } from './refusal.js';
import type { PresentedCard, TerminalOutcome, TerminalPayments } from './terminal-payments.js';
import {
  isFinal,
  moveSession,
  needsCard,
  SessionEvent,
  type SessionState,
  type TerminalRequest,
  type TerminalRequestKind,
  type TerminalSession,
} from './terminal-session.js';
import { isReachable, type Terminal, type Terminals } from './terminals.js';
import type { Transaction } from './transaction.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

/** Time until an authorization gets a response, in virtual milliseconds. */
export const AUTHORIZE_MS = 1_500;
/** Time that a terminal waits for a card: about a minute. @see contract/openapi/pos.yaml */
const CARD_TIMEOUT_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Time until an accepted abort reaches the terminal. */
const ABORT_MS = 2_000;

const DISABLED_KIND_EVENTS: Readonly<Record<TerminalRequestKind, SessionEvent>> = {
  sale: SessionEvent.SaleMissing,
  preauth: SessionEvent.PreauthMissing,
  capture: SessionEvent.PreauthMissing,
  refund: SessionEvent.CancellationMissing,
  'unreferenced-refund': SessionEvent.CancellationMissing,
  'fast-refund': SessionEvent.NotPermittedOnTerminal,
  rebate: SessionEvent.NotPermittedOnTerminal,
};

/** The next step of a session. Each kind is planned at most once for a session. */
type Step =
  | { readonly kind: 'arrive' | 'time-out' | 'expire' | 'abort' | 'execute'; readonly sessionId: string }
  | {
      readonly kind: 'authorize';
      readonly sessionId: string;
      readonly presented: PresentedCard;
      readonly tryAgain: boolean;
    };

/** Sessions of terminals on the virtual clock. */
export class TerminalSessions {
  /** Called when a terminal starts to wait for a card. */
  onScreen: (session: TerminalSession) => void = () => undefined;
  private readonly byId = new Table<TerminalSession>('terminalSessions');
  private readonly showingQrCode = new Table<true>('qrCodeSessions');
  private readonly steps: PlannedWork<Step>;

  constructor(
    private readonly clock: SimulatorClock,
    private readonly terminals: Terminals,
    private readonly payments: TerminalPayments,
    private readonly fiscal: FiscalChecks,
    private readonly publish: PublishEvent,
  ) {
    this.steps = new PlannedWork('plannedTerminalSteps', clock, (step) => this.run(step));
  }

  /**
   * Sends a request to its terminal.
   *
   * @throws Refusal 409 if the session ID exists or the parent has not ended, 404 if the parent is unknown or aborted.
   */
  create(request: TerminalRequest): TerminalSession {
    const { sessionId, parentSessionId } = request;
    if (this.byId.has(sessionId)) throw new Refusal(409, 'Session with this ID already exists', 1201);
    if (parentSessionId !== null) {
      const parent = this.byId.get(parentSessionId);
      if (!parent || parent.state === 'aborted') throw new Refusal(404, 'Parent session was not found', 1203);
      if (!isFinal(parent)) throw new Refusal(409, 'Parent session is still being processed', 1204);
    }
    const created = this.save(this.newSession(request));
    this.after(this.terminals.behavior.value.reachDelayMs, { kind: 'arrive', sessionId });
    return created;
  }

  /** Starts a sale at the terminal itself, with a presented card. @see contract/behaviour/pos.yaml rules "aade-autonomous" */
  sellAutonomously(request: TerminalRequest, presented: PresentedCard): TerminalSession {
    const { sessionId } = this.save({ ...this.newSession(request), autonomous: true });
    this.presentCard(sessionId, presented);
    return this.get(sessionId);
  }

  /** Shows a preloaded sale on its terminal. @throws Error if the session does not wait at the terminal. */
  startPreloaded(sessionId: string): TerminalSession {
    this.show(sessionId);
    return this.get(sessionId);
  }

  /** Lists the preloaded sales that wait at a terminal, oldest first. */
  preloaded(terminalId: string): readonly TerminalSession[] {
    return this.list().filter((one) => one.terminalId === terminalId && one.state === 'preloaded');
  }

  find(sessionId: string): TerminalSession | undefined {
    return this.byId.get(sessionId);
  }

  list(): readonly TerminalSession[] {
    return [...this.byId.values()];
  }

  /** Returns the session that a terminal shows or processes. */
  current(terminalId: string): TerminalSession | undefined {
    return this.list().find(
      (one) => one.terminalId === terminalId && (one.state === 'on-terminal' || one.state === 'authorizing'),
    );
  }

  /**
   * Requests an abort. It takes effect after a delay, unless a card is presented before.
   *
   * @throws Refusal 404 for an unknown session, 403 for another cash register, 409 for a repeated abort.
   */
  abort(sessionId: string, cashRegisterId: string): void {
    const session = this.byId.get(sessionId);
    if (!session) throw new Refusal(404, 'Session was not found', 1205);
    if (session.cashRegisterId !== cashRegisterId)
      throw new Refusal(403, 'Only the cash register that created the session may abort it', 1206);
    if (session.abortAskedAt !== null) throw new Refusal(409, 'Session is already aborted', 1208);
    this.save({ ...session, abortAskedAt: this.clock.now() });
    this.after(ABORT_MS, { kind: 'abort', sessionId });
  }

  /**
   * Presents a card to the session that waits for one.
   *
   * @param tryAgain - Whether the terminal asks for another card in the same session after a decline.
   * @throws Error if the session does not wait for a card.
   */
  presentCard(sessionId: string, presented: PresentedCard, tryAgain = false): void {
    this.move(sessionId, 'authorizing', { card: presented.card });
    this.after(AUTHORIZE_MS, { kind: 'authorize', sessionId, presented, tryAgain });
  }

  /** Shows a QR code instead of waiting for a card. An abort then has no effect. @see contract/behaviour/pos.yaml traps */
  showQrCode(sessionId: string): void {
    this.showingQrCode.set(sessionId, true);
  }

  /** Cancels the session, as the red key does. @throws Error if the session does not wait for a card. */
  cancel(sessionId: string): void {
    this.finish(sessionId, 'cancelled', { eventId: SessionEvent.CancelledByUser });
  }

  private run(step: Step): void {
    const { sessionId } = step;
    if (step.kind === 'arrive') this.handleArrival(sessionId);
    else if (step.kind === 'abort') this.applyAbort(sessionId);
    else if (step.kind === 'execute') this.execute(sessionId);
    else if (step.kind === 'authorize') this.authorize(sessionId, step.presented, step.tryAgain);
    else if (step.kind === 'expire') this.expire(sessionId);
    else if (this.get(sessionId).state === 'on-terminal') this.timeOut(sessionId);
  }

  /** Ends a session without a card. A preloaded sale waits again, because its hours count. */
  private timeOut(sessionId: string): void {
    if (this.get(sessionId).preloadedUntil === undefined) {
      this.finish(sessionId, 'timed-out', { eventId: SessionEvent.TimedOut });
      return;
    }
    this.move(sessionId, 'preloaded', {});
    this.expire(sessionId);
  }

  private expire(sessionId: string): void {
    const { state, preloadedHours, preloadedUntil = 0 } = this.get(sessionId);
    if (state !== 'preloaded' || this.clock.now() < preloadedUntil) return;
    this.finish(sessionId, 'failed', {
      eventId: SessionEvent.AadeReceiptExpired,
      fiscalProblem: `The preloaded sale was not started at the terminal for its ${preloadedHours} hours.`,
    });
  }

  private authorize(sessionId: string, presented: PresentedCard, tryAgain: boolean): void {
    const session = this.get(sessionId);
    const takes = session.kind === 'sale' || session.kind === 'preauth';
    const outcome = takes ? this.payments.charge(session, presented) : this.payments.send(session, presented);
    if (outcome.eventId !== SessionEvent.DeclinedByServer || !tryAgain) {
      this.end(sessionId, outcome);
      return;
    }
    this.move(sessionId, 'on-terminal', { card: null });
    if (session.abortAskedAt !== null) this.applyAbort(sessionId);
  }

  private handleArrival(sessionId: string): void {
    const session = this.get(sessionId);
    const terminal = this.terminals.find(session.terminalId);
    if (!isReachable(terminal)) {
      if (this.terminals.behavior.value.unreachable === 'not-connected')
        this.finish(sessionId, 'failed', { eventId: SessionEvent.TerminalNotConnected });
      return;
    }
    const isPreloaded =
      session.aade !== undefined && session.preloadedHours !== undefined && this.fiscal.isOn;
    const refusal = this.refusal(session, terminal, isPreloaded);
    if (refusal) this.finish(sessionId, 'failed', refusal);
    else if (isPreloaded) this.preload(session);
    else if (needsCard(session)) this.show(sessionId);
    else {
      this.move(sessionId, 'authorizing', {});
      this.after(AUTHORIZE_MS, { kind: 'execute', sessionId });
    }
  }

  /** Returns the event that ends a request when it reaches its terminal, or undefined. */
  private refusal(
    session: TerminalSession,
    terminal: Terminal,
    isPreloaded: boolean,
  ): Pick<TerminalSession, 'eventId' | 'fiscalProblem'> | undefined {
    if (!isPreloaded && this.current(session.terminalId)) return { eventId: SessionEvent.TerminalBusy };
    if (session.refusedAs !== undefined) return { eventId: session.refusedAs };
    if (terminal.lacks.includes(session.kind)) return { eventId: DISABLED_KIND_EVENTS[session.kind] };
    const fiscal = this.fiscal.problem(session);
    return fiscal ? { eventId: fiscal.eventId, fiscalProblem: fiscal.problem } : undefined;
  }

  private preload({ sessionId, preloadedHours = 0 }: TerminalSession): void {
    const ms = preloadedHours * HOUR_MS;
    this.move(sessionId, 'preloaded', { preloadedUntil: this.clock.now() + ms });
    this.after(ms, { kind: 'expire', sessionId });
  }

  private show(sessionId: string): void {
    const shown = this.move(sessionId, 'on-terminal', {});
    this.after(CARD_TIMEOUT_MS, { kind: 'time-out', sessionId });
    this.onScreen(shown);
  }

  /** Executes a capture or a refund, which needs no card. */
  private execute(sessionId: string): void {
    const session = this.get(sessionId);
    const parent = this.get(session.parentSessionId ?? '');
    const outcome =
      session.kind === 'capture'
        ? this.payments.capture(session, parent)
        : this.payments.refund(session, parent);
    this.end(sessionId, outcome);
  }

  private applyAbort(sessionId: string): void {
    const { state } = this.get(sessionId);
    if ((state !== 'on-terminal' && state !== 'preloaded') || this.showingQrCode.has(sessionId)) return;
    this.finish(sessionId, 'aborted', { eventId: SessionEvent.Aborted, abortTakenAt: this.clock.now() });
  }

  private end(sessionId: string, { eventId, transactionEventId, transaction }: TerminalOutcome): void {
    const state =
      eventId === SessionEvent.Approved
        ? 'approved'
        : eventId === SessionEvent.DeclinedByServer
          ? 'declined'
          : 'failed';
    const session = this.get(sessionId);
    const card = transaction?.card ?? session.card;
    const fiscal = this.fiscal.result(session, transaction);
    this.finish(
      sessionId,
      state,
      { eventId, transactionEventId, transactionId: transaction?.id ?? null, card, ...fiscal },
      transaction,
    );
  }

  private finish(
    sessionId: string,
    state: SessionState,
    changes: Partial<TerminalSession>,
    transaction: Transaction | null = null,
  ): void {
    const session = this.move(sessionId, state, { ...changes, finishedAt: this.clock.now() });
    this.publish({ type: state === 'approved' ? 'session-paid' : 'session-failed', session, transaction });
  }

  private move(sessionId: string, state: SessionState, changes: Partial<TerminalSession>): TerminalSession {
    return this.save({ ...moveSession(this.get(sessionId), state), ...changes });
  }

  private newSession(request: TerminalRequest): TerminalSession {
    return {
      ...request,
      state: 'created',
      createdAt: this.clock.now(),
      finishedAt: null,
      eventId: 0,
      transactionEventId: 0,
      transactionId: null,
      card: null,
      abortAskedAt: null,
      abortTakenAt: null,
    };
  }

  private get(sessionId: string): TerminalSession {
    const session = this.byId.get(sessionId);
    if (!session) throw new Error(`there is no session ${sessionId}`);
    return session;
  }

  private save(session: TerminalSession): TerminalSession {
    return this.byId.put(session.sessionId, session);
  }

  private after(ms: number, step: Step): void {
    this.steps.plan(`${step.sessionId} ${step.kind}`, this.clock.now() + ms, step);
  }
}
