import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig } from 'nestjs-pay';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { Bookkeeping } from '../payouts/bookkeeping.js';
import { PayoutsController } from '../payouts/payouts.controller.js';
import { ActionsController } from './actions.controller.js';
import { ActionService } from './action.service.js';
import { PaymentRecords } from './payment-records.js';
import { RecordsController } from './records.controller.js';
import { ReservationsController } from './reservations.controller.js';
import { SalesSearch } from './sales-search.js';

/** Pages of the shop's operators. A real shop has a login here. */
@Module({
  imports: [ConfigModule.forFeature(payConfig), PagesModule, PaymentsModule],
  controllers: [RecordsController, ActionsController, ReservationsController, PayoutsController],
  providers: [ActionService, Bookkeeping, PaymentRecords, SalesSearch],
})
export class BackOfficeModule {}
