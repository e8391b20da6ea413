import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReservationsModule } from '../reservations/reservations.module.js';
import { AssetsController } from './assets.controller.js';
import { BrowserSafetyMiddleware } from './browser-safety.middleware.js';
import { CatalogueController } from './catalogue.controller.js';
import { ErrorPageFilter } from './error-page.filter.js';
import { OrderController } from './order.controller.js';
import { PageWriter } from './page-writer.js';
import { ReturnController } from './return.controller.js';

/** What visitors see. */
@Module({
  imports: [OrdersModule, PaymentsModule, ReservationsModule],
  controllers: [CatalogueController, OrderController, ReturnController, AssetsController],
  providers: [PageWriter, { provide: APP_FILTER, useClass: ErrorPageFilter }],
  exports: [PageWriter],
})
export class PagesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BrowserSafetyMiddleware).forRoutes('{*path}');
  }
}
