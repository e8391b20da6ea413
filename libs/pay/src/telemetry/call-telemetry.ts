import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Meter, Span, Tracer } from '@opentelemetry/api';
import type {
  PayAttemptEvent,
  PayCallEvent,
  PayCallInfo,
  PayInstrumentation,
} from '../core/http/instrumentation.js';
import { inSpan } from './span.js';

/** Bucket boundaries in seconds that the HTTP semantic conventions recommend. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const DEFAULT_PORTS: Record<string, number> = { 'https:': 443, 'http:': 80 };

/** Creates a span for each call, a child span for each attempt, and duration histograms of both. */
export function callTelemetry(tracer: Tracer, meter: Meter): Pick<PayInstrumentation, 'call' | 'attempt'> {
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: BOUNDARIES } };
  const requests = meter.createHistogram('http.client.request.duration', {
    ...seconds,
    description: 'Duration of HTTP client requests.',
  });
  const calls = meter.createHistogram('pay.client.call.duration', {
    ...seconds,
    description: 'Duration of calls, including token exchange, all attempts and the waits between them.',
  });
  return {
    call: (info, work) =>
      inSpan(tracer, info.operation, { attributes: { 'pay.operation': info.operation } }, async (span) => {
        const event = await work();
        const attributes = { ...endOf(event), 'pay.operation': info.operation };
        span.setAttributes({ ...attributes, 'pay.attempts': event.attempts });
        markFailure(span, event);
        calls.record(event.durationMs / 1000, attributes);
      }),
    attempt: (info, work) => {
      const request = requestOf(info);
      const resent = info.attempt > 1 ? { 'http.request.resend_count': info.attempt - 1 } : {};
      const name = `${info.method} ${info.pathTemplate}`;
      return inSpan(
        tracer,
        name,
        { kind: SpanKind.CLIENT, attributes: { ...request, ...resent } },
        async (span) => {
          const event = await work();
          const answer = answerOf(event);
          span.setAttributes({ ...answer, ...outcomeOf(event) });
          markFailure(span, event);
          requests.record(event.durationMs / 1000, { ...request, ...answer });
        },
      );
    },
  };
}

function requestOf({ operation, method, origin, pathTemplate }: PayCallInfo): Attributes {
  return {
    'pay.operation': operation,
    'http.request.method': method,
    ...serverOf(origin),
    'url.scheme': origin.slice(0, origin.indexOf(':')),
    'url.template': pathTemplate,
  };
}

function serverOf(origin: string): Attributes {
  const { protocol, hostname, port } = new URL(origin);
  return {
    'server.address': hostname,
    'server.port': port === '' ? DEFAULT_PORTS[protocol] : Number(port),
  };
}

// In the semantic conventions, `error.type` is the HTTP status if it is an error status.
function answerOf({ httpStatus, code }: PayAttemptEvent): Attributes {
  const type = httpStatus !== null && httpStatus >= 400 ? String(httpStatus) : code;
  return {
    ...(httpStatus !== null && { 'http.response.status_code': httpStatus }),
    ...(type !== null && { 'error.type': type }),
  };
}

function endOf({ code, outcome }: PayCallEvent): Attributes {
  return { ...outcomeOf({ outcome }), ...(code !== null && { 'error.type': code }) };
}

function outcomeOf({ outcome }: Pick<PayCallEvent, 'outcome'>): Attributes {
  return { 'pay.outcome': outcome ?? 'success' };
}

// The span status has no message, because the message may contain an order code.
function markFailure(span: Span, { success }: { success: boolean }): void {
  if (!success) span.setStatus({ code: SpanStatusCode.ERROR });
}
