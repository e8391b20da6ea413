import { Injectable } from '@nestjs/common';
import type { Order } from './order.js';
import { OrderStore } from './order.store.js';

/** Orders in the process's memory: gone when it ends, as the simulator's are. */
@Injectable()
export class InMemoryOrderStore extends OrderStore {
  private readonly orders = new Map<string, Order>();
  private readonly idBySubmission = new Map<string, string>();
  private readonly idByOrderCode = new Map<string, string>();

  add(order: Order): Promise<Order> {
    const earlier = this.orders.get(this.idBySubmission.get(order.submission) ?? '');
    if (earlier !== undefined) return Promise.resolve(earlier);
    this.idBySubmission.set(order.submission, order.id);
    return Promise.resolve(this.keep(order));
  }

  find(id: string): Promise<Order | undefined> {
    return Promise.resolve(this.orders.get(id));
  }

  findByOrderCode(orderCode: string): Promise<Order | undefined> {
    return this.find(this.idByOrderCode.get(orderCode) ?? '');
  }

  update(id: string, change: (order: Order) => Order): Promise<Order> {
    const order = this.orders.get(id);
    if (order === undefined) return Promise.reject(new Error(`order ${id} is unknown`));
    return Promise.resolve(this.keep(change(order)));
  }

  private keep(order: Order): Order {
    this.orders.set(order.id, order);
    if (order.service !== null) this.idByOrderCode.set(order.service.orderCode, order.id);
    return order;
  }
}
