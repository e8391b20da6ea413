import { Catch } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';

/**
 * Answers an endpoint's errors as Nest does by itself. It stands nearer than the filters of the application: one that
 * answers errors with 200 would tell the service that what was refused or failed need not come again.
 */
@Catch()
export class PayWebhookFilter extends BaseExceptionFilter {}
