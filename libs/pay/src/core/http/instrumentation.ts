import type { CallOutcome } from '../operation/method-return.js';

/** What is known of a call before it is made. Holds no ids, no options, no credentials: fit for labels. */
export interface PayCallInfo {
  /** Operation id, such as `payments.createOrder`. */
  operation: string;
  /** HTTP method. */
  method: string;
  /** `api`, `accounts` or `web`. */
  host: string;
  /** Where that is: scheme, name and port. */
  origin: string;
  /** The path with its {placeholders}, never with their values. */
  pathTemplate: string;
  /** Whether such a call may be repeated: `caller-key` only with a key. */
  safety: 'safe' | 'idempotent' | 'unsafe' | 'caller-key';
}

/** What is known of an attempt before it is made. */
export interface PayAttemptInfo extends PayCallInfo {
  /** From 1; an attempt that was not sent counts as well. */
  attempt: number;
}

/** How a call or an attempt ended. */
interface PayEnd {
  /** HTTP status, null where there was no answer. */
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
  /** How many requests may have left. */
  attempts: number;
}

/** What is told of every call and attempt. What it throws is not heard. */
export interface PayHooks {
  /** After each attempt, also those that were not sent. */
  onAttempt?(event: PayAttemptEvent): void;
  /** After each call, before its result is answered. */
  onCall?(event: PayCallEvent): void;
}

/** What is known of a webhook's event before anybody has confirmed it. Holds no ids of its payment: fit for labels. */
export interface PayEventInfo {
  /** Controller and method that received it. */
  endpoint: string;
  /** `wallet`, `isv` or `marketplace`. */
  client: string;
  /** `webhook`, or `reconcile` where `PayReconciler` found it. */
  source: string;
  /** The name of its type, such as `TransactionPaymentCreated`; null where this library knows none. */
  eventType: string | null;
}

/** How taking in, or working on, an event ended. */
export interface PayEventEnd extends PayEventInfo {
  /** `handled`, `stored`, `duplicate` or `ignored`; null where it failed. */
  outcome: string | null;
  /** Why it failed, in a word: `handler`, `unconfirmed`, …; null where it did not. */
  code: string | null;
}

/** What is known of an event that was stored, when it is worked on. */
export interface PayStoredEventInfo extends PayEventInfo {
  /** From 1. */
  attempt: number;
  /** Of the span in which it was taken in, as the W3C's `traceparent`; null where there was none. */
  traceparent: string | null;
}

/**
 * What runs around calls and attempts: tracing, for what goes on inside belongs to the span. `openTelemetry()` is one. Each
 * runs `work` once; what it throws is not heard.
 */
export interface PayInstrumentation {
  /** Runs around a call: `work` answers how it ended. */
  call(info: PayCallInfo, work: () => Promise<PayCallEvent>): Promise<unknown>;
  /** Runs around one attempt of it. */
  attempt(info: PayAttemptInfo, work: () => Promise<PayAttemptEvent>): Promise<unknown>;
  /**
   * Runs around taking in a delivery, in Nest: storing it, or confirming it and its handlers.
   *
   * @param work the `traceparent` that it is given is kept with a delivery that is stored.
   */
  receive?(info: PayEventInfo, work: (traceparent?: string) => Promise<PayEventEnd>): Promise<unknown>;
  /** Runs around each attempt at an event that a durable inbox stored: confirming it, and its handlers. */
  handle?(info: PayStoredEventInfo, work: () => Promise<PayEventEnd>): Promise<unknown>;
}

/** For `node:diagnostics_channel`: subscribers get a {@link PayCallEvent} for each call that has ended. */
export const PAY_CALL_CHANNEL = 'nestjs-pay:call';
/** For `node:diagnostics_channel`: subscribers get a {@link PayAttemptEvent} for each attempt that has ended. */
export const PAY_ATTEMPT_CHANNEL = 'nestjs-pay:attempt';
