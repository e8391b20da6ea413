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

/** The work for a confirmed event. */
export interface PayEventWork {
  /** Whether a handler writes in the transaction that also marks the event as handled. */
  needsTransaction: boolean;
  /** Whether the service confirmed the event. Later events of the same order wait only for a confirmed event. @default true */
  confirmed?: boolean;
  /** Runs the handlers. `transaction` is undefined unless `needsTransaction` is true. */
  run(transaction: unknown): Promise<void>;
  /** Called by a stored inbox when it has marked the event as handled. */
  handled?(): void;
}

/** Confirms a delivery. Rejects if the service does not confirm it. */
export type PayDeliveryProcessor = (delivery: PayDelivery) => Promise<PayEventWork>;

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
   * Stores or handles a delivery. Resolves when the event is safe, because an answer of 200 ends the service's retries.
   *
   * @param process - Confirms the delivery and returns its handlers to run. An inbox that stores deliveries ignores it and uses
   *   the one that `start` gets.
   * @throws PayInboxFullError if too many deliveries wait.
   */
  receive(delivery: PayDelivery, process: PayDeliveryProcessor): Promise<PayInboxOutcome>;
}
