import type { OperationId, Texts } from '../control/control.js';

/** An action at a terminal: a form, and the operation of the control API that it calls with its fields. */
export interface TerminalAction {
  /** Path after the terminal's path. */
  readonly path: string;
  readonly operation: OperationId;
  /** Whether the action needs an active session on the screen. */
  readonly needsSession?: boolean;
  /** Fields of the operation that the form does not have. */
  readonly fields?: Texts;
}

/** Actions at a terminal. The operations check their fields. */
export const TERMINAL_ACTIONS: readonly TerminalAction[] = [
  { path: '/card', operation: 'insertCardAtTerminal', needsSession: true },
  { path: '/decline', operation: 'declineAtTerminal', needsSession: true },
  { path: '/cancel', operation: 'cancelAtTerminal', needsSession: true },
  { path: '/walk-away', operation: 'walkAwayAtTerminal', needsSession: true },
  { path: '/autonomous', operation: 'sellAtTerminal' },
  { path: '/preloaded', operation: 'triggerPreloadedSale' },
  { path: '/minute', operation: 'advanceClock', fields: { minutes: '1' } },
  { path: '/power', operation: 'saveTerminal' },
  { path: '/name', operation: 'saveTerminal' },
  { path: '/customers', operation: 'setTerminalSettings' },
];
