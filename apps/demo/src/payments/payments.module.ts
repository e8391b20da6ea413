import { Module } from '@nestjs/common';
import { ConfigModule, type ConfigType } from '@nestjs/config';
import { payConfig, PayModule } from 'nestjs-pay';
import type { PayIdempotency, PayInbox } from 'nestjs-pay';
import { SHOP_IDEMPOTENCY, SHOP_INBOX } from '../database/database.module.js';
import { Orders } from '../orders/orders.service.js';
import { ShopEnvironment } from '../shop.environment.js';
import { ReservationsService } from '../reservations/reservations.service.js';
import { HostedCheckout } from './hosted-checkout.js';
import { PaymentEvents, WebhookController } from './payment-events.js';

/** Orders, reservations and the account of the payment service. The environment variables PAY_… contain its credentials. */
@Module({
  imports: [
    PayModule.forRootAsync({
      imports: [ConfigModule.forFeature(payConfig)],
      inject: [payConfig.KEY, SHOP_INBOX, SHOP_IDEMPOTENCY, ShopEnvironment],
      useFactory: (
        account: ConfigType<typeof payConfig>,
        inbox: PayInbox,
        idempotency: PayIdempotency,
        { maxRetries }: ShopEnvironment,
      ) => ({
        ...account,
        idempotency,
        maxRetries,
        webhooks: { ...account.webhooks, inbox },
      }),
    }),
    ConfigModule.forFeature(payConfig),
  ],
  controllers: [WebhookController],
  providers: [HostedCheckout, Orders, PaymentEvents, ReservationsService],
  exports: [HostedCheckout, Orders, PayModule, ReservationsService],
})
export class PaymentsModule {}
