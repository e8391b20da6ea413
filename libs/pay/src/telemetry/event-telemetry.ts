import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Link, Span, Tracer } from '@opentelemetry/api';
import type { PayEventEnd, PayEventInfo, PayInstrumentation } from '../core/http/instrumentation.js';
import { inSpan } from './span.js';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Creates a consumer span for each accepted delivery. Processing from a durable inbox has its own trace with a link to that
 * span, because it may happen hours later and more than once.
 */
export function eventTelemetry(tracer: Tracer): Required<Pick<PayInstrumentation, 'receive' | 'handle'>> {
  return {
    receive: (info, work) =>
      inSpan(tracer, `receive ${nameOf(info)}`, consumer('receive', info), async (span) => {
        setOutcome(span, await work(traceparentOf(span)));
      }),
    handle: (info, work) => {
      const options = consumer('process', info, linkTo(info.traceparent));
      options.attributes['pay.event.attempt'] = info.attempt;
      // The delivery of another event may have woken the worker, so the active context is not related to this event.
      return inSpan(
        tracer,
        `process ${nameOf(info)}`,
        options,
        async (span) => {
          setOutcome(span, await work());
        },
        ROOT_CONTEXT,
      );
    },
  };
}

// Anyone can post any type, so all unknown types share one name.
function nameOf({ eventType }: PayEventInfo): string {
  return eventType ?? 'unknown';
}

function consumer(
  operation: 'receive' | 'process',
  info: PayEventInfo,
  links: Link[] = [],
): { kind: SpanKind; attributes: Attributes; links: Link[] } {
  return {
    kind: SpanKind.CONSUMER,
    links,
    attributes: {
      'messaging.operation.type': operation,
      'messaging.operation.name': operation,
      'pay.event.type': nameOf(info),
      'pay.event.source': info.source,
      'pay.webhook.endpoint': info.endpoint,
      'pay.client': info.client,
    },
  };
}

function setOutcome(span: Span, { outcome, code }: PayEventEnd): void {
  if (outcome !== null) span.setAttribute('pay.event.outcome', outcome);
  if (code === null) return;
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the W3C `traceparent` of a span; undefined if the span context is invalid. */
function traceparentOf(span: Span): string | undefined {
  const context = span.spanContext();
  if (!isSpanContextValid(context)) return undefined;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Returns a link to the span of a `traceparent`; an empty array if it is absent or invalid. */
function linkTo(traceparent: string | null): Link[] {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}
