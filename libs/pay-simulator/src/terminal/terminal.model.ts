import { isFinal, SessionEvent, type TerminalSession } from '../domain/terminal-session.js';
import { LIVE_STATUS, type Terminal } from '../domain/terminals.js';
import { merchantChoices, type MerchantChoice } from '../console/merchant-choices.model.js';
import type { AccountServices } from '../services/merchant-services.js';
import { receiptLines } from './terminal-receipt.js';
import type { Services } from '../services/services.js';

/** Content of a terminal's screen. */
export type TerminalScreen =
  /** The terminal receives no requests, because it is switched off or not live. */
  | { readonly shows: 'nothing'; readonly because: 'off' | 'not-live' }
  | { readonly shows: 'ready' }
  /** The terminal waits for a card. `abandoned`: the customer has left. */
  | { readonly shows: 'request'; readonly session: TerminalSession; readonly abandoned: boolean }
  | { readonly shows: 'work'; readonly session: TerminalSession }
  | { readonly shows: 'result'; readonly session: TerminalSession };

/** A terminal and its screen. */
export interface ShownTerminal {
  readonly terminal: Terminal;
  readonly screen: TerminalScreen;
}

/** Content of a terminal's page. */
export type TerminalModel = ReturnType<typeof sharedModel> &
  ShownTerminal & {
    /** Preloaded sales that wait at the terminal, oldest first. */
    readonly preloaded: readonly TerminalSession[];
    /** Lines of the Greek receipt of the last payment. None without one. */
    readonly receipt: readonly string[];
  };

/** Content of the list of terminals. */
export type TerminalListModel = ReturnType<typeof terminalListModel>;

/** Services of the merchant whose terminals a page shows. */
export interface TerminalOwner extends AccountServices {
  readonly connectedId: string | null;
  readonly merchants: readonly MerchantChoice[];
}

/** Returns the connected merchant that the query names, or the main merchant. */
export function terminalOwner(services: Services, query: URLSearchParams): TerminalOwner {
  const connectedId = query.get('merchant');
  const connected = connectedId === null ? undefined : services.connectedMerchants.find(connectedId);
  return {
    ...(connected ?? services),
    connectedId: connected ? connectedId : null,
    merchants: merchantChoices(services),
  };
}

/** A session that ended in this state was never shown on a screen. */
const NEVER_SHOWN: ReadonlySet<SessionEvent> = new Set([
  SessionEvent.TerminalBusy,
  SessionEvent.TerminalNotConnected,
]);

/** Returns the content of a terminal's page, or undefined for an unknown terminal. */
export function terminalModel(
  services: TerminalOwner,
  terminalId: string,
  problem: string | null = null,
): TerminalModel | undefined {
  const terminal = services.cardTerminals.list().find((one) => one.terminalId === terminalId);
  if (!terminal) return undefined;
  const screen = screenOf(services, terminal);
  return {
    terminal,
    screen,
    preloaded: services.cardTerminals.preloaded(terminalId),
    receipt: receiptOf(services, screen),
    ...sharedModel(services, problem),
  };
}

function receiptOf(
  { account, permissions, transactions }: TerminalOwner,
  screen: TerminalScreen,
): readonly string[] {
  if (screen.shows !== 'result' || !screen.session.showReceipt || !permissions.get().useAade) return [];
  const transaction = transactions.find(screen.session.transactionId ?? '');
  return transaction ? receiptLines(screen.session, transaction, account.companyTitle) : [];
}

/** Lists all terminals of the merchant. */
export function terminalListModel(services: TerminalOwner, problem: string | null = null) {
  return {
    terminals: services.cardTerminals
      .list()
      .map((terminal): ShownTerminal => ({ terminal, screen: screenOf(services, terminal) })),
    merchants: services.merchants,
    ...sharedModel(services, problem),
  };
}

/** @param problem - Error message of the last action. */
function sharedModel(
  { account, cardTerminals, connectedId, permissions, world }: TerminalOwner,
  problem: string | null,
) {
  return {
    /** Whether AADE is on for the account. */
    isFiscal: permissions.get().useAade,
    merchantName: account.companyTitle,
    worldId: world.id,
    /** ID of a connected merchant, or null for the main merchant. */
    merchantId: connectedId,
    behavior: cardTerminals.behavior,
    problem,
  };
}

function screenOf({ cardTerminals, terminalSessions }: AccountServices, terminal: Terminal): TerminalScreen {
  const session = cardTerminals.session(terminal.terminalId);
  if (session?.state === 'on-terminal')
    return { shows: 'request', session, abandoned: cardTerminals.isAbandoned(session.sessionId) };
  if (session) return { shows: 'work', session };
  if (terminal.statusId !== LIVE_STATUS) return { shows: 'nothing', because: 'not-live' };
  const [last] = terminalSessions
    .list()
    .filter((one) => one.terminalId === terminal.terminalId && isFinal(one) && !NEVER_SHOWN.has(one.eventId))
    .sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0));
  // Without its connection, a terminal shows only what it sold by itself.
  if (terminal.offline && last?.autonomous !== true) return { shows: 'nothing', because: 'off' };
  return last && (last.showTransactionResult || last.showReceipt)
    ? { shows: 'result', session: last }
    : { shows: 'ready' };
}
