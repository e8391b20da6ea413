import { tracingChannel } from 'node:diagnostics_channel';
import type { ChannelMessage } from '../core/http/channels.js';

/** A webhook event on {@link payEventChannel}. Contains no IDs of its payment, so its members are safe as labels. */
export interface PayEventMessage extends ChannelMessage {
  /** `receive`: storing a delivery, or confirming and handling it. `process`: an attempt to handle an event of a durable inbox. */
  step: 'receive' | 'process';
  /** Controller and method that received it. */
  endpoint: string;
  /** `wallet`, `isv` or `marketplace`. */
  client: string;
  /** `webhook`, or `reconcile` if `PayReconciler` found the event. */
  source: string;
  /** The name of its type, such as `TransactionPaymentCreated`; null if the type is unknown. */
  eventType: string | null;
  /** Of `process`, from 1; otherwise null. */
  attempt: number | null;
  /**
   * W3C trace context of the `receive` step; null if there is none. A subscriber of its `start` can set it: a durable inbox stores it,
   * and the messages of `process` contain it.
   */
  traceparent: string | null;
  /** `handled`, `stored`, `duplicate` or `ignored`; null if it failed. Set at the end. */
  outcome: string | null;
}

/** Tracing channel of webhook events, `nestjs-pay:event`. Its messages are {@link PayEventMessage}s. */
export const payEventChannel = tracingChannel<unknown, PayEventMessage>('nestjs-pay:event');
