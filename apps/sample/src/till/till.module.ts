import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { InMemoryTillStore } from './in-memory-till.store.js';
import { TillController } from './till.controller.js';
import { TillService } from './till.service.js';
import { TillStore } from './till.store.js';

/** The cash register beside the shop. A real one provides another `TillStore` here. */
@Module({
  imports: [PagesModule, PaymentsModule],
  controllers: [TillController],
  providers: [TillService, { provide: TillStore, useClass: InMemoryTillStore }],
})
export class TillModule {}
