import { Catch, HttpException, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { PayEventId } from '../areas/coded-values.generated.js';
import { PayError } from '../core/operation/method-return.js';
import type { CallOutcome, FieldError } from '../core/operation/method-return.js';

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
  422: 'The payment service refused the request',
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
const RETRY_AFTER_SECONDS = 10;

/**
 * Responds to the `PayError` of `unwrap` over HTTP, and logs it. Other exceptions are not affected.
 *
 * | Status | When |
 * |---|---|
 * | 400 | an option is invalid (`validationerror`); `fields` names it |
 * | 402 | the card was declined |
 * | 404 | `notfound` |
 * | 409 | `alreadycanceled`, `sourcecodeexist`; `inprogress` with `Retry-After` |
 * | 422 | the service refused the call for another reason; `idempotencyconflict` |
 * | 503 | nothing happened, and a later call can succeed, with `Retry-After`; `idempotencyerror` |
 * | 502 | the outcome is unknown |
 * | 504 | the outcome is unknown, because the time was over |
 * | 500 | the application's configuration is wrong: credentials, permissions, client options |
 *
 * @example
 * @Module({ providers: [{ provide: APP_FILTER, useClass: PayErrorFilter }] })
 * export class AppModule {}
 * @example
 * @UseFilters(PayErrorFilter)
 * @Controller('orders')
 * export class OrdersController {}
 */
@Catch(PayError)
export class PayErrorFilter extends BaseExceptionFilter<PayError> implements ExceptionFilter<PayError> {
  readonly #logger = new Logger('PayErrorFilter');

  /** @throws the exception itself if the request is not an HTTP request. */
  override catch(exception: PayError, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw exception;
    const { body, headers } = this.responseTo(exception);
    const { correlationId } = exception.meta;
    const line = `${body.statusCode} ${exception.message}${correlationId === null ? '' : ` Correlation ID: ${correlationId}.`}`;
    if (body.statusCode >= 500) this.#logger.error(line);
    else this.#logger.warn(line);
    const adapter = this.applicationRef ?? this.httpAdapterHost?.httpAdapter;
    const response: unknown = host.switchToHttp().getResponse();
    for (const [name, value] of Object.entries(headers)) adapter?.setHeader(response, name, value);
    super.catch(new HttpException(body, body.statusCode) as never, host);
  }

  /** Chooses the response. Override it for other statuses or another body. */
  protected responseTo({ code, error }: PayError): PayErrorResponse {
    const { status, isTemporary } = readFailure(code, error);
    const body: PayErrorBody = {
      statusCode: status,
      message: MESSAGES[status],
      code: status === 500 ? 'internalerror' : code,
      outcome: error.outcome,
      ...(status === 400 && { fields: error.fields }),
    };
    return { body, headers: isTemporary ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {} };
  }
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
