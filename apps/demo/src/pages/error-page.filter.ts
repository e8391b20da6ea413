import { Catch, ForbiddenException, HttpException, Logger, type ArgumentsHost } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { messageView } from '../views/message.view.js';
import { PageWriter } from './page-writer.js';

/** Shows errors as pages to browsers. Other clients receive Nest's JSON. */
@Catch()
export class ErrorPageFilter extends BaseExceptionFilter {
  private readonly logger = new Logger(ErrorPageFilter.name);

  constructor(
    host: HttpAdapterHost,
    private readonly pages: PageWriter,
  ) {
    super(host.httpAdapter);
  }

  override catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (!(request.headers.accept ?? '').includes('text/html') || response.headersSent)
      return super.catch(exception, host);
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    if (status >= 500)
      this.logger.error(
        exception instanceof Error ? (exception.stack ?? exception.message) : 'unknown failure',
      );
    const words =
      exception instanceof ForbiddenException
        ? { title: 'Not allowed from here', text: exception.message }
        : describe(status);
    this.pages.send(response, messageView(words), status);
  }
}

function describe(status: number): { title: string; text: string } {
  if (status === 404)
    return {
      title: 'Page not found',
      text: 'There is no page at this address. Please check it, or begin at the shop.',
    };
  if (status < 500) return { title: 'The request was not understood', text: 'Please go back and try again.' };
  return {
    title: 'Something went wrong',
    text: 'The error is on our side. If you were about to pay, your order shows whether the payment arrived.',
  };
}
