import type { PayWebhookEvent } from './event.types.js';

/** Origin of an event: a webhook delivery, or `PayReconciler`. */
export type PayEventSource = 'webhook' | 'reconcile';

/** Class of the sender of a delivery: the service's addresses, or all others. Each class has its own limits. */
export type PaySender = 'service' | 'unknown';

/** A delivery that passed the local checks. Plain data, so that it can be stored and processed later. */
export interface PayDelivery<Event = PayWebhookEvent> {
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
  /** The event: as posted, or with the service's values after its confirmation. */
  event: Event;
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

/** The sender has no reads left for this time. */
export interface PayOverLimit {
  outcome: 'over-limit';
  reason: string;
  waitMs: number;
}

/** What became of a delivery when the service was asked about it. */
export type PayConfirmationResult<Event = PayWebhookEvent> =
  /**
   * `delivery` has the key and the event with the service's values. `isConfirmed` is false for types that the service cannot confirm.
   */
  | { outcome: 'confirmed'; delivery: PayDelivery<Event>; isConfirmed: boolean; note?: PayInboxNote }
  /** The event is for another source or merchant. */
  | { outcome: 'ignored' }
  /** `denied`: the service does not confirm it. `failed`: the service could not be asked, or has not finished. */
  | { outcome: 'denied' | 'failed'; reason: string }
  | PayOverLimit;

/** The result of a delivery without an event. */
export type PayUnconfirmedResult = Exclude<PayConfirmationResult, { outcome: 'confirmed' }>;
