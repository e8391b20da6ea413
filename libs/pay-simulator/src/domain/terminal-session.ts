import type { MaskedCard } from './card.js';
import { SESSION_EVENTS } from './contract.generated.js';

/** Kind of a terminal request. */
export type TerminalRequestKind =
  | 'sale'
  | 'preauth'
  | 'capture'
  | 'refund'
  | 'unreferenced-refund'
  | 'fast-refund'
  | 'rebate';

/**
 * State of a session: accepted, shown on the terminal, being authorized, or final.
 * @see contract/behaviour/pos.yaml enums.SessionState
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

/** Messages of session events. Some are observed, the others are written for the simulator. */
export const SESSION_TEXTS = {
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
} as const;

/** Event IDs of ended sessions, by name. */
export const SessionEvent = SESSION_EVENTS;
export type SessionEvent = keyof typeof SESSION_TEXTS;

/** Details of an ISV for a sale at a connected merchant's terminal. */
export interface IsvSaleDetails {
  /** Fee of the ISV in minor units, contained in the amount. */
  readonly amount: number;
  /** Source of the ISV. */
  readonly sourceCode: string | null;
  /** Merchant that receives the sale, if it is not the terminal's merchant. */
  readonly merchantId: string | null;
  readonly merchantSourceCode: string | null;
}

/** Request of a cash register. Amounts are in minor units. */
export interface TerminalRequest {
  readonly kind: TerminalRequestKind;
  readonly sessionId: string;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  /** Amount without the tip. */
  readonly amount: number;
  readonly tipAmount: number;
  readonly currencyCode: string;
  readonly merchantReference: string | null;
  readonly customerTrns: string | null;
  /** Session of the payment to capture or refund. */
  readonly parentSessionId: string | null;
  readonly installments: number;
  readonly showTransactionResult: boolean;
  readonly showReceipt: boolean;
  readonly skipSurcharge: boolean;
  readonly interappCallback: string | null;
  /** Details of the ISV that sent the request. */
  readonly isv?: IsvSaleDetails;
  /** Event that ends the session when it reaches the terminal, if the request is not allowed. */
  readonly refusedAs?: SessionEvent;
}

/** A session at a terminal with its result. */
export interface TerminalSession extends TerminalRequest {
  /** `on-terminal`: the terminal waits for a card. */
  readonly state: SessionState;
  /** Virtual time of the request. */
  readonly createdAt: number;
  /** Virtual time of the end. */
  readonly finishedAt: number | null;
  /** Event ID of the result: 0 while the session runs and for an approval. */
  readonly eventId: SessionEvent;
  /** Decline reason of the issuer for event 1006, otherwise 0. */
  readonly transactionEventId: number;
  readonly transactionId: string | null;
  readonly card: MaskedCard | null;
  readonly abortAskedAt: number | null;
  /** Time at which the terminal aborted. Null if the abort came too late. */
  readonly abortTakenAt: number | null;
}

/** Allowed state changes of a session. After a decline, the terminal may ask for another card. */
const ALLOWED_CHANGES: Readonly<Record<SessionState, readonly SessionState[]>> = {
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

/** Returns the session in another state. @throws Error if the change is not allowed. */
export function moveSession(session: TerminalSession, state: SessionState): TerminalSession {
  if (!ALLOWED_CHANGES[session.state].includes(state))
    throw new Error(`session ${session.sessionId} cannot go from ${session.state} to ${state}`);
  return { ...session, state };
}

/** Returns whether the session has ended. */
export function isFinal({ state }: Pick<TerminalSession, 'state'>): boolean {
  return ALLOWED_CHANGES[state].length === 0;
}

/** Returns whether the customer must present a card. Captures and refunds of earlier sessions need no card. */
export function needsCard({ kind }: Pick<TerminalSession, 'kind'>): boolean {
  return kind !== 'capture' && kind !== 'refund';
}
