import 'reflect-metadata';
import golevelup from '@golevelup/nestjs-stripe';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { measureServer, SECRET } from '../measure-server.mjs';

const { StripeModule, StripeWebhookHandler } = golevelup;

class Reports {
  ready() {}
}
StripeWebhookHandler('payment_intent.succeeded')(
  Reports.prototype,
  'ready',
  Object.getOwnPropertyDescriptor(Reports.prototype, 'ready'),
);

class AppModule {}
Module({
  imports: [
    StripeModule.forRoot({
      apiKey: 'sk_test_bench',
      webhookConfig: {
        stripeSecrets: { account: SECRET, accountTest: SECRET },
        requestBodyProperty: 'rawBody',
      },
    }),
  ],
  providers: [Reports],
})(AppModule);

const app = await NestFactory.create(AppModule, { rawBody: true, logger: false });
await app.listen(0, '127.0.0.1');
measureServer(`http://127.0.0.1:${app.getHttpServer().address().port}/stripe/webhook`);
