import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Link, Span, Tracer } from '@opentelemetry/api';
import { payEventChannel } from '../webhooks/event-channel.js';
import type { PayEventMessage } from '../webhooks/event-channel.js';
import { createSpans } from './channel-spans.js';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Creates a consumer span for each accepted delivery. Processing from a durable inbox has its own trace with a link to that
 * span, because it may happen hours later and more than once. Returns a function that ends the subscription.
 */
export function eventTelemetry(tracer: Tracer): () => void {
  return createSpans(
    payEventChannel,
    (message) => {
      const { step, traceparent } = message;
      const name = `${step} ${typeOf(message)}`;
      const options = { kind: SpanKind.CONSUMER, attributes: attributesOf(message) };
      if (step === 'receive') {
        const span = tracer.startSpan(name, options);
        message.traceparent = traceparentOf(span);
        return { span };
      }
      // The delivery of another event may have woken the worker, so the active context is not related to this event.
      const parent = ROOT_CONTEXT;
      return { span: tracer.startSpan(name, { ...options, links: linkTo(traceparent) }, parent), parent };
    },
    ({ outcome, code }, span) => {
      if (outcome !== null) span.setAttribute('pay.event.outcome', outcome);
      if (code === null) return;
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  );
}

// Anyone can post any type, so all unknown types share one name.
function typeOf({ eventType }: PayEventMessage): string {
  return eventType ?? 'unknown';
}

function attributesOf(message: PayEventMessage): Attributes {
  const { step, source, endpoint, client, attempt } = message;
  return {
    'messaging.operation.type': step,
    'messaging.operation.name': step,
    'pay.event.type': typeOf(message),
    'pay.event.source': source,
    'pay.webhook.endpoint': endpoint,
    'pay.client': client,
    ...(attempt !== null && { 'pay.event.attempt': attempt }),
  };
}

/** Returns the W3C `traceparent` of a span; null if the span context is invalid. */
function traceparentOf(span: Span): string | null {
  const context = span.spanContext();
  if (!isSpanContextValid(context)) return null;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Returns a link to the span of a `traceparent`; an empty array if it is absent or invalid. */
function linkTo(traceparent: string | null): Link[] {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}
