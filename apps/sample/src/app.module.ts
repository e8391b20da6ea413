import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { durableInbox, payConfig, PayModule } from 'nestjs-pay';
import { AdminController } from './admin.controller.js';
import { CheckoutController } from './checkout.controller.js';
import { Database, DatabaseModule } from './database.js';
import { Orders } from './orders.js';
import { PaymentEvents } from './payment-events.js';

@Module({
  imports: [
    ConfigModule.forRoot(), // reads .env
    DatabaseModule,
    PayModule.forRootAsync({
      config: payConfig, // credentials and settings from PAY_… variables
      tokens: 'shared',
      webhooks: { path: 'pay/webhook' }, // register https://<your host>/pay/webhook with the service
      imports: [DatabaseModule],
      inject: [Database],
      useFactory: ({ idempotency, inboxStore }: Database) => ({
        idempotency,
        webhooks: { inbox: durableInbox({ store: inboxStore }) },
      }),
    }),
  ],
  controllers: [CheckoutController, AdminController],
  providers: [Orders, PaymentEvents],
})
export class AppModule {}
