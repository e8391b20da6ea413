/** The demo's one cash register: only the register that asked for a session may abort it. */
export const CASH_REGISTER = 'harbour-lane-1';

/** What is asked of a card terminal. All of it is decided, and stored, before anything leaves. */
export interface TillRequest {
  /**
   * The payment service's session id, and the address of the page. The service refuses to use one twice, for ever: sending the
   * same request again can never charge twice.
   */
  readonly id: string;
  /** Names one submission of the form: a second click has the same one. */
  readonly submission: string;
  readonly kind: 'sale' | 'refund';
  /** The sale that a refund gives back; null for a sale. */
  readonly saleId: string | null;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 numeric. */
  readonly currency: string;
  readonly reference: string;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** How a session ended, as the service says. */
export interface SessionEnding {
  /** Whether money moved. */
  readonly success: boolean;
  /** Whether amount, currency and terminal are those that were asked for. */
  readonly matches: boolean;
  /** The service's `eventId`: how it ended. */
  readonly eventId: number;
  /** The issuer's reason; 0 when there is none. */
  readonly reason: number;
  readonly message: string;
  readonly transactionId: string | null;
  /** Scheme and masked number. */
  readonly card: string | null;
}

/** A request to a terminal and what is known of it. Never changed in place. */
export interface TillSession extends TillRequest {
  /**
   * Whether the request arrived: `under-way` while nobody has answered, `unknown` when the answer was lost, `refused` when it
   * certainly did not.
   */
  readonly sending: 'under-way' | 'accepted' | 'unknown' | 'refused';
  /** Why it was refused. */
  readonly refusal: string | null;
  /** Why nobody knows how it ends: the service does not know the session, or did not say. Null while there is no doubt. */
  readonly doubt: 'not-found' | 'no-answer' | null;
  /** What came of asking for an abort; accepted is not aborted: the card may be faster. */
  readonly abort: 'accepted' | 'unknown' | 'refused' | null;
  readonly ending: SessionEnding | null;
}

/** A request that is about to be sent. */
export function newSession(request: TillRequest): TillSession {
  return { ...request, sending: 'under-way', refusal: null, doubt: null, abort: null, ending: null };
}
