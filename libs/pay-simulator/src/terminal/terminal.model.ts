import { merchantChoices, type MerchantChoice } from '../console/books.model.js';
import type { Control, ResponseOf } from '../control/control.js';
import { isFinal, SessionEvent } from '../domain/terminal-session.js';
import { LIVE_STATUS } from '../domain/terminals.js';
import { receiptLines } from './terminal-receipt.js';

/** A terminal with its session and its preloaded sales. */
export type Terminal = ResponseOf<'listTerminals'>[number];
/** A session at a terminal. */
export type TerminalSession = ResponseOf<'listTerminalSessions'>[number];

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
    readonly preloaded: Terminal['preloaded'];
    /** Lines of the Greek receipt of the last payment. None without one. */
    readonly receipt: readonly string[];
  };

/** Content of the list of terminals. */
export type TerminalListModel = ReturnType<typeof terminalListModel>;

/** A merchant whose terminals a page shows. */
export interface TerminalOwner {
  readonly control: Control;
  readonly merchant: MerchantChoice;
  readonly merchants: readonly MerchantChoice[];
}

/** Returns the connected merchant that the query names, or the main merchant. */
export function terminalOwner(control: Control, query: URLSearchParams): TerminalOwner {
  const merchants = merchantChoices(control);
  const chosen = merchants.find(({ path }) => path['merchantId'] === (query.get('merchant') ?? ''));
  const [main] = merchants;
  return { control, merchant: chosen ?? main, merchants };
}

/** Lists the sessions of the merchant's terminals, oldest first. */
export const sessionsOf = ({
  control: { read },
  merchant: { path },
}: TerminalOwner): readonly TerminalSession[] => read('listTerminalSessions', { path });

/** A session that ended in this state was never shown on a screen. */
const NEVER_SHOWN: ReadonlySet<SessionEvent> = new Set([
  SessionEvent.TerminalBusy,
  SessionEvent.TerminalNotConnected,
]);

/** Returns the content of a terminal's page, or undefined for an unknown terminal. */
export function terminalModel(
  owner: TerminalOwner,
  terminalId: string,
  problem: string | null = null,
): TerminalModel | undefined {
  const shared = sharedModel(owner, problem);
  const terminal = shared.terminals.find((one) => one.terminalId === terminalId);
  if (!terminal) return undefined;
  const screen = screenOf(terminal, sessionsOf(owner));
  const receipt = shared.isFiscal ? receiptOf(owner, screen) : [];
  return { terminal, screen, preloaded: terminal.preloaded, receipt, ...shared };
}

function receiptOf(
  { control: { read }, merchant: { path, title } }: TerminalOwner,
  screen: TerminalScreen,
): readonly string[] {
  if (screen.shows !== 'result' || !screen.session.showReceipt) return [];
  const { transactionId } = screen.session;
  return transactionId === null
    ? []
    : receiptLines(screen.session, read('getTransaction', { path: { ...path, transactionId } }), title);
}

/** Lists all terminals of the merchant. */
export function terminalListModel(owner: TerminalOwner, problem: string | null = null) {
  const shared = sharedModel(owner, problem);
  const sessions = sessionsOf(owner);
  return {
    ...shared,
    shown: shared.terminals.map((terminal): ShownTerminal => ({
      terminal,
      screen: screenOf(terminal, sessions),
    })),
    merchants: owner.merchants,
  };
}

/** @param problem - Error message of the last action. */
function sharedModel(
  { control: { read }, merchant: { path, title } }: TerminalOwner,
  problem: string | null,
) {
  return {
    terminals: read('listTerminals', { path }),
    /** Whether AADE is on for the account. */
    isFiscal: read('getPermissions', { path }).useAade,
    merchantName: title,
    worldId: read('getAccount').world,
    /** ID of a connected merchant, or null for the main merchant. */
    merchantId: path['merchantId'] ?? null,
    behavior: read('getTerminalSettings', { path }),
    problem,
  };
}

function screenOf(terminal: Terminal, sessions: readonly TerminalSession[]): TerminalScreen {
  const session = sessions.find(({ sessionId }) => sessionId === terminal.session?.sessionId);
  if (session?.state === 'on-terminal')
    return { shows: 'request', session, abandoned: session.customerHasLeft };
  if (session) return { shows: 'work', session };
  if (terminal.statusId !== LIVE_STATUS) return { shows: 'nothing', because: 'not-live' };
  const [last] = sessions
    .filter((one) => one.terminalId === terminal.terminalId && isFinal(one) && !NEVER_SHOWN.has(one.eventId))
    .sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0));
  // Without its connection, a terminal shows only what it sold by itself.
  if (terminal.offline && last?.autonomous !== true) return { shows: 'nothing', because: 'off' };
  return last && (last.showTransactionResult || last.showReceipt)
    ? { shows: 'result', session: last }
    : { shows: 'ready' };
}
