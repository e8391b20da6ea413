import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span, SpanOptions, Tracer } from '@opentelemetry/api';

/** Runs `work` inside a new active span, and ends the span. */
export async function inSpan(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<void>,
  parent: Context = context.active(),
): Promise<void> {
  const span = tracer.startSpan(name, options, parent);
  try {
    await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
