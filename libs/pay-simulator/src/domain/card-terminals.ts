import type { MerchantCore } from './merchant-core.js';
import { checkedInput } from './input.js';
import { acceptCard, testCard, type CardEntry } from './card.js';
import type { ChangedBy } from './configured.js';
import { FISCAL_DEVICE, type FiscalChecks } from './fiscal-checks.js';
import { readPublicKey } from './signed-sale.js';
import type { PresentedCard } from './terminal-payments.js';
import type { TerminalRequest, TerminalSession } from './terminal-session.js';
import type { TerminalSessions } from './terminal-sessions.js';
import type { Terminal, TerminalBehavior } from './terminals.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

export type { TerminalBehavior } from './terminals.js';

/** Time during which a terminal sells by itself after it lost its connection. @see contract/behaviour/pos.yaml rules "aade-autonomous" */
const AUTONOMOUS_MS = 48 * 3_600_000;
/** Default decline reason. @see contract/behaviour/pos.yaml enums.TransactionEventId */
const DO_NOT_HONOR = 10_005;

/** Checks the public key of a provider. @throws RangeError if its number or its key is invalid. */
function providerOf(id: string, key: string): readonly [string, string] {
  const name = `fiscalProviders.${id}`;
  if (!/^\d{1,3}$/.test(id) || id === FISCAL_DEVICE)
    throw new RangeError(`${name}: expected the number of a provider, and 800 is for fiscal devices`);
  return [id, readPublicKey(key, name).export({ format: 'der', type: 'spki' }).toString('base64')];
}

/** Card terminals and their simulated customers. */
export class CardTerminals {
  private readonly abandoned = new Table<true>('abandonedSessions');
  private readonly customers = new PlannedWork<string>('plannedCustomers', this.core.clock, (sessionId) =>
    this.presentCard(sessionId),
  );

  constructor(
    private readonly core: MerchantCore & { fiscalChecks: FiscalChecks; terminalSessions: TerminalSessions },
  ) {
    core.terminalSessions.onScreen = ({ sessionId }) => {
      const { customer, customerDelayMs } = this.behavior;
      if (customer === 'pays') this.customers.plan(sessionId, core.clock.now() + customerDelayMs, sessionId);
    };
  }

  get behavior(): TerminalBehavior {
    return this.core.terminals.behavior.value;
  }

  /** Changes how customers and terminals behave. Providers are added to those that are known. Returns all settings. @throws RangeError if a member is invalid. The message names the member. */
  configure(changes: Partial<TerminalBehavior>, by: ChangedBy = 'application'): TerminalBehavior {
    const given = checkedInput('setTerminalSettings', changes);
    const added = Object.entries(given.fiscalProviders ?? {}).map(([id, key]) => providerOf(id, key));
    this.core.terminals.behavior.change(by, (behavior) => ({
      ...behavior,
      ...given,
      fiscalProviders: { ...behavior.fiscalProviders, ...Object.fromEntries(added) },
    }));
    return this.behavior;
  }

  list(): readonly Terminal[] {
    return this.core.terminals.list();
  }

  /** Adds a terminal, or changes the given members of an existing one. @throws RangeError if a member is invalid. The message names the member. */
  save(terminal: Partial<Terminal> & Pick<Terminal, 'terminalId'>): Terminal {
    const known = this.core.terminals.find(terminal.terminalId);
    const { offline = known?.offline ?? false } = terminal;
    const offlineSince = offline ? (known?.offlineSince ?? this.core.clock.now()) : null;
    return this.core.terminals.save({ ...terminal, offlineSince });
  }

  /** Returns the session that a terminal shows or processes. */
  session(terminalId: string): TerminalSession | undefined {
    return this.core.terminalSessions.current(terminalId);
  }

  /** Sends a request to its terminal. A paying customer presents a card after the configured delay. */
  request(request: TerminalRequest): TerminalSession {
    return this.core.terminalSessions.create(request);
  }

  /** Presents a card, by default one that is approved. @throws RangeError if the terminal does not wait for a card, or the card is invalid. */
  insertCard(terminalId: string, entry?: CardEntry): void {
    this.core.terminalSessions.presentCard(this.waitingSessionId(terminalId), this.card(entry));
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
    this.core.terminalSessions.presentCard(
      this.waitingSessionId(terminalId),
      { ...this.card(), declineWith },
      tryAgain,
    );
  }

  /** Presses the red key. @throws RangeError if the terminal does not wait for a card. */
  cancel(terminalId: string): void {
    this.core.terminalSessions.cancel(this.waitingSessionId(terminalId));
  }

  /** Lets the customer choose to pay with a QR code. The session can then no longer be aborted. @throws RangeError if the terminal does not wait for a card. */
  chooseQrCode(terminalId: string): void {
    this.core.terminalSessions.showQrCode(this.waitingSessionId(terminalId));
  }

  /** Lets the customer leave. The session times out about a minute after it was shown. @throws RangeError if the terminal does not wait for a card. */
  walkAway(terminalId: string): void {
    this.abandoned.set(this.waitingSessionId(terminalId), true);
  }

  /** Lists the preloaded sales that wait at a terminal, oldest first. */
  preloaded(terminalId: string): readonly TerminalSession[] {
    return this.core.terminalSessions.preloaded(terminalId);
  }

  /** Starts a preloaded sale at its terminal, which then asks for a card. @throws RangeError if the sale does not wait there, or the terminal is busy. */
  startPreloaded(sessionId: string): TerminalSession {
    const session = this.core.terminalSessions.find(sessionId);
    if (session?.state !== 'preloaded')
      throw new RangeError(`sessionId: session ${sessionId} is no preloaded sale that waits at a terminal`);
    if (this.core.terminalSessions.current(session.terminalId))
      throw new RangeError(`sessionId: terminal ${session.terminalId} is busy with another sale`);
    return this.core.terminalSessions.startPreloaded(sessionId);
  }

  /**
   * Sells at a terminal that lost its connection, without a signature.
   *
   * @throws RangeError if AADE is off, or the terminal is connected, or was disconnected more than 48 hours ago.
   */
  sellAutonomously(request: Omit<TerminalRequest, 'kind' | 'sessionId' | 'cashRegisterId'>): TerminalSession {
    const { terminalId } = request;
    const terminal = this.core.terminals.find(terminalId);
    if (!terminal) throw new RangeError(`terminalId: terminal ${terminalId} is unknown`);
    if (!this.core.fiscalChecks.isOn)
      throw new RangeError(
        'terminalId: AADE is off. Switch on the permission useAade before an autonomous sale',
      );
    if (terminal.offlineSince === null)
      throw new RangeError(
        `terminalId: terminal ${terminalId} is connected, so it takes sales of its cash register only. Save it with offline: true`,
      );
    if (this.core.clock.now() - terminal.offlineSince > AUTONOMOUS_MS)
      throw new RangeError(
        `terminalId: terminal ${terminalId} lost its connection more than 48 hours ago, so it does not sell by itself any more`,
      );
    if (this.core.terminalSessions.current(terminalId))
      throw new RangeError(`terminalId: terminal ${terminalId} is busy`);
    const autonomous = {
      ...request,
      kind: 'sale' as const,
      sessionId: this.core.ids.uuid(),
      cashRegisterId: '',
    };
    return this.core.terminalSessions.sellAutonomously(autonomous, this.card());
  }

  /** Returns whether the customer of a session has left. */
  isAbandoned(sessionId: string): boolean {
    return this.abandoned.has(sessionId);
  }

  /** Lists the sessions in which a simulated customer will present a card. */
  coming(): readonly { readonly at: number; readonly session: TerminalSession }[] {
    return this.customers.list().flatMap(({ at, argument }) => {
      const session = this.core.terminalSessions.find(argument);
      return session?.state === 'on-terminal' && !this.abandoned.has(argument) ? [{ at, session }] : [];
    });
  }

  /** Lets a paying customer present a card. */
  private presentCard(sessionId: string): void {
    const waits =
      this.core.terminalSessions.find(sessionId)?.state === 'on-terminal' && !this.abandoned.has(sessionId);
    if (waits && this.behavior.customer === 'pays')
      this.core.terminalSessions.presentCard(sessionId, this.card());
  }

  private waitingSessionId(terminalId: string): string {
    const session = this.core.terminalSessions.current(terminalId);
    if (session?.state !== 'on-terminal')
      throw new RangeError(
        this.core.terminals.find(terminalId)
          ? `terminalId: terminal ${terminalId} does not wait for a card. A request reaches it after a second of virtual time`
          : `terminalId: terminal ${terminalId} is unknown`,
      );
    return session.sessionId;
  }

  private card(entry: CardEntry = testCard('approve', this.core.clock.now())): PresentedCard {
    const accepted = acceptCard(entry, this.core.clock.now(), this.core.ids);
    if ('problems' in accepted)
      throw new RangeError(
        Object.entries(accepted.problems)
          .map(([name, problem]) => `${name}: ${problem}`)
          .join('; '),
      );
    return accepted;
  }
}
