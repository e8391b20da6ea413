// The floor: a Nest route without this library that makes the same checks.
import { Controller, HttpCode, HttpException, Post, Req } from '@nestjs/common';
import { measureNest } from '../measure-nest.mjs';
import { receiveDelivery } from './webhook.checks.mjs';

class WebhookController {
  async receive(request) {
    const status = await receiveDelivery(request, request.rawBody);
    if (status !== 200) throw new HttpException('refused', status);
  }
}
const receive = Object.getOwnPropertyDescriptor(WebhookController.prototype, 'receive');
Req()(WebhookController.prototype, 'receive', 0);
HttpCode(200)(WebhookController.prototype, 'receive', receive);
Post()(WebhookController.prototype, 'receive', receive);
Controller('hooks/pay')(WebhookController);

await measureNest({ controllers: [WebhookController] }, '/hooks/pay');
