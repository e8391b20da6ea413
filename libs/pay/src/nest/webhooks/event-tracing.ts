import { isInstance } from '../../core/values/describe-thrown.js';
import { observeEvent } from '../../core/http/event-observer.js';
import type { PayEventInfo, PayInstrumentation } from '../../core/http/instrumentation.js';
import { UnhandledEventError } from '../../inbox/inbox-errors.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import type { PayInboxAttempt } from '../../inbox/stored-inbox.js';
import { PayWebhookException } from './pay-webhook.exception.js';

/** Receives a delivery within the instrumentation of its route. The stored delivery carries the trace. */
export function traceReceiving<Outcome extends string>(
  instrumentation: PayInstrumentation,
  delivery: PayDelivery,
  receive: (delivery: PayDelivery) => Promise<Outcome>,
): Promise<Outcome> {
  const info = eventInfo(delivery);
  return observeEvent(
    (work) => instrumentation.receive?.(info, work) ?? work(),
    (traceparent) => receive(traceparent === undefined ? delivery : { ...delivery, traceparent }),
    { info, codeOf, outcomeOf: (outcome) => outcome },
  );
}

/** Runs an attempt at a stored delivery within the instrumentation of its route. */
export async function traceAttempt(
  instrumentation: PayInstrumentation | undefined,
  delivery: PayDelivery,
  attempt: number,
  work: () => Promise<PayInboxAttempt>,
): Promise<void> {
  if (instrumentation?.handle === undefined) {
    await work();
    return;
  }
  const info = { ...eventInfo(delivery), attempt, traceparent: delivery.traceparent ?? null };
  try {
    await observeEvent(
      (run) => instrumentation.handle?.(info, run) ?? run(),
      async () => handledOrThrow(await work()),
      { info, codeOf, outcomeOf: (outcome) => outcome },
    );
  } catch (error) {
    // The inbox has already recorded a failed attempt, so only other errors go to the inbox.
    if (!(error instanceof FailedAttempt)) throw error;
  }
}

/** Reports a failed attempt to the instrumentation. */
class FailedAttempt extends Error {
  constructor(readonly reason: unknown) {
    super('the attempt failed');
  }
}

function handledOrThrow(attempt: PayInboxAttempt): 'handled' {
  if (attempt.isHandled) return 'handled';
  throw new FailedAttempt(attempt.error);
}

function eventInfo({ endpoint, client, source, event: { name } }: PayDelivery): PayEventInfo {
  return { endpoint, client, source, eventType: name };
}

/** Returns a code instead of the message, which may name an order or a customer. */
function codeOf(error: unknown): string {
  if (error instanceof FailedAttempt) return codeOf(error.reason);
  if (isInstance(error, PayWebhookException)) return error.reason;
  return isInstance(error, UnhandledEventError) ? 'unhandled' : 'failed';
}
