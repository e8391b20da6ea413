import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { TillController } from './till.controller.js';
import { TillEvents } from './till.events.js';
import { TillService } from './till.service.js';
import { TillStore } from './till.store.js';

/** The cash register beside the shop. */
@Module({
  imports: [PagesModule, PaymentsModule],
  controllers: [TillController],
  providers: [TillEvents, TillService, TillStore],
})
export class TillModule {}
