import type { SimulatorClock } from './clock.js';
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
import { LIVE_STATUS, type Terminals } from './terminals.js';
import type { Transaction } from './transaction.js';

/** How long a request needs to the terminal's screen, and an authorisation to its answer, virtual milliseconds. */
export const REACH_MS = 1_000;
export const AUTHORISE_MS = 1_500;
/** A terminal stops waiting for a card after about a minute. @see contract/pos.json */
const CARD_TIMEOUT_MS = 60_000;
/** How long an accepted abort needs to the terminal. */
const ABORT_MS = 2_000;

const MISSING: Readonly<Record<TerminalRequestKind, SessionEvent>> = {
  sale: SessionEvent.SaleMissing,
  preauth: SessionEvent.PreauthMissing,
  capture: SessionEvent.PreauthMissing,
  refund: SessionEvent.CancellationMissing,
  'unreferenced-refund': SessionEvent.CancellationMissing,
  'fast-refund': SessionEvent.NotPermittedOnTerminal,
  rebate: SessionEvent.NotPermittedOnTerminal,
};

/** Sessions of terminals on the virtual clock. */
export class TerminalSessions {
  private readonly byId = new Map<string, TerminalSession>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly terminals: Terminals,
    private readonly payments: TerminalPayments,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * Takes a request on its way to the terminal.
   *
   * @param onScreen hears of it when the terminal begins to wait for a card.
   * @throws Refusal 409 session id used before or parent unfinished, 404 parent unknown or aborted.
   */
  create(request: TerminalRequest, onScreen: (session: TerminalSession) => void): TerminalSession {
    const { sessionId, parentSessionId } = request;
    if (this.byId.has(sessionId)) throw new Refusal(409, 'Session with this ID already exists', 1201);
    if (parentSessionId !== null) {
      const parent = this.byId.get(parentSessionId);
      if (!parent || parent.state === 'aborted') throw new Refusal(404, 'Parent session was not found', 1203);
      if (!isFinal(parent)) throw new Refusal(409, 'Parent session is still being processed', 1204);
    }
    const created = this.save({
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
    });
    this.after(REACH_MS, () => this.reach(sessionId, onScreen));
    return created;
  }

  find(sessionId: string): TerminalSession | undefined {
    return this.byId.get(sessionId);
  }

  list(): readonly TerminalSession[] {
    return [...this.byId.values()];
  }

  /** The session that a terminal shows or carries out. */
  current(terminalId: string): TerminalSession | undefined {
    return this.list().find(
      (one) => one.terminalId === terminalId && (one.state === 'on-terminal' || one.state === 'authorising'),
    );
  }

  /**
   * Asks for an abort: it takes effect a little later, unless a card was faster.
   *
   * @throws Refusal 404 unknown, 403 another cash register's, 409 asked for before.
   */
  abort(sessionId: string, cashRegisterId: string): void {
    const session = this.byId.get(sessionId);
    if (!session) throw new Refusal(404, 'Session was not found', 1205);
    if (session.cashRegisterId !== cashRegisterId)
      throw new Refusal(403, 'Only the cash register that created the session may abort it', 1206);
    if (session.abortAskedAt !== null) throw new Refusal(409, 'Session is already aborted', 1208);
    this.save({ ...session, abortAskedAt: this.clock.now() });
    this.after(ABORT_MS, () => this.takeAbort(sessionId));
  }

  /**
   * Reads a card for the session that waits for one.
   *
   * @param tryAgain after a decline the terminal asks for another card, in the same session.
   * @throws Error when the session does not wait for a card.
   */
  presentCard(sessionId: string, presented: PresentedCard, tryAgain = false): void {
    this.move(sessionId, 'authorising', { card: presented.card });
    this.after(AUTHORISE_MS, () => {
      const session = this.get(sessionId);
      const takes = session.kind === 'sale' || session.kind === 'preauth';
      const outcome = takes
        ? this.payments.charge(session, presented)
        : this.payments.send(session, presented);
      if (outcome.eventId !== SessionEvent.DeclinedByServer || !tryAgain) {
        this.end(sessionId, outcome);
        return;
      }
      this.move(sessionId, 'on-terminal', { card: null });
      if (session.abortAskedAt !== null) this.takeAbort(sessionId);
    });
  }

  /** The customer presses the red key. @throws Error when the session does not wait for a card. */
  cancel(sessionId: string): void {
    this.finish(sessionId, 'cancelled', { eventId: SessionEvent.CancelledByUser });
  }

  reset(): void {
    this.byId.clear();
  }

  private reach(sessionId: string, onScreen: (session: TerminalSession) => void): void {
    const session = this.get(sessionId);
    const terminal = this.terminals.find(session.terminalId);
    if (terminal?.statusId !== LIVE_STATUS || terminal.offline) {
      if (this.terminals.unreachable === 'not-connected')
        this.finish(sessionId, 'failed', { eventId: SessionEvent.TerminalNotConnected });
      return;
    }
    if (this.current(session.terminalId))
      this.finish(sessionId, 'failed', { eventId: SessionEvent.TerminalBusy });
    else if (session.refusedAs !== undefined)
      this.finish(sessionId, 'failed', { eventId: session.refusedAs });
    else if (terminal.lacks.includes(session.kind))
      this.finish(sessionId, 'failed', { eventId: MISSING[session.kind] });
    else if (needsCard(session)) this.show(sessionId, onScreen);
    else this.carryOut(sessionId);
  }

  private show(sessionId: string, onScreen: (session: TerminalSession) => void): void {
    const shown = this.move(sessionId, 'on-terminal', {});
    this.after(CARD_TIMEOUT_MS, () => {
      if (this.get(sessionId).state === 'on-terminal')
        this.finish(sessionId, 'timed-out', { eventId: SessionEvent.TimedOut });
    });
    onScreen(shown);
  }

  /** Captures and refunds of an earlier session need no card. */
  private carryOut(sessionId: string): void {
    this.move(sessionId, 'authorising', {});
    this.after(AUTHORISE_MS, () => {
      const session = this.get(sessionId);
      const parent = this.get(session.parentSessionId ?? '');
      this.end(
        sessionId,
        session.kind === 'capture'
          ? this.payments.capture(session, parent)
          : this.payments.refund(session, parent),
      );
    });
  }

  private takeAbort(sessionId: string): void {
    if (this.get(sessionId).state !== 'on-terminal') return;
    this.finish(sessionId, 'aborted', { eventId: SessionEvent.Aborted, abortTakenAt: this.clock.now() });
  }

  private end(sessionId: string, { eventId, transactionEventId, transaction }: TerminalOutcome): void {
    const state =
      eventId === SessionEvent.Approved
        ? 'approved'
        : eventId === SessionEvent.DeclinedByServer
          ? 'declined'
          : 'failed';
    const card = transaction?.card ?? this.get(sessionId).card;
    this.finish(
      sessionId,
      state,
      { eventId, transactionEventId, transactionId: transaction?.id ?? null, card },
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

  private get(sessionId: string): TerminalSession {
    const session = this.byId.get(sessionId);
    if (!session) throw new Error(`there is no session ${sessionId}`);
    return session;
  }

  private save(session: TerminalSession): TerminalSession {
    this.byId.set(session.sessionId, session);
    return session;
  }

  private after(ms: number, run: () => void): void {
    this.clock.schedule(this.clock.now() + ms, run);
  }
}
