import type {
  PayConfirmationResult,
  PayDelivery,
  PayInboxNote,
  PayUnconfirmedResult,
} from '../webhooks/delivery.types.js';

/** Number of notes of a topic that an inbox returns. */
export const MAX_NOTES = 1_000;

/** The work for a confirmed event. */
export interface PayEventWork {
  /** Whether a handler writes in the transaction that also marks the event as handled. */
  needsTransaction: boolean;
  /** Runs the handlers. `transaction` is undefined unless `needsTransaction` is true. */
  run(transaction: unknown): Promise<void>;
  /** Called by a stored inbox when it has marked the event as handled. */
  handled?(): void;
}

/** The two steps from a delivery to its handlers. Every inbox takes the same ones, at once or later. */
export interface PayInboxSteps {
  /** Asks the service about a delivery, unless it is signed or cannot be confirmed. */
  confirm(delivery: PayDelivery): PayConfirmationResult | Promise<PayConfirmationResult>;
  /** Returns the handlers of a confirmed delivery, ready to run. @throws Error if this process has none. */
  handlersOf(delivery: PayDelivery): PayEventWork;
}

/** Result of receiving a delivery. Each one gets 200. */
export type PayInboxOutcome =
  /** The handlers have run. */
  | 'handled'
  /** The event was handled before, or this delivery is already stored. */
  | 'duplicate'
  /** The delivery is stored durably and handled later. */
  | 'stored';

/** Receives each event until it was handled once. If it rejects, the service delivers the event again. */
export interface PayInbox {
  /** How long a handled event is remembered, in milliseconds. @default 25 hours */
  readonly retentionMs?: number;
  /**
   * Receives a delivery. Resolves only when the event is safe, because the response 200 ends the service's retries.
   *
   * @param steps - An inbox that stores deliveries does not use them, because it gets them at its start.
   * @returns Why the delivery has no event, if the inbox has confirmed it.
   * @throws PayInboxFullError if too many unconfirmed deliveries wait.
   */
  receive(delivery: PayDelivery, steps: PayInboxSteps): Promise<PayInboxOutcome | PayUnconfirmedResult>;
  /**
   * Returns the values of the notes of a topic, in any order. Without this method, a reversal that the service no longer shows is denied,
   * because the inbox does not know the payment.
   */
  notes?(topic: string): PayInboxNote['value'][] | Promise<PayInboxNote['value'][]>;
}
