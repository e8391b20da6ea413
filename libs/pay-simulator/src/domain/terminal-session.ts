import type { MaskedCard } from './card.js';

/** Kind of a terminal request. */
export type TerminalRequestKind =
  'sale' | 'preauth' | 'capture' | 'refund' | 'unreferenced-refund' | 'fast-refund' | 'rebate';

/**
 * Where a session stands: accepted, waiting on the terminal's screen, being authorised, and its ends.
 * @see contract/pos.json enums.SessionState
 */
export type SessionState =
  | 'created'
  | 'on-terminal'
  | 'authorising'
  | 'approved'
  | 'declined'
  | 'cancelled'
  | 'timed-out'
  | 'aborted'
  | 'failed';

/** How a session ended, in its `eventId`. @see contract/pos.json enums.SessionEventId */
export const SessionEvent = {
  Approved: 0,
  CancelledByUser: 1000,
  TimedOut: 1003,
  DeclinedByServer: 1006,
  NotReversible: 1008,
  WrongCancellationAmount: 1009,
  NoTransactionFound: 1011,
  IsvSaleNotStarted: 1013,
  RefundsDisabled: 1014,
  Aborted: 1016,
  WrongCaptureAmount: 1017,
  TryAnotherCard: 1019,
  InsufficientFunds: 1020,
  NotPermittedOnTerminal: 1063,
  TerminalBusy: 1100,
  TerminalNotConnected: 3000,
  PreauthMissing: 5002,
  CancellationMissing: 5004,
  SaleMissing: 5006,
  WrongParameters: 6000,
} as const;
export type SessionEvent = (typeof SessionEvent)[keyof typeof SessionEvent];

/** The texts that were seen, and plain words for the rest. */
export const SESSION_TEXTS: Readonly<Record<SessionEvent, string>> = {
  0: 'Transaction successful',
  1000: 'Canceled by user',
  1003: 'Terminal timed out',
  1006: 'Transaction declined by server',
  1008: 'Transaction cannot be reversed',
  1009: 'Wrong amount for a cancellation',
  1011: 'No transaction found',
  1013: 'ISV sale cannot be started, check the input',
  1014: 'Refunds are disabled for this merchant',
  1016: 'Aborted',
  1017: 'Wrong amount for a capture',
  1019: 'Try another card',
  1020: 'Insufficient funds',
  1063: 'Not permitted on the terminal',
  1100: 'There is already a request in progress',
  3000: 'Terminal is not connected',
  5002: 'Pre-authorisation capability missing',
  5004: 'Cancellation capability missing',
  5006: 'Sale capability missing',
  6000: 'Wrong parameters',
};

/** What an ISV says of a sale at a connected merchant's terminal. */
export interface IsvSaleTerms {
  /** The ISV's fee, contained in the amount, minor units. */
  readonly amount: number;
  /** The ISV's own source. */
  readonly sourceCode: string | null;
  /** The merchant who gets the sale, where it is not the terminal's. */
  readonly merchantId: string | null;
  readonly merchantSourceCode: string | null;
}

/** What the cash register asked for. Amounts are whole minor units. */
export interface TerminalRequest {
  readonly kind: TerminalRequestKind;
  readonly sessionId: string;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  /** Without the tip. */
  readonly amount: number;
  readonly tipAmount: number;
  readonly currencyCode: string;
  readonly merchantReference: string | null;
  readonly customerTrns: string | null;
  /** The session whose payment is captured or given back. */
  readonly parentSessionId: string | null;
  readonly installments: number;
  readonly showTransactionResult: boolean;
  readonly showReceipt: boolean;
  readonly skipSurcharge: boolean;
  readonly interappCallback: string | null;
  /** Asked for by an ISV. */
  readonly isv?: IsvSaleTerms;
  /** How the session ends as soon as it has reached the terminal, where the request cannot be carried out. */
  readonly refusedAs?: SessionEvent;
}

/** A session at a terminal with its result. */
export interface TerminalSession extends TerminalRequest {
  readonly state: SessionState;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Why it ended so; 0 while it runs and when approved. */
  readonly eventId: SessionEvent;
  /** The issuer's reason beside 1006; 0 otherwise. */
  readonly transactionEventId: number;
  readonly transactionId: string | null;
  readonly card: MaskedCard | null;
  readonly abortAskedAt: number | null;
  /** When the terminal took the abort; null when it came too late. */
  readonly abortTakenAt: number | null;
}

/** The edges of a session's life: after a decline the terminal may ask for another card. */
const EDGES: Readonly<Record<SessionState, readonly SessionState[]>> = {
  created: ['on-terminal', 'authorising', 'failed'],
  'on-terminal': ['authorising', 'cancelled', 'timed-out', 'aborted'],
  authorising: ['approved', 'declined', 'on-terminal', 'failed'],
  approved: [],
  declined: [],
  cancelled: [],
  'timed-out': [],
  aborted: [],
  failed: [],
};

/** The session in another state. @throws Error when no edge leads there. */
export function moveSession(session: TerminalSession, state: SessionState): TerminalSession {
  if (!EDGES[session.state].includes(state))
    throw new Error(`session ${session.sessionId} cannot go from ${session.state} to ${state}`);
  return { ...session, state };
}

/** Whether it has ended. */
export function isFinal({ state }: Pick<TerminalSession, 'state'>): boolean {
  return EDGES[state].length === 0;
}

/** Whether the customer must present a card: captures and refunds of earlier sessions need none. */
export function needsCard({ kind }: Pick<TerminalSession, 'kind'>): boolean {
  return kind !== 'capture' && kind !== 'refund';
}
