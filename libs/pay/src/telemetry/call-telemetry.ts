import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Meter, Span, Tracer } from '@opentelemetry/api';
import type {
  PayAttemptEvent,
  PayCallEvent,
  PayCallInfo,
  PayInstrumentation,
} from '../core/http/instrumentation.js';
import { inSpan } from './span.js';

/** Seconds, as the conventions for HTTP advise. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const DEFAULT_PORTS: Record<string, number> = { 'https:': 443, 'http:': 80 };

/** A span for each call, below it a client span for each attempt, and how long both take. */
export function callTelemetry(tracer: Tracer, meter: Meter): Pick<PayInstrumentation, 'call' | 'attempt'> {
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: BOUNDARIES } };
  const requests = meter.createHistogram('http.client.request.duration', {
    ...seconds,
    description: 'Duration of HTTP client requests.',
  });
  const calls = meter.createHistogram('pay.client.call.duration', {
    ...seconds,
    description: 'Duration of calls: token exchange, all attempts, and the waits between them.',
  });
  return {
    call: (info, work) =>
      inSpan(tracer, info.operation, { attributes: { 'pay.operation': info.operation } }, async (span) => {
        const event = await work();
        const said = { ...endOf(event), 'pay.operation': info.operation };
        span.setAttributes({ ...said, 'pay.attempts': event.attempts });
        markFailure(span, event);
        calls.record(event.durationMs / 1000, said);
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

/** By the conventions the type of an error is the status of the answer, where there was one that says so. */
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

/** Without the message: it may name an order. */
function markFailure(span: Span, { success }: { success: boolean }): void {
  if (!success) span.setStatus({ code: SpanStatusCode.ERROR });
}
