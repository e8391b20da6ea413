import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig, PayModule } from 'nestjs-pay';
import { OrdersModule } from '../orders/orders.module.js';
import { HostedCheckout } from './hosted-checkout.js';
import { PaymentEvents } from './payment.events.js';
import { WebhookController } from './webhook.controller.js';

/** Everything that touches the payment service. Credentials come from the environment variables PAY_…. */
@Module({
  imports: [PayModule.forRootAsync(payConfig.asProvider()), ConfigModule.forFeature(payConfig), OrdersModule],
  controllers: [WebhookController],
  providers: [HostedCheckout, PaymentEvents],
  exports: [HostedCheckout, PayModule],
})
export class PaymentsModule {}
