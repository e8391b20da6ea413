import type { MaskedCard } from './card.js';
import type { IssuedReceipt } from './fiscal-receipt.js';
import { SESSION_EVENTS, SESSION_MEANINGS } from './contract.generated.js';

/** Event IDs of ended sessions, by name. */
export const SessionEvent = SESSION_EVENTS;
export type SessionEvent = (typeof SESSION_EVENTS)[keyof typeof SESSION_EVENTS];

/** Kinds of terminal requests: what the terminal does, and the event that ends a request of a kind that is not enabled there. */
export const REQUEST_KINDS = {
  sale: ['charge', SessionEvent.SaleMissing],
  preauth: ['charge', SessionEvent.PreauthMissing],
  capture: ['capture', SessionEvent.PreauthMissing],
  refund: ['refund', SessionEvent.CancellationMissing],
  'unreferenced-refund': ['send', SessionEvent.CancellationMissing],
  'fast-refund': ['send', SessionEvent.NotPermittedOnTerminal],
  rebate: ['send', SessionEvent.NotPermittedOnTerminal],
} as const;

/** Kind of a terminal request. */
export type TerminalRequestKind = keyof typeof REQUEST_KINDS;

/** Allowed state changes of a session. After a decline, the terminal may ask for another card. */
const ALLOWED_CHANGES = {
  created: ['preloaded', 'on-terminal', 'authorizing', 'failed'],
  preloaded: ['on-terminal', 'aborted', 'failed'],
  'on-terminal': ['preloaded', 'authorizing', 'cancelled', 'timed-out', 'aborted'],
  authorizing: ['approved', 'declined', 'on-terminal', 'failed'],
  approved: [],
  declined: [],
  cancelled: [],
  'timed-out': [],
  aborted: [],
  failed: [],
} as const;

/**
 * State of a session: accepted, kept for its hours, shown on the terminal, being authorized, or final.
 * @see contract/behaviour/pos.yaml enums.SessionState
 */
export type SessionState = keyof typeof ALLOWED_CHANGES;

/** Messages of session events. These are observed; the others are the meanings in the contract. */
export const SESSION_TEXTS: Readonly<Record<SessionEvent, string>> = {
  ...SESSION_MEANINGS,
  [SessionEvent.Approved]: 'Transaction successful',
  [SessionEvent.CancelledByUser]: 'Canceled by user',
  [SessionEvent.DeclinedByServer]: 'Transaction declined by server',
  [SessionEvent.TerminalBusy]: 'There is already a request in progress',
};

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

/** Fiscal fields of a request, which go together. */
export const AADE_FIELDS = ['aadeProviderId', 'aadeProviderSignatureData', 'aadeProviderSignature'] as const;
/** At least one is set. */
export type AadeFields = Readonly<Partial<Record<(typeof AADE_FIELDS)[number], string>>>;

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
  /** Fiscal data of a Greek sale. */
  readonly aade?: AadeFields;
  /** Hours for which the terminal keeps the sale. */
  readonly preloadedHours?: number;
  /** Receipt of `fiscalisationData`, which the service issues with the payment. */
  readonly receipt?: IssuedReceipt;
  /** Event that ends the session when it reaches the terminal, if the request is not allowed. */
  readonly refusedAs?: SessionEvent;
}

/** Result of the fiscal part of a payment. */
export interface FiscalResult {
  /** Unique payment ID for the tax authority, of 21 digits. */
  readonly aadeTransactionId?: string;
  readonly aadeResultCommand?: string;
  /** Result of `fiscalisationData`. */
  readonly fiscalisationDetails?: IssuedReceipt;
}

/** What is known of a session before its result. */
export const NEW_SESSION = {
  /** `on-terminal`: the terminal waits for a card. */
  state: 'created' as SessionState,
  /** Virtual time of the end. */
  finishedAt: null as number | null,
  /** Event ID of the result: 0 while the session runs and for an approval. */
  eventId: SessionEvent.Approved as SessionEvent,
  /** Decline reason of the issuer for event 1006, otherwise 0. */
  transactionEventId: 0,
  transactionId: null as string | null,
  card: null as MaskedCard | null,
  abortAskedAt: null as number | null,
  /** Time at which the terminal aborted. Null if the abort came too late. */
  abortTakenAt: null as number | null,
};

/** A session at a terminal with its result. */
export interface TerminalSession extends TerminalRequest, FiscalResult, Readonly<typeof NEW_SESSION> {
  /** Virtual time of the request. */
  readonly createdAt: number;
  /** Virtual time at which a preloaded sale expires. */
  readonly preloadedUntil?: number;
  /** Whether the terminal sold by itself, without a cash register. */
  readonly autonomous?: boolean;
  /** Why the terminal did not take the fiscal data, with the fix. The service does not say it. */
  readonly fiscalProblem?: string;
}

/** Returns the session in another state. @throws Error if the change is not allowed. */
export function moveSession(session: TerminalSession, state: SessionState): TerminalSession {
  const allowed: readonly SessionState[] = ALLOWED_CHANGES[session.state];
  if (!allowed.includes(state))
    throw new Error(`session ${session.sessionId} cannot go from ${session.state} to ${state}`);
  return { ...session, state };
}

/** Returns whether the session has ended. */
export function isFinal({ state }: Pick<TerminalSession, 'state'>): boolean {
  return ALLOWED_CHANGES[state].length === 0;
}

/** Returns whether the customer must present a card. Captures and refunds of earlier sessions need no card. */
export function needsCard({ kind }: Pick<TerminalSession, 'kind'>): boolean {
  return ['charge', 'send'].includes(REQUEST_KINDS[kind][0]);
}
