// The floor: a Nest route without this library that checks the signature and parses the delivery.
import { Controller, HttpCode, Post, Req, UnauthorizedException } from '@nestjs/common';
import { measureNest } from '../measure-nest.mjs';
import { readDelivery } from '../measure-server.mjs';

class WebhookController {
  receive(request) {
    if (readDelivery(request.rawBody, request.headers) === null) throw new UnauthorizedException();
  }
}
const receive = Object.getOwnPropertyDescriptor(WebhookController.prototype, 'receive');
Req()(WebhookController.prototype, 'receive', 0);
HttpCode(200)(WebhookController.prototype, 'receive', receive);
Post()(WebhookController.prototype, 'receive', receive);
Controller('hooks/pay')(WebhookController);

await measureNest({ controllers: [WebhookController] }, '/hooks/pay');
