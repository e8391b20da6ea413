import { merchantChoices } from '../console/books.model.js';
import { TERMINAL_PATH } from '../console/console-address.js';
import type { Control, ResponseOf } from '../control/control.js';
import { isFinal, SessionEvent } from '../domain/terminal-session.js';
import { LIVE_STATUS } from '../domain/terminals.js';

/** A terminal with its session and its preloaded sales. */
export type Terminal = ResponseOf<'listTerminals'>[number];
/** A session at a terminal. */
export type TerminalSession = ResponseOf<'listTerminalSessions'>[number];

/** Content of a terminal's screen. */
export type TerminalScreen =
  | { readonly shows: 'off' | 'not-live' | 'ready'; readonly session?: undefined }
  /** The terminal waits for a card, works, or shows the result. */
  | { readonly shows: 'request' | 'work' | 'result'; readonly session: TerminalSession };

/** The terminals of a merchant, with what their pages show. */
export type Terminals = ReturnType<typeof terminalsOf>;

/** Reads the terminals of the connected merchant that the query names, or of the main merchant. */
export function terminalsOf(control: Control, query: URLSearchParams) {
  const { read } = control;
  const merchants = merchantChoices(control);
  const named = query.get('merchant') ?? '';
  const merchant = merchants.find(({ path }) => path['merchantId'] === named) ?? merchants[0];
  const { path, title } = merchant;
  return {
    ...{ control, merchants, path, merchantName: title, merchantId: path['merchantId'] ?? '' },
    terminals: read('listTerminals', { path }),
    /** Oldest first. */
    sessions: read('listTerminalSessions', { path }),
    behavior: read('getTerminalSettings', { path }),
    /** Whether AADE is on for the account. */
    isFiscal: read('getPermissions', { path }).useAade,
    worldId: read('getAccount').world,
    /** Returns the address of the list, of a terminal or of its action. Terminals of two merchants can have one ID. */
    address: (terminalId = '', action = ''): string =>
      TERMINAL_PATH +
      (terminalId === '' ? '' : `/${encodeURIComponent(terminalId)}${action}`) +
      (path['merchantId'] === undefined ? '' : `?merchant=${encodeURIComponent(path['merchantId'])}`),
  };
}

/** A session that ended in this state was never shown on a screen. */
const NEVER_SHOWN: ReadonlySet<SessionEvent> = new Set([
  SessionEvent.TerminalBusy,
  SessionEvent.TerminalNotConnected,
]);

/** Returns the last session that ended on the screen of a terminal. */
export function lastSession({ sessions }: Terminals, { terminalId }: Terminal): TerminalSession | undefined {
  return sessions
    .filter((one) => one.terminalId === terminalId && isFinal(one) && !NEVER_SHOWN.has(one.eventId))
    .sort((one, other) => (one.finishedAt ?? 0) - (other.finishedAt ?? 0))
    .at(-1);
}

/** Returns what the screen of a terminal shows. */
export function screenOf(shown: Terminals, terminal: Terminal): TerminalScreen {
  const session = shown.sessions.find(({ sessionId }) => sessionId === terminal.session?.sessionId);
  if (session) return { shows: session.state === 'on-terminal' ? 'request' : 'work', session };
  if (terminal.statusId !== LIVE_STATUS) return { shows: 'not-live' };
  const last = lastSession(shown, terminal);
  // Without its connection, a terminal shows only what it sold by itself.
  if (terminal.offline && last?.autonomous !== true) return { shows: 'off' };
  return last && (last.showTransactionResult || last.showReceipt)
    ? { shows: 'result', session: last }
    : { shows: 'ready' };
}
