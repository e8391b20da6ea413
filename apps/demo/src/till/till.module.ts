import { Module } from '@nestjs/common';
import { pgliteStore } from 'nestjs-pay/pglite';
import { PayTillModule } from 'nestjs-pay/till';
import { ShopDatabase } from '../database/shop-database.js';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ShopEnvironment } from '../shop.environment.js';
import { TillController } from './till.controller.js';

@Module({
  imports: [
    PagesModule,
    PaymentsModule,
    PayTillModule.forRootAsync({
      inject: [ShopDatabase, ShopEnvironment],
      useFactory: ({ pglite }: ShopDatabase, environment: ShopEnvironment) => ({
        store: pgliteStore(pglite, { now: () => new Date(environment.now()) }),
        account: null,
        pollMs: 250,
      }),
    }),
  ],
  controllers: [TillController],
})
export class TillModule {}
