import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig, PayModule } from 'nestjs-pay';
import { PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { ShopStores } from '../database/shop-stores.js';
import { Memberships } from '../memberships/memberships.service.js';
import { Orders } from '../orders/orders.service.js';
import { accountOptions } from './account-options.js';
import { WebhookController } from './payment-events.js';

/** Orders, memberships and the account of the payment service. The environment variables PAY_… contain its credentials. */
@Module({
  imports: [
    PayModule.forRootAsync(accountOptions(payConfig)),
    PaySubscriptionsModule.forRootAsync({
      inject: [ShopStores],
      useFactory: ({ store }: ShopStores) => ({ store }),
    }),
    ConfigModule.forFeature(payConfig),
  ],
  controllers: [WebhookController],
  providers: [Memberships, Orders],
  exports: [Memberships, Orders, PayModule],
})
export class PaymentsModule {}
