import { Module } from '@nestjs/common';
import { ConfigModule, type ConfigType } from '@nestjs/config';
import { payConfig, PayModule } from 'nestjs-pay';
import type { PayInbox } from 'nestjs-pay';
import { SHOP_INBOX } from '../database/database.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { HostedCheckout } from './hosted-checkout.js';
import { PaymentEvents } from './payment.events.js';
import { WebhookController } from './webhook.controller.js';

/** Everything that touches the payment service. Credentials come from the environment variables PAY_…. */
@Module({
  imports: [
    PayModule.forRootAsync({
      imports: [ConfigModule.forFeature(payConfig)],
      inject: [payConfig.KEY, SHOP_INBOX],
      useFactory: (account: ConfigType<typeof payConfig>, inbox: PayInbox) => ({
        ...account,
        webhooks: { ...account.webhooks, inbox },
      }),
    }),
    ConfigModule.forFeature(payConfig),
    OrdersModule,
  ],
  controllers: [WebhookController],
  providers: [HostedCheckout, PaymentEvents],
  exports: [HostedCheckout, PayModule],
})
export class PaymentsModule {}
