import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { PayWebhookHandshake } from './pay-webhook.handshake.js';
import { PayWebhookReceiver } from './pay-webhook.receiver.js';
import type { RunMethod } from './pay-webhook.receiver.js';
import { PayWebhookRefusals } from './pay-webhook.refusals.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { keepEvent, keptDelivery } from './webhook-request.js';
import type { WebhookRequest } from './webhook-request.js';

/** Answers an endpoint's requests that the guard let through: the handshake, or 200 once the event is safe. */
@Injectable()
export class PayWebhookInterceptor implements NestInterceptor {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly routes: PayWebhookRoutes,
    private readonly handshake: PayWebhookHandshake,
    private readonly receiver: PayWebhookReceiver,
    private readonly refusals: PayWebhookRefusals,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<undefined>> {
    const http = context.switchToHttp();
    const request = http.getRequest<WebhookRequest>();
    const response: unknown = http.getResponse();
    const route = this.routes.resolve(context.getClass(), context.getHandler());
    const { httpAdapter } = this.adapterHost;
    try {
      const { headers, body } = await this.answer(request, route, next);
      for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
      httpAdapter.reply(response, body, 200);
    } catch (error) {
      throw this.refusals.refuse(error, route, response);
    }
    return of(undefined);
  }

  private async answer(
    request: WebhookRequest,
    route: WebhookRoute,
    next: CallHandler,
  ): Promise<{ headers: Record<string, string>; body?: object }> {
    if (request.method === 'GET') return this.handshake.answer(route);
    const delivery = keptDelivery(request);
    if (delivery === undefined)
      throw new TypeError(`the guard of ${route.name} let a request through unchecked`);
    const runMethod: RunMethod = async (event) => {
      keepEvent(request, event);
      await lastValueFrom(next.handle(), { defaultValue: undefined });
    };
    await this.receiver.receive(delivery, route, route.runsMethod ? runMethod : null);
    return { headers: {} };
  }
}
