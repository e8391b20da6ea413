import { observe } from '../../core/http/channels.js';
import { payEventChannel } from '../../webhooks/event-channel.js';
import type { PayEventMessage } from '../../webhooks/event-channel.js';
import { isInstance } from '../../core/values/describe-thrown.js';
import { UnhandledEventError } from '../../inbox/inbox-errors.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import type { PayInboxAttempt } from '../../inbox/stored-inbox.js';
import { inboxException, PayWebhookException } from './pay-webhook.exception.js';

/** Receives a delivery and publishes it. The delivery carries the trace context of a subscriber. */
export function traceReceiving<Outcome extends string>(
  delivery: PayDelivery,
  receive: (delivery: PayDelivery) => Promise<Outcome>,
): Promise<Outcome> {
  const message = messageOf(delivery, { step: 'receive', attempt: null, traceparent: null });
  const traced = (): PayDelivery =>
    typeof message.traceparent === 'string' ? { ...delivery, traceparent: message.traceparent } : delivery;
  return observe(payEventChannel, message, () => receive(traced()), {
    ended: (outcome) => ({ outcome }),
    failed: (error) => ({ code: codeOf(inboxException(error)) }),
  });
}

/** Runs an attempt at a stored delivery and publishes it. */
export async function traceAttempt(
  delivery: PayDelivery,
  attempt: number,
  work: () => Promise<PayInboxAttempt>,
): Promise<void> {
  const traceparent = delivery.traceparent ?? null;
  const message = messageOf(delivery, { step: 'process', attempt, traceparent });
  await observe(payEventChannel, message, work, {
    ended: (end) => (end.isHandled ? { outcome: 'handled' } : { code: codeOf(end.error) }),
    failed: (error) => ({ code: codeOf(error) }),
  });
}

function messageOf(
  { endpoint, client, source, event: { name } }: PayDelivery,
  how: Pick<PayEventMessage, 'step' | 'attempt' | 'traceparent'>,
): PayEventMessage {
  return { ...how, endpoint, client, source, eventType: name, outcome: null, code: null, durationMs: 0 };
}

/** Returns a code instead of the message, which may name an order or a customer. */
function codeOf(error: unknown): string {
  if (isInstance(error, PayWebhookException)) return error.reason;
  return isInstance(error, UnhandledEventError) ? 'unhandled' : 'failed';
}
