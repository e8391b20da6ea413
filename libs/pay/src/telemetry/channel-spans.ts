import type { TracingChannel } from 'node:diagnostics_channel';
import { context, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import type { PayAttemptMessage, PayCallMessage } from '../core/http/channels.js';
import { ignoreErrors } from '../core/values/ignore-errors.js';
import type { PayEventMessage } from '../webhooks/event-channel.js';

interface Started {
  span: Span;
  /** @default the active context */
  parent?: Context;
}

/**
 * Creates a span for each message of a channel. The span is active while the work runs, and ends with it.
 *
 * @returns A function that ends the subscription.
 */
export function createSpans<Message extends PayCallMessage | PayAttemptMessage | PayEventMessage>(
  { start, asyncEnd }: TracingChannel<unknown, Message>,
  startSpan: (message: Message) => Started,
  record: (message: Message, span: Span) => void,
): () => void {
  const spans = new WeakMap<Message, Span>();
  const started = safely((message: Message) => {
    const { span, parent = context.active() } = startSpan(message);
    spans.set(message, span);
    const { run = (work: () => unknown) => work() } = message;
    message.run = (work) => context.with(trace.setSpan(parent, span), () => run(work));
  });
  const ended = safely((message: Message) => {
    const span = spans.get(message);
    if (span === undefined) return;
    try {
      record(message, span);
    } finally {
      span.end();
    }
  });
  start.subscribe(started);
  asyncEnd.subscribe(ended);
  return () => {
    start.unsubscribe(started);
    asyncEnd.unsubscribe(ended);
  };
}

/** Ignores errors of OpenTelemetry: an error of a subscriber ends the process. */
function safely<Message>(subscriber: (message: Message) => void): (message: unknown) => void {
  return (message) => {
    ignoreErrors(() => {
      subscriber(message as Message);
    });
  };
}
