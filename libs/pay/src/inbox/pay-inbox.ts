import type { PayWebhookEvent } from '../webhooks/event.types.js';

/** How an event came: posted to a webhook, or found by `PayReconciler`. */
export type PayEventSource = 'webhook' | 'reconcile';

/** Class of the sender of a delivery: the service's addresses, or all others. Each class has its own limits. */
export type PaySender = 'service' | 'unknown';

/** A delivery that passed the checks which cost nothing. Plain data: it can be stored and taken up again later. */
export interface PayDelivery {
  /** The same for every delivery of one event to one endpoint; made of the endpoint, the account and the event. */
  key: string;
  /** Controller and method that received it. */
  endpoint: string;
  /** Of the span in which it came: `openTelemetry()` links to it what is done later. Absent without tracing. */
  traceparent?: string;
  /** The name of the PayModule whose account it is for, null where it has none. */
  account: string | null;
  /** The client whose account it is for. */
  client: 'wallet' | 'isv' | 'marketplace';
  /** Not confirmed yet. */
  event: PayWebhookEvent;
  /** Whether it carried a valid signature. */
  signed: boolean;
  /** Whether the service posted it, or `PayReconciler` made it up for what no webhook brought. */
  source: PayEventSource;
  /** Whether the service can say if it is so. @default true */
  confirmable?: boolean;
  /** Absent if the delivery was not posted. */
  sender?: PaySender;
}

/**
 * Runs the handlers once no other delivery of the event does. `vouched`: the service has said that there is such an event; what
 * it has not said, anybody can make up as often as he likes.
 */
export type PayTurn = (handle: () => Promise<void>, vouched: boolean) => Promise<void>;

/** What became of a delivery: all of them may be answered 200. */
export type PayInboxOutcome =
  /** Its handlers have run. */
  | 'handled'
  /** They ran before for an earlier delivery of the same event, or this very delivery is kept already. */
  | 'duplicate'
  /** It is kept safely and handled later. */
  | 'stored';

/** Keeps each event until it was handled once. What it rejects with keeps the service delivering. */
export interface PayInbox {
  /** How long it knows a handled event again, in milliseconds. @default 25 hours */
  readonly retentionMs?: number;
  /**
   * Takes a delivery. Resolves when the event is safe, and not before: an answer of 200 ends the service's retries.
   *
   * @param process confirms the event and runs its handlers, in a turn where it is given one; rejects when that did not
   *   succeed. An inbox that keeps deliveries leaves it alone: it has processing of its own.
   * @throws PayInboxFullError where too much waits already.
   */
  receive(delivery: PayDelivery, process: (turn?: PayTurn) => Promise<void>): Promise<PayInboxOutcome>;
}
