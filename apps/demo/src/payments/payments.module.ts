import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig, PayModule } from 'nestjs-pay';
import type { PayInboxStore } from 'nestjs-pay';
import { PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { SHOP_STORE } from '../database/database.module.js';
import { Memberships } from '../memberships/memberships.service.js';
import { Orders } from '../orders/orders.service.js';
import { accountOptions } from './account-options.js';
import { PaymentEvents, WebhookController } from './payment-events.js';

/** Orders, memberships and the account of the payment service. The environment variables PAY_… contain its credentials. */
@Module({
  imports: [
    PayModule.forRootAsync(accountOptions(payConfig)),
    PaySubscriptionsModule.forRootAsync({
      inject: [SHOP_STORE],
      useFactory: (store: PayInboxStore) => ({ store }),
    }),
    ConfigModule.forFeature(payConfig),
  ],
  controllers: [WebhookController],
  providers: [Memberships, Orders, PaymentEvents],
  exports: [Memberships, Orders, PayModule],
})
export class PaymentsModule {}
