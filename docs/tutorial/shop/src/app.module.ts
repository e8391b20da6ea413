import { Controller, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { memoryIdempotency, payConfig, PayModule, PayWebhook } from 'nestjs-pay';
import { OrdersService } from './orders.service.js';
import { ShopController } from './shop.controller.js';

@PayWebhook()
@Controller('pay/webhook')
export class PayWebhookController {}

@Module({
  imports: [
    ConfigModule.forRoot(), // reads .env
    PayModule.forRootAsync({ config: payConfig, idempotency: memoryIdempotency() }),
  ],
  controllers: [PayWebhookController, ShopController],
  providers: [OrdersService],
})
export class AppModule {}
