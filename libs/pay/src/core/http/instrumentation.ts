import type { CallOutcome } from '../operation/method-return.js';

/** A call before it is sent. Contains no ids, options or credentials, so its members are safe as labels. */
export interface PayCallInfo {
  /** Operation id, such as `payments.createOrder`. */
  operation: string;
  /** HTTP method. */
  method: string;
  /** `api`, `accounts` or `web`. */
  host: string;
  /** Scheme, name and port of the host. */
  origin: string;
  /** The path with its {placeholders}, without their values. */
  pathTemplate: string;
  /** Whether the call may be repeated. `caller-key`: only with a key. */
  safety: 'safe' | 'idempotent' | 'unsafe' | 'caller-key';
}

/** An attempt before it is made. */
export interface PayAttemptInfo extends PayCallInfo {
  /** From 1. Attempts that were not sent count, too. */
  attempt: number;
}

/** How a call or an attempt ended. */
interface PayEnd {
  /** HTTP status; null if there was no answer. */
  httpStatus: number | null;
  success: boolean;
  /** The failure's code, null for a success. */
  code: string | null;
  /** Null for a success. */
  outcome: CallOutcome | null;
  durationMs: number;
}

/** An attempt that has ended. */
export interface PayAttemptEvent extends PayAttemptInfo, PayEnd {}

/** A call that has ended. */
export interface PayCallEvent extends PayCallInfo, PayEnd {
  /** Number of requests that may have been sent. */
  attempts: number;
}

/** Functions that are called for every call and attempt. Errors that they throw are ignored. */
export interface PayHooks {
  /** Called after each attempt, including attempts that were not sent. */
  onAttempt?(event: PayAttemptEvent): void;
  /** Called after each call, before its result is returned. */
  onCall?(event: PayCallEvent): void;
}

/** A webhook event before it is confirmed. Contains no ids of its payment, so its members are safe as labels. */
export interface PayEventInfo {
  /** Controller and method that received it. */
  endpoint: string;
  /** `wallet`, `isv` or `marketplace`. */
  client: string;
  /** `webhook`, or `reconcile` if `PayReconciler` found the event. */
  source: string;
  /** The name of its type, such as `TransactionPaymentCreated`; null if the type is unknown. */
  eventType: string | null;
}

/** How receiving or handling an event ended. */
export interface PayEventEnd extends PayEventInfo {
  /** `handled`, `stored`, `duplicate` or `ignored`; null if it failed. */
  outcome: string | null;
  /** The reason of the failure: `handler`, `unconfirmed`, …; null if it did not fail. */
  code: string | null;
}

/** A stored event when it is handled. */
export interface PayStoredEventInfo extends PayEventInfo {
  /** From 1. */
  attempt: number;
  /** The span in which the event was received, as a W3C `traceparent`; null if there was none. */
  traceparent: string | null;
}

/**
 * Runs around calls and attempts, for tracing: everything inside belongs to the span. `openTelemetry()` creates one. Each method
 * must call `work` once. Errors that a method throws are ignored.
 */
export interface PayInstrumentation {
  /** Runs around a call. `work` resolves with how the call ended. */
  call(info: PayCallInfo, work: () => Promise<PayCallEvent>): Promise<unknown>;
  /** Runs around one attempt of it. */
  attempt(info: PayAttemptInfo, work: () => Promise<PayAttemptEvent>): Promise<unknown>;
  /**
   * Runs around receiving a delivery in Nest: storing it, or confirming and handling it.
   *
   * @param work stores the `traceparent` that it gets with a stored delivery.
   */
  receive?(info: PayEventInfo, work: (traceparent?: string) => Promise<PayEventEnd>): Promise<unknown>;
  /** Runs around each attempt to confirm and handle an event that a durable inbox stored. */
  handle?(info: PayStoredEventInfo, work: () => Promise<PayEventEnd>): Promise<unknown>;
}

/** For `node:diagnostics_channel`: subscribers get a {@link PayCallEvent} for each call that has ended. */
export const PAY_CALL_CHANNEL = 'nestjs-pay:call';
/** For `node:diagnostics_channel`: subscribers get a {@link PayAttemptEvent} for each attempt that has ended. */
export const PAY_ATTEMPT_CHANNEL = 'nestjs-pay:attempt';
