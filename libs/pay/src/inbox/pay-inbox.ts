import type { PayWebhookEvent } from '../webhooks/event.types.js';

/** Origin of an event: a webhook delivery, or `PayReconciler`. */
export type PayEventSource = 'webhook' | 'reconcile';

/** Class of the sender of a delivery: the service's addresses, or all others. Each class has its own limits. */
export type PaySender = 'service' | 'unknown';

/** A delivery that passed the local checks. Plain data, so that it can be stored and processed later. */
export interface PayDelivery {
  /** Deduplication key, made of the endpoint, the account and the event. The same for every delivery of one event to one endpoint. */
  key: string;
  /** Controller and method that received it. */
  endpoint: string;
  /** Trace context of the request. `openTelemetry()` links the processing span to it. Absent without tracing. */
  traceparent?: string;
  /** Name of the recipient's `PayModule`, or null if the module has no name. */
  account: string | null;
  /** Client of the recipient's account. */
  client: 'wallet' | 'isv' | 'marketplace';
  /** The event, not confirmed yet. */
  event: PayWebhookEvent;
  /** Whether the delivery had a valid signature. */
  signed: boolean;
  /** Whether the delivery was posted, or created by `PayReconciler` for an event without a webhook. */
  source: PayEventSource;
  /** Whether the service can confirm the event. @default true */
  confirmable?: boolean;
  /** Absent if the delivery was not posted. */
  sender?: PaySender;
}

/** What an inbox remembers of a handled event, for as long as the event's key. Plain data. */
export interface PayInboxNote {
  /** Under which `notes` finds it. */
  topic: string;
  value: Readonly<Record<string, unknown>>;
}

/** Number of notes of a topic that an inbox returns. */
export const MAX_NOTES = 1_000;

/** The work for a confirmed event. */
export interface PayEventWork {
  /** Whether a handler writes in the transaction that also marks the event as handled. */
  needsTransaction: boolean;
  /** Whether the service confirmed the event. Later events of the same order wait only for a confirmed event. @default true */
  confirmed?: boolean;
  /** Remembered together with the fact that the event is handled. */
  note?: PayInboxNote;
  /** Runs the handlers. `transaction` is undefined unless `needsTransaction` is true. */
  run(transaction: unknown): Promise<void>;
  /** Called by a stored inbox when it has marked the event as handled. */
  handled?(): void;
}

/** What became of a delivery when the service was asked about it. */
export type PayConfirmationResult =
  /**
   * `delivery` has the key and the event with the service's values. `isConfirmed` is false for types that the service cannot confirm.
   */
  | { outcome: 'confirmed'; delivery: PayDelivery; isConfirmed: boolean; note?: PayInboxNote }
  /** The event is for another recipient, or has no handler. */
  | { outcome: 'ignored' }
  /** `denied`: the service does not confirm it. `failed`: the service could not be asked, or has not finished. */
  | { outcome: 'denied' | 'failed'; reason: string }
  /** The sender has no reads left for this time. */
  | { outcome: 'over-limit'; reason: string; waitMs: number };

/** Confirms a delivery. Rejects if the service does not confirm it. */
export type PayDeliveryProcessor = (delivery: PayDelivery) => Promise<PayEventWork>;

/** Result of receiving a delivery. Each one is answered 200. */
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
   * Receives a delivery. Resolves only when the event is safe, because the answer 200 ends the service's retries.
   *
   * @param process - Confirms the delivery and returns its handlers to run. An inbox that stores deliveries does not call it.
   * @throws PayInboxFullError if too many unconfirmed deliveries wait.
   */
  receive(delivery: PayDelivery, process: PayDeliveryProcessor): Promise<PayInboxOutcome>;
  /**
   * Returns the values of the notes of a topic, in any order. Without this method, a reversal that the service no longer shows is denied,
   * because the inbox does not know the payment.
   */
  notes?(topic: string): PayInboxNote['value'][] | Promise<PayInboxNote['value'][]>;
}
