import type { MerchantCore } from './merchant-core.js';
import type { FiscalChecks } from './fiscal-checks.js';
import { Refusal } from './refusal.js';
import type { PresentedCard, TerminalOutcome, TerminalPayments } from './terminal-payments.js';
import {
  isFinal,
  moveSession,
  needsCard,
  NEW_SESSION,
  REQUEST_KINDS,
  SessionEvent,
  type SessionState,
  type TerminalRequest,
  type TerminalSession,
} from './terminal-session.js';
import { isReachable, type Terminal } from './terminals.js';
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

/** The next step of a session. Each kind is planned at most once for a session. */
type Step =
  | { readonly kind: 'arrive' | 'time-out' | 'expire' | 'abort' | 'execute'; readonly sessionId: string }
  | {
      readonly kind: 'authorize';
      readonly sessionId: string;
      readonly presented: PresentedCard;
      readonly tryAgain: boolean;
    };

/** State of a session that ends with an event. All other events are failures. */
const END_STATES: Readonly<Partial<Record<SessionEvent, SessionState>>> = {
  [SessionEvent.Approved]: 'approved',
  [SessionEvent.DeclinedByServer]: 'declined',
};

/** Sessions of terminals on the virtual clock. */
export class TerminalSessions {
  /** Called when a terminal starts to wait for a card. */
  onScreen: (session: TerminalSession) => void = () => undefined;
  private readonly byId = new Table<TerminalSession>('terminalSessions');
  private readonly showingQrCode = new Table<true>('qrCodeSessions');
  private readonly steps = new PlannedWork<Step>('plannedTerminalSteps', this.core.clock, (step) =>
    this.run(this.get(step.sessionId), step),
  );

  constructor(
    private readonly core: MerchantCore & { fiscalChecks: FiscalChecks; terminalPayments: TerminalPayments },
  ) {}

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
    const created = this.add(request);
    this.after(this.core.terminals.behavior.value.reachDelayMs, { kind: 'arrive', sessionId });
    return created;
  }

  /** Starts a sale at the terminal itself, with a presented card. @see contract/behaviour/pos.yaml rules "aade-autonomous" */
  sellAutonomously(request: TerminalRequest, presented: PresentedCard): TerminalSession {
    const { sessionId } = this.add({ ...request, autonomous: true });
    this.presentCard(sessionId, presented);
    return this.get(sessionId);
  }

  /** Shows a preloaded sale on its terminal. @throws Error if the session does not wait at the terminal. */
  startPreloaded(sessionId: string): TerminalSession {
    this.show(this.get(sessionId));
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
    this.save({ ...session, abortAskedAt: this.core.clock.now() });
    this.after(ABORT_MS, { kind: 'abort', sessionId });
  }

  /**
   * Presents a card to the session that waits for one.
   *
   * @param tryAgain - Whether the terminal asks for another card in the same session after a decline.
   * @throws Error if the session does not wait for a card.
   */
  presentCard(sessionId: string, presented: PresentedCard, tryAgain = false): void {
    this.move(this.get(sessionId), 'authorizing', { card: presented.card });
    this.after(AUTHORIZE_MS, { kind: 'authorize', sessionId, presented, tryAgain });
  }

  /** Shows a QR code instead of waiting for a card. An abort then has no effect. @see contract/behaviour/pos.yaml traps */
  showQrCode(sessionId: string): void {
    this.showingQrCode.set(sessionId, true);
  }

  /** Cancels the session, as the red key does. @throws Error if the session does not wait for a card. */
  cancel(sessionId: string): void {
    this.finish(this.get(sessionId), 'cancelled', { eventId: SessionEvent.CancelledByUser });
  }

  private run(session: TerminalSession, step: Step): void {
    if (step.kind === 'arrive') this.arrive(session);
    else if (step.kind === 'abort') this.applyAbort(session);
    else if (step.kind === 'execute') this.execute(session);
    else if (step.kind === 'authorize') this.authorize(session, step.presented, step.tryAgain);
    else if (step.kind === 'expire') this.expire(session);
    else if (session.state === 'on-terminal') this.timeOut(session);
  }

  private arrive(session: TerminalSession): void {
    const terminal = this.core.terminals.find(session.terminalId);
    if (!isReachable(terminal)) {
      if (this.core.terminals.behavior.value.unreachable === 'not-connected')
        this.finish(session, 'failed', { eventId: SessionEvent.TerminalNotConnected });
      return;
    }
    const isPreloaded =
      session.aade !== undefined && session.preloadedHours !== undefined && this.core.fiscalChecks.isOn;
    const refusal = this.refusal(session, terminal, isPreloaded);
    if (refusal) this.finish(session, 'failed', refusal);
    else if (isPreloaded) this.preload(session);
    else if (needsCard(session)) this.show(session);
    else {
      this.move(session, 'authorizing');
      this.after(AUTHORIZE_MS, { kind: 'execute', sessionId: session.sessionId });
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
    if (terminal.lacks.includes(session.kind)) return { eventId: REQUEST_KINDS[session.kind][1] };
    const fiscal = this.core.fiscalChecks.problem(session);
    return fiscal ? { eventId: fiscal.eventId, fiscalProblem: fiscal.problem } : undefined;
  }

  private preload(session: TerminalSession): void {
    const { sessionId, preloadedHours = 0 } = session;
    const ms = preloadedHours * HOUR_MS;
    this.move(session, 'preloaded', { preloadedUntil: this.core.clock.now() + ms });
    this.after(ms, { kind: 'expire', sessionId });
  }

  private show(session: TerminalSession): void {
    const shown = this.move(session, 'on-terminal');
    this.after(CARD_TIMEOUT_MS, { kind: 'time-out', sessionId: session.sessionId });
    this.onScreen(shown);
  }

  /** Ends a session without a card. A preloaded sale waits again, because its hours count. */
  private timeOut(session: TerminalSession): void {
    if (session.preloadedUntil !== undefined) this.expire(this.move(session, 'preloaded'));
    else this.finish(session, 'timed-out', { eventId: SessionEvent.TimedOut });
  }

  private expire(session: TerminalSession): void {
    const { state, preloadedHours, preloadedUntil = 0 } = session;
    if (state !== 'preloaded' || this.core.clock.now() < preloadedUntil) return;
    this.finish(session, 'failed', {
      eventId: SessionEvent.AadeReceiptExpired,
      fiscalProblem: `The preloaded sale was not started at the terminal for its ${preloadedHours} hours.`,
    });
  }

  private authorize(session: TerminalSession, presented: PresentedCard, tryAgain: boolean): void {
    const [action] = REQUEST_KINDS[session.kind];
    const method = action === 'charge' ? 'charge' : 'send';
    const outcome = this.core.terminalPayments[method](session, presented);
    if (outcome.eventId !== SessionEvent.DeclinedByServer || !tryAgain) {
      this.end(session, outcome);
      return;
    }
    const waiting = this.move(session, 'on-terminal', { card: null });
    if (waiting.abortAskedAt !== null) this.applyAbort(waiting);
  }

  /** Executes a capture or a refund, which needs no card. */
  private execute(session: TerminalSession): void {
    const parent = this.get(session.parentSessionId ?? '');
    const action = session.kind === 'capture' ? 'capture' : 'refund';
    this.end(session, this.core.terminalPayments[action](session, parent));
  }

  private applyAbort(session: TerminalSession): void {
    const { sessionId, state } = session;
    if ((state !== 'on-terminal' && state !== 'preloaded') || this.showingQrCode.has(sessionId)) return;
    this.finish(session, 'aborted', { eventId: SessionEvent.Aborted, abortTakenAt: this.core.clock.now() });
  }

  private end(session: TerminalSession, { transaction, ...result }: TerminalOutcome): void {
    const changes = {
      ...result,
      transactionId: transaction?.id ?? null,
      card: transaction?.card ?? session.card,
      ...this.core.fiscalChecks.result(session, transaction),
    };
    this.finish(session, END_STATES[result.eventId] ?? 'failed', changes, transaction);
  }

  private finish(
    session: TerminalSession,
    state: SessionState,
    changes: Partial<TerminalSession>,
    transaction: Transaction | null = null,
  ): void {
    const ended = this.move(session, state, { ...changes, finishedAt: this.core.clock.now() });
    this.core.publish({
      type: state === 'approved' ? 'session-paid' : 'session-failed',
      session: ended,
      transaction,
    });
  }

  private move(
    session: TerminalSession,
    state: SessionState,
    changes: Partial<TerminalSession> = {},
  ): TerminalSession {
    return this.save({ ...moveSession(session, state), ...changes });
  }

  private get(sessionId: string): TerminalSession {
    const session = this.byId.get(sessionId);
    if (!session) throw new Error(`there is no session ${sessionId}`);
    return session;
  }

  private add(request: TerminalRequest & Pick<TerminalSession, 'autonomous'>): TerminalSession {
    return this.save({ ...NEW_SESSION, ...request, createdAt: this.core.clock.now() });
  }

  private save(session: TerminalSession): TerminalSession {
    return this.byId.put(session.sessionId, session);
  }

  private after(ms: number, step: Step): void {
    this.steps.plan(`${step.sessionId} ${step.kind}`, this.core.clock.now() + ms, step);
  }
}
