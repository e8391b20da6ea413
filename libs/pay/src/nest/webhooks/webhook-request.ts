import type { PayDelivery } from '../../inbox/pay-inbox.js';
import type { ReceivedPayEvent } from './received-event.js';

/** What a webhook needs of a request: the same members on Express and Fastify. */
export interface WebhookRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket: { remoteAddress?: string };
  /** Kept by Nest when the application is created with `rawBody: true`. */
  rawBody?: unknown;
  /** Bytes or text where the user parses this route himself, else what a parser made of them. */
  body?: unknown;
}

const deliveries = new WeakMap<object, PayDelivery>();
const events = new WeakMap<object, ReceivedPayEvent>();

/** Hands the delivery that a request carried from the guard to the interceptor. */
export function keepDelivery(request: object, delivery: PayDelivery): void {
  deliveries.set(request, delivery);
}

export function keptDelivery(request: object): PayDelivery | undefined {
  return deliveries.get(request);
}

/** Hands the event to `@PayEvent()`. */
export function keepEvent(request: object, event: ReceivedPayEvent): void {
  events.set(request, event);
}

export function keptEvent(request: object): ReceivedPayEvent | undefined {
  return events.get(request);
}

/** The body as it came, undefined when nobody kept it. */
export function rawBodyOf({
  rawBody,
  body,
}: Pick<WebhookRequest, 'rawBody' | 'body'>): Uint8Array | string | undefined {
  return [rawBody, body].find((one) => one instanceof Uint8Array || typeof one === 'string');
}

/** Whether the request has a body at all. */
export function announcesBody({ headers }: WebhookRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
