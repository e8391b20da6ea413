import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import { acceptCard, testCard, type CardEntry } from './card.js';
import type { ChangedBy } from './configured.js';
import type { PresentedCard } from './terminal-payments.js';
import type { TerminalRequest, TerminalSession } from './terminal-session.js';
import type { TerminalSessions } from './terminal-sessions.js';
import type { Terminal, TerminalBehavior, Terminals } from './terminals.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

export type { TerminalBehavior } from './terminals.js';

/** Default decline reason. @see contract/behaviour/pos.yaml enums.TransactionEventId */
const DO_NOT_HONOR = 10_005;

/** Card terminals and their simulated customers. */
export class CardTerminals {
  private readonly abandoned = new Table<true>('abandonedSessions');
  private readonly customers: PlannedWork<string>;

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly terminals: Terminals,
    private readonly sessions: TerminalSessions,
  ) {
    this.customers = new PlannedWork('plannedCustomers', clock, (sessionId) => this.presentCard(sessionId));
    sessions.onScreen = ({ sessionId }) => {
      const { customer, customerDelayMs } = this.behavior;
      if (customer === 'pays') this.customers.plan(sessionId, clock.now() + customerDelayMs, sessionId);
    };
  }

  get behavior(): TerminalBehavior {
    return this.terminals.behavior.value;
  }

  /** Changes the settings. @throws RangeError if a member is invalid. The message names the member. */
  configure(changes: Partial<TerminalBehavior>, by: ChangedBy = 'application'): void {
    for (const name of ['customerDelayMs', 'saveDelayMs'] as const) {
      const ms = changes[name];
      if (ms !== undefined && !(Number.isFinite(ms) && ms >= 0))
        throw new RangeError(`${name}: expected milliseconds of at least 0`);
    }
    this.terminals.behavior.change(by, (behavior) => ({ ...behavior, ...changes }));
  }

  list(): readonly Terminal[] {
    return this.terminals.list();
  }

  /** Adds a terminal, or changes the given members of an existing one. @throws RangeError if a member is invalid. The message names the member. */
  save(terminal: Partial<Terminal> & Pick<Terminal, 'terminalId'>): Terminal {
    return this.terminals.save(terminal);
  }

  /** Returns the session that a terminal shows or processes. */
  session(terminalId: string): TerminalSession | undefined {
    return this.sessions.current(terminalId);
  }

  /** Sends a request to its terminal. A paying customer presents a card after the configured delay. */
  request(request: TerminalRequest): TerminalSession {
    return this.sessions.create(request);
  }

  /** Presents a card, by default one that is approved. @throws RangeError if the terminal does not wait for a card, or the card is invalid. */
  insertCard(terminalId: string, entry?: CardEntry): void {
    this.sessions.presentCard(this.waitingSessionId(terminalId), this.card(entry));
  }

  /**
   * Presents a card that the issuer declines.
   *
   * @param options.declineWith - Reason of the issuer.
   * @param options.tryAgain - Whether the terminal then asks for another card in the same session.
   */
  decline(
    terminalId: string,
    { declineWith = DO_NOT_HONOR, tryAgain = false }: { declineWith?: number; tryAgain?: boolean } = {},
  ): void {
    this.sessions.presentCard(this.waitingSessionId(terminalId), { ...this.card(), declineWith }, tryAgain);
  }

  /** Presses the red key. @throws RangeError if the terminal does not wait for a card. */
  cancel(terminalId: string): void {
    this.sessions.cancel(this.waitingSessionId(terminalId));
  }

  /** Lets the customer choose to pay with a QR code. The session can then no longer be aborted. @throws RangeError if the terminal does not wait for a card. */
  chooseQrCode(terminalId: string): void {
    this.sessions.showQrCode(this.waitingSessionId(terminalId));
  }

  /** Lets the customer leave. The session times out about a minute after it was shown. @throws RangeError if the terminal does not wait for a card. */
  walkAway(terminalId: string): void {
    this.abandoned.set(this.waitingSessionId(terminalId), true);
  }

  /** Returns whether the customer of a session has left. */
  isAbandoned(sessionId: string): boolean {
    return this.abandoned.has(sessionId);
  }

  /** Lists the sessions in which a simulated customer will present a card. */
  coming(): readonly { readonly at: number; readonly session: TerminalSession }[] {
    return this.customers.list().flatMap(({ at, argument }) => {
      const session = this.sessions.find(argument);
      return session?.state === 'on-terminal' && !this.abandoned.has(argument) ? [{ at, session }] : [];
    });
  }

  /** Lets a paying customer present a card. */
  private presentCard(sessionId: string): void {
    const waits = this.sessions.find(sessionId)?.state === 'on-terminal' && !this.abandoned.has(sessionId);
    if (waits && this.behavior.customer === 'pays') this.sessions.presentCard(sessionId, this.card());
  }

  private waitingSessionId(terminalId: string): string {
    const session = this.sessions.current(terminalId);
    if (session?.state !== 'on-terminal')
      throw new RangeError(
        this.terminals.find(terminalId)
          ? `terminalId: terminal ${terminalId} does not wait for a card. A request reaches it after a second of virtual time`
          : `terminalId: terminal ${terminalId} is unknown`,
      );
    return session.sessionId;
  }

  private card(entry: CardEntry = testCard('approve', this.clock.now())): PresentedCard {
    const accepted = acceptCard(entry, this.clock.now(), this.ids);
    if ('problems' in accepted)
      throw new RangeError(
        Object.entries(accepted.problems)
          .map(([name, problem]) => `${name}: ${problem}`)
          .join('; '),
      );
    return accepted;
  }
}
