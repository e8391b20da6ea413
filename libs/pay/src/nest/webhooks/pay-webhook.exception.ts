import { HttpException } from '@nestjs/common';

interface Refusal {
  status: number;
  /** What the sender is told: nothing that helps to forge. */
  message: string;
  headers?: Record<string, string>;
}

const REFUSALS = {
  method: { status: 405, message: 'Only GET and POST are answered', headers: { Allow: 'GET, POST' } },
  size: { status: 413, message: 'The body is too large' },
  'content-type': { status: 415, message: 'The content type must be application/json' },
  'source-address': { status: 403, message: 'Not a source of webhooks' },
  signature: { status: 401, message: 'The signature is missing or wrong' },
  malformed: { status: 400, message: 'The body is no webhook event' },
  /** The service does not confirm it: unknown there, or other than it says. */
  unconfirmed: { status: 403, message: 'The event is not confirmed' },
  /** The service could not be asked, or has not finished itself: it shall deliver again. */
  unconfirmable: {
    status: 503,
    message: 'The event cannot be confirmed now',
    headers: { 'Retry-After': '60' },
  },
  /** Another delivery of the same event is still being handled. */
  'under-way': {
    status: 503,
    message: 'The event is being handled',
    headers: { 'Retry-After': '60' },
  },
  /** Another account's or source's: the service shall not deliver it again. */
  elsewhere: { status: 200, message: 'The event is for another' },
  /** Too much that the service does not confirm came from there: it is not asked now. */
  budget: { status: 503, message: 'The event cannot be confirmed now', headers: { 'Retry-After': '60' } },
  /** Too many deliveries are under way or wait. */
  overload: { status: 503, message: 'Too many events', headers: { 'Retry-After': '60' } },
  /** The inbox could not keep it. */
  inbox: { status: 503, message: 'The event cannot be kept now', headers: { 'Retry-After': '60' } },
  /** The verification key could not be read. */
  handshake: { status: 503, message: 'The key cannot be read now', headers: { 'Retry-After': '60' } },
  'raw-body': { status: 500, message: 'Webhooks are not set up here' },
  handler: { status: 500, message: 'The event could not be handled' },
} satisfies Record<string, Refusal>;

/** Why a request to a webhook was not answered with 200. */
export type PayWebhookRefusalReason = keyof typeof REFUSALS;

/** A request to a webhook is refused; the status tells the service whether to deliver again. */
export class PayWebhookException extends HttpException {
  override readonly name = 'PayWebhookException';
  /** Headers that the answer needs. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail for the application's own log: it is not sent. Holds no secret. */
  constructor(
    readonly reason: PayWebhookRefusalReason,
    readonly detail: string,
    /** When to come again; it goes out in whole seconds. */
    readonly retryAfterMs?: number,
  ) {
    const { status, message, headers = {} }: Refusal = REFUSALS[reason];
    super({ statusCode: status, message }, status);
    this.headers =
      retryAfterMs === undefined
        ? headers
        : { ...headers, 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  }
}
