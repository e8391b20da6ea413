import { HttpException } from '@nestjs/common';
import { PayEventId } from '../areas/coded-values.generated.js';
import { PayError } from '../core/operation/method-return.js';
import type { CallOutcome, FieldError, MethodFailure } from '../core/operation/method-return.js';

/** Body of an HTTP response to a failed call. It contains no text of the service. */
export interface PayErrorBody {
  statusCode: number;
  message: string;
  /** Reason of the failure: see `PayErrorCode`. A fault of the application is always `internalerror`. */
  code: string;
  /** Whether the call took effect. After `unknown`, it may have. */
  outcome: CallOutcome;
  /** The wrong options. Only with status 400. */
  fields?: FieldError[];
}

/** HTTP response to a failed call. */
export interface PayErrorResponse {
  body: PayErrorBody;
  headers: Readonly<Record<string, string>>;
}

const MESSAGES = {
  400: 'The request is invalid',
  402: 'The payment was declined',
  404: 'The payment service knows no such resource',
  409: 'The request conflicts with an earlier one',
  422: 'The payment service rejected the request',
  500: 'Internal server error',
  502: 'The payment service gave no clear response: the request may have taken effect',
  503: 'The payment service is not available now: try again later',
  504: 'The payment service did not respond in time: the request may have taken effect',
};
type Status = keyof typeof MESSAGES;

/** Status of a code that needs no other details. Codes of the application's faults are not here: they are 500. */
const STATUS_OF_CODE: Readonly<Record<string, Status>> = {
  validationerror: 400,
  notfound: 404,
  alreadycanceled: 409,
  sourcecodeexist: 409,
  sourcecodeerror: 422,
  idempotencyconflict: 422,
  rejected: 422,
  aborted: 503,
};

/** Issuers decline with these event IDs. */
const FIRST_ISSUER_EVENT_ID = 10_001;
/** Used if the service does not say how long to wait. */
const RETRY_AFTER_MS = 10_000;

/**
 * HTTP error for a failed call, with the status, the body and the headers of `PayErrorFilter`. Throw it instead of the
 * `PayError` of `unwrap` where other code reads the status of an exception, such as an interceptor for idempotency keys.
 *
 * `PayErrorFilter` catches it too: it logs the failure, and adds `Retry-After`, which Nest's own filter leaves out.
 *
 * @example
 * const result = await pay.transactions.refund(transactionId, { amount: 500 }, { idempotencyKey });
 * if (!result.success) throw new PayHttpException(result);
 */
export class PayHttpException extends HttpException {
  // Private, because stores of other packages copy all members of an exception.
  readonly #error: PayError;

  /** @param failure - Failed result of a method, or the `PayError` that `unwrap` threw. */
  constructor(failure: MethodFailure<string> | PayError) {
    const error = failure instanceof PayError ? failure : new PayError(failure);
    const { body } = responseToFailure(error);
    super(body, body.statusCode);
    this.#error = error;
  }

  /** Returns the failure. Its message can contain text of the service, so do not send it to customers. */
  getPayError(): PayError {
    return this.#error;
  }
}

/** Chooses the HTTP response to a failed call. */
export function responseToFailure({ code, error, meta }: PayError): PayErrorResponse {
  const { status, isTemporary } = readFailure(code, error);
  const body: PayErrorBody = {
    statusCode: status,
    message: MESSAGES[status],
    code: status === 500 ? 'internalerror' : code,
    outcome: error.outcome,
    ...(status === 400 && { fields: error.fields }),
  };
  const retryAfterMs = meta.retryAfterMs ?? RETRY_AFTER_MS;
  return { body, headers: isTemporary ? { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } : {} };
}

function readFailure(
  code: string,
  { outcome, retryable, eventId }: PayError['error'],
): { status: Status; isTemporary?: boolean } {
  // The outcome of these two is formally unknown, but calling again with the same key is safe.
  if (code === 'inprogress') return { status: 409, isTemporary: true };
  if (code === 'idempotencyerror') return { status: 503, isTemporary: true };
  if (outcome === 'unknown') return { status: code === 'timeout' || code === 'aborted' ? 504 : 502 };
  if (retryable) return { status: 503, isTemporary: true };
  if (code === 'rejected' && isDecline(eventId)) return { status: 402 };
  return { status: STATUS_OF_CODE[code] ?? 500 };
}

function isDecline(eventId: number | null): boolean {
  return eventId === PayEventId.Declined || (eventId ?? 0) >= FIRST_ISSUER_EVENT_ID;
}
