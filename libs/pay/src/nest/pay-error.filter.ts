import { Catch, HttpException, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { PayError } from '../core/operation/method-return.js';
import { PayHttpException, responseToFailure } from './pay-http.exception.js';
import type { PayErrorResponse } from './pay-http.exception.js';

/**
 * Responds to the `PayError` of `unwrap` and to `PayHttpException` over HTTP, and logs them. Other exceptions are not affected.
 *
 * | Status | When |
 * |---|---|
 * | 400 | an option is invalid (`validationerror`); `fields` names it |
 * | 402 | the card was declined |
 * | 404 | `notfound` |
 * | 409 | `alreadycanceled`, `sourcecodeexist`; `inprogress` with `Retry-After` |
 * | 422 | the service rejected the call for another reason; `idempotencyconflict` |
 * | 503 | nothing happened, and a later call can succeed, with `Retry-After`; `idempotencyerror` |
 * | 502 | the outcome is unknown |
 * | 504 | the outcome is unknown, because the time was over |
 * | 500 | the application's configuration is wrong: credentials, permissions, client options |
 *
 * `Retry-After` is what the service asks for, otherwise ten seconds.
 *
 * @example
 * @Module({ providers: [{ provide: APP_FILTER, useClass: PayErrorFilter }] })
 * export class AppModule {}
 * @example
 * @UseFilters(PayErrorFilter)
 * @Controller('orders')
 * export class OrdersController {}
 */
@Catch(PayError, PayHttpException)
export class PayErrorFilter
  extends BaseExceptionFilter<PayError | PayHttpException>
  implements ExceptionFilter<PayError | PayHttpException>
{
  readonly #logger = new Logger('PayErrorFilter');

  /** @throws the exception itself if the request is not an HTTP request. */
  override catch(exception: PayError | PayHttpException, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw exception;
    const error = exception instanceof PayError ? exception : exception.getPayError();
    const { body, headers } = this.responseTo(error);
    const { correlationId } = error.meta;
    const line = `${body.statusCode} ${error.message}${correlationId === null ? '' : ` Correlation ID: ${correlationId}.`}`;
    if (body.statusCode >= 500) this.#logger.error(line);
    else this.#logger.warn(line);
    const adapter = this.applicationRef ?? this.httpAdapterHost?.httpAdapter;
    const response: unknown = host.switchToHttp().getResponse();
    for (const [name, value] of Object.entries(headers)) adapter?.setHeader(response, name, value);
    super.catch(new HttpException(body, body.statusCode) as never, host);
  }

  /** Chooses the response. Override it for other statuses or another body. */
  protected responseTo(error: PayError): PayErrorResponse {
    return responseToFailure(error);
  }
}
