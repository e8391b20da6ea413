import { HttpException } from '@nestjs/common';
import { isInstance } from '../../core/values/describe-thrown.js';
import { PayInboxBusyError, PayInboxFullError, PayInboxStoreError } from '../../inbox/inbox-errors.js';
import type { PayUnconfirmedResult } from '../../webhooks/delivery.types.js';

interface ErrorResponse {
  status: number;
  /** Sent to the sender, so it must not help anyone to forge a delivery. */
  message: string;
  headers?: Record<string, string>;
}

/** Says to the doctor and to tests that the application keeps no raw bodies. */
export const NO_RAW_BODY_MESSAGE = 'Webhooks are not set up here';
const RETRY_AFTER_A_MINUTE = { 'Retry-After': '60' };

const RESPONSES = {
  method: { status: 405, message: 'Only GET and POST are allowed', headers: { Allow: 'GET, POST' } },
  size: { status: 413, message: 'The body is too large' },
  'content-type': { status: 415, message: 'The content type must be application/json' },
  'source-address': { status: 403, message: 'The sender is not allowed' },
  signature: { status: 401, message: 'The signature is missing or wrong' },
  malformed: { status: 400, message: 'The body is not a webhook event' },
  /** The service does not know the event's resource, or its data does not match the event. */
  denied: { status: 403, message: 'The event is not confirmed' },
  /** No API call can confirm the type, and the route does not accept unconfirmed events. */
  'not-accepted': { status: 403, message: 'The event is not confirmed' },
  /** The read failed, or the service has not finished the payment. The service must deliver the event again. */
  unconfirmed: {
    status: 503,
    message: 'The event cannot be confirmed now',
    headers: RETRY_AFTER_A_MINUTE,
  },
  /** Another delivery of the same event is still being handled. */
  'under-way': { status: 503, message: 'The event is being handled', headers: RETRY_AFTER_A_MINUTE },
  /** The event is for another account or source. With 200, the service does not deliver it again. */
  otherRecipient: { status: 200, message: 'The event is for another recipient' },
  /** The sender's class has no reads left to confirm events. */
  budget: { status: 503, message: 'The event cannot be confirmed now', headers: RETRY_AFTER_A_MINUTE },
  /** Too many deliveries are being handled or are waiting. */
  overload: { status: 503, message: 'Too many events', headers: RETRY_AFTER_A_MINUTE },
  /** The inbox could not store the event. */
  inbox: { status: 503, message: 'The event cannot be stored now', headers: RETRY_AFTER_A_MINUTE },
  /** The verification key could not be read. */
  handshake: { status: 503, message: 'The key cannot be read now', headers: RETRY_AFTER_A_MINUTE },
  'raw-body': { status: 500, message: NO_RAW_BODY_MESSAGE },
  handler: { status: 500, message: 'The event could not be handled' },
} satisfies Record<string, ErrorResponse>;

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
    const { status, message, headers = {} }: ErrorResponse = RESPONSES[reason];
    super({ statusCode: status, message }, status);
    this.headers =
      retryAfterMs === undefined
        ? headers
        : { ...headers, 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
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
