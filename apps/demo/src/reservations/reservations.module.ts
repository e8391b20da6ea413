import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReservationsService } from './reservations.service.js';

/** Reserving amounts: links that an operator makes, and what a customer who comes back is told. */
@Module({ imports: [PaymentsModule], providers: [ReservationsService], exports: [ReservationsService] })
export class ReservationsModule {}
