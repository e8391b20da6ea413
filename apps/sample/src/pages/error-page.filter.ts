import { Catch, HttpException, Logger, type ArgumentsHost } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { messageView } from '../views/message.view.js';
import { PageWriter } from './page-writer.js';

/** Shows errors as pages to people; everyone else gets Nest's JSON. */
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
    const page =
      status === 404
        ? {
            title: 'Nothing here',
            text: 'There is no such page. Orders are kept in memory: they are gone when the shop is restarted.',
          }
        : {
            title: 'That did not work',
            text: 'Something went wrong on our side. Nothing was charged by this page.',
          };
    this.pages.send(response, messageView(page), status);
  }
}
