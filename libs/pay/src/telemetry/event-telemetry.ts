import { ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, Link, Span, Tracer } from '@opentelemetry/api';
import type { PayEventEnd, PayEventInfo, PayInstrumentation } from '../core/http/instrumentation.js';
import { inSpan } from './span.js';
import { linkTo, traceparentOf } from './trace-parent.js';

/**
 * A consumer span for each delivery that is taken in. What a durable inbox does with it later has a trace of its own, linked to
 * that span: it may be hours later, and come again.
 */
export function eventTelemetry(tracer: Tracer): Required<Pick<PayInstrumentation, 'receive' | 'handle'>> {
  return {
    receive: (info, work) =>
      inSpan(tracer, `receive ${nameOf(info)}`, consumer('receive', info), async (span) => {
        tell(span, await work(traceparentOf(span)));
      }),
    handle: (info, work) => {
      const options = consumer('process', info, linkTo(info.traceparent));
      options.attributes['pay.event.attempt'] = info.attempt;
      // The worker may have been woken by the delivery of another event: whatever is active there is none of this one's.
      return inSpan(
        tracer,
        `process ${nameOf(info)}`,
        options,
        async (span) => {
          tell(span, await work());
        },
        ROOT_CONTEXT,
      );
    },
  };
}

/** Anybody can post any type: those that nobody knows are one. */
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

function tell(span: Span, { outcome, code }: PayEventEnd): void {
  if (outcome !== null) span.setAttribute('pay.event.outcome', outcome);
  if (code === null) return;
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
