import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig } from 'nestjs-pay';
import { OrdersModule } from '../orders/orders.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReservationsModule } from '../reservations/reservations.module.js';
import { ActionService } from './actions/action.service.js';
import { ActionStore } from './actions/action.store.js';
import { ActionsController } from './actions.controller.js';
import { PaymentRecords } from './payment-records.js';
import { RecordsController } from './records.controller.js';
import { ReservationsController } from './reservations.controller.js';
import { SalesSearch } from './sales-search.js';
import { SearchController } from './search.controller.js';

/** What the shop's operator sees. A real shop has a login here. */
@Module({
  imports: [
    ConfigModule.forFeature(payConfig),
    OrdersModule,
    PagesModule,
    PaymentsModule,
    ReservationsModule,
  ],
  controllers: [SearchController, RecordsController, ActionsController, ReservationsController],
  providers: [ActionService, PaymentRecords, SalesSearch, ActionStore],
})
export class BackOfficeModule {}
