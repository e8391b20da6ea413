import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Meter, Span, Tracer } from '@opentelemetry/api';
import { payAttemptChannel, payCallChannel } from '../core/http/channels.js';
import type { PayAttemptMessage } from '../core/http/channels.js';
import { createSpans } from './channel-spans.js';

/** Bucket boundaries in seconds that the HTTP semantic conventions recommend. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const DEFAULT_PORTS: Record<string, number> = { 'https:': 443, 'http:': 80 };

/** Creates a span for each call, a child span for each attempt, and duration histograms of both. Returns functions that end the subscriptions. */
export function callTelemetry(tracer: Tracer, meter: Meter): (() => void)[] {
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: BOUNDARIES } };
  const requests = meter.createHistogram('http.client.request.duration', {
    ...seconds,
    description: 'Duration of HTTP client requests.',
  });
  const calls = meter.createHistogram('pay.client.call.duration', {
    ...seconds,
    description: 'Duration of calls, including token exchange, all attempts and the waits between them.',
  });
  return [
    createSpans(
      payCallChannel,
      ({ operation }) => ({
        span: tracer.startSpan(operation, { attributes: { 'pay.operation': operation } }),
      }),
      (call, span) => {
        const { operation, code, durationMs, attempts } = call;
        const end = {
          'pay.outcome': call.outcome ?? 'success',
          ...(code !== null && { 'error.type': code }),
        };
        const attributes = { ...end, 'pay.operation': operation };
        span.setAttributes({ ...attributes, 'pay.attempts': attempts });
        markFailure(span, call);
        calls.record(durationMs / 1000, attributes);
      },
    ),
    createSpans(
      payAttemptChannel,
      (attempt) => {
        const resent = attempt.attempt > 1 ? { 'http.request.resend_count': attempt.attempt - 1 } : {};
        const attributes = { ...requestOf(attempt), ...resent };
        const name = `${attempt.method} ${attempt.pathTemplate}`;
        return { span: tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }) };
      },
      (attempt, span) => {
        const response = responseOf(attempt);
        span.setAttributes({ ...response, 'pay.outcome': attempt.outcome ?? 'success' });
        markFailure(span, attempt);
        requests.record(attempt.durationMs / 1000, { ...requestOf(attempt), ...response });
      },
    ),
  ];
}

function requestOf({ operation, method, origin, pathTemplate }: PayAttemptMessage): Attributes {
  const { protocol, hostname, port } = new URL(origin);
  return {
    'pay.operation': operation,
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    'url.scheme': protocol.slice(0, -1),
    'url.template': pathTemplate,
  };
}

// In the semantic conventions, `error.type` is the HTTP status if it is an error status.
function responseOf({ httpStatus, code }: PayAttemptMessage): Attributes {
  const type = httpStatus !== null && httpStatus >= 400 ? String(httpStatus) : code;
  return {
    ...(httpStatus !== null && { 'http.response.status_code': httpStatus }),
    ...(type !== null && { 'error.type': type }),
  };
}

// The span status has no message, because the message may contain an order code.
function markFailure(span: Span, { success }: { success: boolean }): void {
  if (!success) span.setStatus({ code: SpanStatusCode.ERROR });
}
