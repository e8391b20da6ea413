import type { Transaction } from '@electric-sql/pglite';
import { Injectable } from '@nestjs/common';
import type { Records } from '../database/records.js';
import { ShopDatabase } from '../database/shop-database.js';
import type { Order } from './order.js';

/** Where orders are kept. */
@Injectable()
export class OrderStore {
  private readonly orders: Records<Order>;

  constructor(database: ShopDatabase) {
    this.orders = database.records<Order>('order', {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ service }) => service?.orderCode ?? null,
    });
  }

  /** Adds the order, or gives the one that the same submission made before. */
  async add(order: Order): Promise<Order> {
    return (await this.orders.add(order))?.record ?? order;
  }

  find(id: string): Promise<Order | undefined> {
    return this.orders.find(id);
  }

  /** @param orderCode exact digits. */
  async findByOrderCode(orderCode: string, within?: Transaction): Promise<Order | undefined> {
    return (await this.orders.of(orderCode, within))[0];
  }

  /**
   * Changes an order; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that id.
   */
  update(id: string, change: (order: Order) => Order, within?: Transaction): Promise<Order> {
    return this.orders.update(id, change, within);
  }
}
