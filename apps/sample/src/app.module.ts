import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { durableInbox, payConfig, PayModule } from 'nestjs-pay';
import type { PayModuleOptions } from 'nestjs-pay';
import { AdminController } from './admin.controller.js';
import { CheckoutController } from './checkout.controller.js';
import { Database, DatabaseModule } from './database.js';
import { Orders } from './orders.js';
import { PaymentEvents, WebhookController } from './payment-events.js';

@Module({
  imports: [
    ConfigModule.forRoot(), // reads .env
    DatabaseModule,
    PayModule.forRootAsync({
      imports: [ConfigModule.forFeature(payConfig), DatabaseModule],
      inject: [payConfig.KEY, Database],
      useFactory: (options: PayModuleOptions, database: Database): PayModuleOptions => ({
        ...options, // credentials from PAY_… variables
        idempotency: database.idempotency,
        webhooks: { ...options.webhooks, inbox: durableInbox({ store: database.inboxStore }) },
      }),
    }),
  ],
  controllers: [CheckoutController, AdminController, WebhookController],
  providers: [Orders, PaymentEvents],
})
export class AppModule {}
