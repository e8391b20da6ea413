import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { MembershipsController } from '../memberships/memberships.controller.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AssetsController } from './assets.controller.js';
import { BrowserSafetyMiddleware } from './browser-safety.middleware.js';
import { ErrorPageFilter } from './error-page.filter.js';
import { PageWriter } from './page-writer.js';
import { ShopController } from './shop.controller.js';

/** The shop's pages for customers. */
@Module({
  imports: [PaymentsModule],
  controllers: [ShopController, MembershipsController, AssetsController],
  providers: [PageWriter, { provide: APP_FILTER, useClass: ErrorPageFilter }],
  exports: [PageWriter],
})
export class PagesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BrowserSafetyMiddleware).forRoutes('{*path}');
  }
}
