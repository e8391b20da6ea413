import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { memoryIdempotency, payConfig, PayModule } from 'nestjs-pay';
import { OrdersService } from './orders.service.js';
import { PaymentEvents } from './payment-events.js';
import { ShopController } from './shop.controller.js';

@Module({
  imports: [
    ConfigModule.forRoot(), // reads .env
    PayModule.forRootAsync({
      config: payConfig,
      webhooks: { path: 'pay/webhook' }, // receives, checks and confirms webhooks
      idempotency: memoryIdempotency(), // use a database in a real shop
    }),
  ],
  controllers: [ShopController],
  providers: [OrdersService, PaymentEvents],
})
export class AppModule {}
