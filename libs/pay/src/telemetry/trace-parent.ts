import { isSpanContextValid } from '@opentelemetry/api';
import type { Link, Span } from '@opentelemetry/api';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the W3C `traceparent` of a span; undefined if the span context is invalid. */
export function traceparentOf(span: Span): string | undefined {
  const context = span.spanContext();
  if (!isSpanContextValid(context)) return undefined;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Returns a link to the span of a `traceparent`; an empty array if it is absent or invalid. */
export function linkTo(traceparent: string | null): Link[] {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}
