import { HttpException } from '@nestjs/common';
import { isInstance } from '../../core/values/describe-thrown.js';
import { PayInboxBusyError, PayInboxFullError, PayInboxStoreError } from '../../inbox/inbox-errors.js';
import type { PayUnconfirmedResult } from '../../webhooks/delivery.types.js';

/** Says to the doctor and to tests that the application keeps no raw bodies. */
export const NO_RAW_BODY_MESSAGE = 'Webhooks are not set up here';
/** `Retry-After` of a response with 503, unless the time is known. */
const RETRY_AFTER_MS = 60_000;

/** Status and message of each response. The message is sent to the sender, so it must not help anyone to forge a delivery. */
const RESPONSES = {
  method: [405, 'Only GET and POST are allowed'],
  size: [413, 'The body is too large'],
  'content-type': [415, 'The content type must be application/json'],
  'source-address': [403, 'The sender is not allowed'],
  signature: [401, 'The signature is missing or wrong'],
  malformed: [400, 'The body is not a webhook event'],
  /** The service does not know the event's resource, or its data does not match the event. */
  denied: [403, 'The event is not confirmed'],
  /** No API call can confirm the type, and the route does not accept unconfirmed events. */
  'not-accepted': [403, 'The event is not confirmed'],
  /** The read failed, or the service has not finished the payment. The service must deliver the event again. */
  unconfirmed: [503, 'The event cannot be confirmed now'],
  /** Another delivery of the same event is still being handled. */
  'under-way': [503, 'The event is being handled'],
  /** The event is for another account or source. With 200, the service does not deliver it again. */
  otherRecipient: [200, 'The event is for another recipient'],
  /** The sender's class has no reads left to confirm events. */
  budget: [503, 'The event cannot be confirmed now'],
  /** Too many deliveries are being handled or are waiting. */
  overload: [503, 'Too many events'],
  /** The inbox could not store the event. */
  inbox: [503, 'The event cannot be stored now'],
  /** The verification key could not be read. */
  handshake: [503, 'The key cannot be read now'],
  'raw-body': [500, NO_RAW_BODY_MESSAGE],
  handler: [500, 'The event could not be handled'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** Why a request to a webhook was not responded with 200. */
export type PayWebhookErrorReason = keyof typeof RESPONSES;

/** A request to a webhook gets an error response. The status decides whether the service delivers the event again. */
export class PayWebhookException extends HttpException {
  override readonly name = 'PayWebhookException';
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail - For the application's log. It is not sent, and contains no secret. */
  constructor(
    readonly reason: PayWebhookErrorReason,
    readonly detail: string,
    /** Time until the next attempt can succeed. `Retry-After` states it in whole seconds. */
    readonly retryAfterMs?: number,
  ) {
    const [status, message] = RESPONSES[reason];
    super({ statusCode: status, message }, status);
    this.headers = {
      ...(status === 405 && { Allow: 'GET, POST' }),
      ...(status === 503 && { 'Retry-After': String(Math.ceil((retryAfterMs ?? RETRY_AFTER_MS) / 1000)) }),
    };
  }
}

const REASONS = {
  ignored: 'otherRecipient',
  denied: 'denied',
  failed: 'unconfirmed',
  'over-limit': 'budget',
} as const satisfies Record<PayUnconfirmedResult['outcome'], PayWebhookErrorReason>;

/** Returns the exception for a delivery that has no event. */
export function exceptionOf(result: PayUnconfirmedResult): PayWebhookException {
  const detail = 'reason' in result ? result.reason : 'the event is for another source or merchant';
  const waitMs = 'waitMs' in result ? result.waitMs : undefined;
  return new PayWebhookException(REASONS[result.outcome], detail, waitMs);
}

/** A handler failed. The message has each handler's error by name and redacted message, for dead letters. */
export class HandlersFailedError extends Error {}

/** Returns the exception for an error of an inbox or a handler, and other errors as they are. */
export function inboxException(error: unknown): unknown {
  if (isInstance(error, PayInboxFullError)) return new PayWebhookException('overload', error.message);
  if (isInstance(error, PayInboxStoreError)) return new PayWebhookException('inbox', error.message);
  if (isInstance(error, HandlersFailedError)) return new PayWebhookException('handler', error.message);
  return isInstance(error, PayInboxBusyError) ? new PayWebhookException('under-way', error.message) : error;
}
