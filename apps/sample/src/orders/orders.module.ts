import { Module } from '@nestjs/common';
import { InMemoryOrderStore } from './in-memory-order.store.js';
import { OrderService } from './order.service.js';
import { OrderStore } from './order.store.js';

/** The shop's orders. A real shop provides another `OrderStore` here. */
@Module({
  providers: [OrderService, { provide: OrderStore, useClass: InMemoryOrderStore }],
  exports: [OrderService],
})
export class OrdersModule {}
