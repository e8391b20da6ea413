import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig } from 'nestjs-pay';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { Bookkeeping } from './bookkeeping.js';
import { PayoutsController } from './payouts.controller.js';

/** The bookkeeper's page: what each bank credit consists of. */
@Module({
  imports: [ConfigModule.forFeature(payConfig), PagesModule, PaymentsModule],
  controllers: [PayoutsController],
  providers: [Bookkeeping],
})
export class PayoutsModule {}
