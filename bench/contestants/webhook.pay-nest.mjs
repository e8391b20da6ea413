import { Controller } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { OnPayEvent, PayEventType, PayModule, PayWebhook } from 'nestjs-pay';
import { CREDENTIALS } from '../measure-client.mjs';
import { measureNest } from '../measure-nest.mjs';
import { SECRET } from '../measure-server.mjs';

class WebhookController {}
Controller('hooks/pay')(WebhookController);
PayWebhook()(WebhookController);

await measureNest({
  module: PayModule.forRoot({
    wallet: { ...CREDENTIALS, dev: true },
    webhooks: { secrets: [SECRET], sourceAddresses: ['127.0.0.1'] },
  }),
  handles: OnPayEvent(PayEventType.SaleTransactions),
  controllers: [WebhookController],
  path: '/hooks/pay',
  adapter: process.argv[2] === 'fastify' ? new FastifyAdapter() : undefined,
});
