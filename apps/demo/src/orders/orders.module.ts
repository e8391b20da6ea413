import { Module } from '@nestjs/common';
import { OrderService } from './order.service.js';
import { OrderStore } from './order.store.js';

/** The shop's orders. */
@Module({ providers: [OrderService, OrderStore], exports: [OrderService] })
export class OrdersModule {}
