import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span, SpanOptions, Tracer } from '@opentelemetry/api';

/** Runs `work` with a span that is the active one meanwhile, and ends it. */
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
