import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import { acceptCard, testCard, type CardEntry } from './card.js';
import { Configured, type ChangedBy, type ResetTo } from './configured.js';
import type { PresentedCard } from './terminal-payments.js';
import type { TerminalRequest, TerminalSession } from './terminal-session.js';
import type { TerminalSessions } from './terminal-sessions.js';
import type { Terminal, Terminals } from './terminals.js';

/** Issuer's reason of a decline that names none. @see contract/pos.json enums.TransactionEventId */
const DO_NOT_HONOUR = 10_005;

/** Settings for the behavior of customers and terminals. */
export interface TerminalBehaviour {
  /** `pays`: a test card is presented by itself after a while; `waits`: only {@link CardTerminals} methods do anything. */
  readonly customer: 'pays' | 'waits';
  /** How long a customer who pays takes, virtual milliseconds. */
  readonly customerDelayMs: number;
  /** What becomes of a request to a terminal that is unknown or off; `silent` never ends. */
  readonly unreachable: Terminals['unreachable'];
  /** How long a new session answers 404, virtual milliseconds. */
  readonly saveDelayMs: number;
}

const DEFAULTS: TerminalBehaviour = {
  customer: 'pays',
  customerDelayMs: 3_000,
  unreachable: 'not-connected',
  saveDelayMs: 0,
};

/** Card terminals and their simulated customers. */
export class CardTerminals {
  private readonly configured = new Configured(DEFAULTS);
  private readonly abandoned = new Set<string>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly terminals: Terminals,
    private readonly sessions: TerminalSessions,
  ) {}

  get behaviour(): TerminalBehaviour {
    return this.configured.value;
  }

  /** Changes how customers and terminals behave. @throws RangeError naming the member that is wrong. */
  configure(changes: Partial<TerminalBehaviour>, by: ChangedBy = 'application'): void {
    for (const name of ['customerDelayMs', 'saveDelayMs'] as const) {
      const ms = changes[name];
      if (ms !== undefined && !(Number.isFinite(ms) && ms >= 0))
        throw new RangeError(`${name}: expected milliseconds, 0 or more`);
    }
    this.configured.change(by, (behaviour) => ({ ...behaviour, ...changes }));
    this.terminals.unreachable = this.behaviour.unreachable;
  }

  list(): readonly Terminal[] {
    return this.terminals.list();
  }

  /** Adds a terminal, or changes the named members of one that exists. @throws RangeError naming the member that is wrong. */
  save(terminal: Partial<Terminal> & Pick<Terminal, 'terminalId'>): Terminal {
    return this.terminals.save(terminal);
  }

  /** What a terminal shows or carries out now. */
  session(terminalId: string): TerminalSession | undefined {
    return this.sessions.current(terminalId);
  }

  /** Sends a request to its terminal, where a customer who pays presents a card after a while. */
  request(request: TerminalRequest): TerminalSession {
    return this.sessions.create(request, (shown) => {
      const { customer, customerDelayMs } = this.behaviour;
      if (customer === 'waits') return;
      this.clock.schedule(this.clock.now() + customerDelayMs, () => {
        const waits =
          this.sessions.find(shown.sessionId)?.state === 'on-terminal' &&
          !this.abandoned.has(shown.sessionId);
        if (waits && this.behaviour.customer === 'pays')
          this.sessions.presentCard(shown.sessionId, this.card());
      });
    });
  }

  /** The customer presents a card, without an entry one that is approved. @throws RangeError when no card is awaited, or it is not one. */
  insertCard(terminalId: string, entry?: CardEntry): void {
    this.sessions.presentCard(this.waiting(terminalId), this.card(entry));
  }

  /**
   * The customer presents a card that the issuer declines.
   *
   * @param declineWith issuer's reason. @param tryAgain the terminal then asks for another card, in the same session.
   */
  decline(
    terminalId: string,
    { declineWith = DO_NOT_HONOUR, tryAgain = false }: { declineWith?: number; tryAgain?: boolean } = {},
  ): void {
    this.sessions.presentCard(this.waiting(terminalId), { ...this.card(), declineWith }, tryAgain);
  }

  /** Simulates a press of the red key. @throws RangeError when no card is awaited. */
  cancel(terminalId: string): void {
    this.sessions.cancel(this.waiting(terminalId));
  }

  /** Simulates a customer who leaves. The session times out about a minute after it was shown. @throws RangeError when no card is awaited. */
  walkAway(terminalId: string): void {
    this.abandoned.add(this.waiting(terminalId));
  }

  /** Whether the customer of a session has left. */
  isAbandoned(sessionId: string): boolean {
    return this.abandoned.has(sessionId);
  }

  reset(to: ResetTo): void {
    this.configured.reset(to);
    this.terminals.unreachable = this.behaviour.unreachable;
    this.abandoned.clear();
  }

  private waiting(terminalId: string): string {
    const session = this.sessions.current(terminalId);
    if (session?.state !== 'on-terminal')
      throw new RangeError(`terminalId: terminal ${terminalId} does not wait for a card`);
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
