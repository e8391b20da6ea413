import { Module } from '@nestjs/common';
import type { PayInboxStore } from 'nestjs-pay';
import { PayTillModule } from 'nestjs-pay/till';
import { SHOP_STORE } from '../database/database.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { TillController } from './till.controller.js';

@Module({
  imports: [
    PagesModule,
    PaymentsModule,
    PayTillModule.forRootAsync({
      inject: [SHOP_STORE],
      useFactory: (store: PayInboxStore) => ({ store, account: null, pollMs: 250 }),
    }),
  ],
  controllers: [TillController],
})
export class TillModule {}
