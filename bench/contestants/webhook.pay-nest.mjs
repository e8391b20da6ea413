import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { OnPayEvent, PayEventType, PayModule, PayWebhook } from 'nestjs-pay';
import { CREDENTIALS } from '../measure-client.mjs';
import { measureServer, SECRET } from '../measure-server.mjs';

class WebhookController {}
Controller('hooks/pay')(WebhookController);
PayWebhook()(WebhookController);

class Reports {
  ready() {}
}
OnPayEvent(PayEventType.SaleTransactions)(
  Reports.prototype,
  'ready',
  Object.getOwnPropertyDescriptor(Reports.prototype, 'ready'),
);

class AppModule {}
Module({
  imports: [
    PayModule.forRoot({
      wallet: { ...CREDENTIALS, dev: true },
      webhooks: { secrets: [SECRET], sourceAddresses: ['127.0.0.1'] },
    }),
  ],
  controllers: [WebhookController],
  providers: [Reports],
})(AppModule);

const options = { rawBody: true, logger: false };
const app =
  process.argv[2] === 'fastify'
    ? await NestFactory.create(AppModule, new FastifyAdapter(), options)
    : await NestFactory.create(AppModule, options);
await app.listen(0, '127.0.0.1');
measureServer(`http://127.0.0.1:${app.getHttpServer().address().port}/hooks/pay`);
