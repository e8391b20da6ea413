import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { TillController } from './till.controller.js';
import { TillService } from './till.service.js';

@Module({
  imports: [PagesModule, PaymentsModule],
  controllers: [TillController],
  providers: [TillService],
})
export class TillModule {}
