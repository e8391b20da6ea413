import type { Transaction } from '@electric-sql/pglite';
import { Injectable } from '@nestjs/common';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { ShopEnvironment } from '../shop.environment.js';
import type { Order, OrderDraft, ServiceOrder } from './order.js';
import { recordFact } from './order-facts.js';
import { OrderStore } from './order.store.js';
import type { PaymentFact } from './payment-fact.js';

/** The life of the shop's orders. */
@Injectable()
export class OrderService {
  constructor(
    private readonly store: OrderStore,
    private readonly environment: ShopEnvironment,
  ) {}

  /** Makes the order that a customer asked for; a repeated submission gives the same order again. */
  place(draft: OrderDraft): Promise<Order> {
    return this.store.add({
      ...draft,
      id: this.environment.newId(),
      createdAt: this.environment.now(),
      amount: draft.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
      currency: SHOP_CURRENCY.code,
      service: null,
      facts: {},
    });
  }

  find(id: string): Promise<Order | undefined> {
    return this.store.find(id);
  }

  /** @param orderCode exact digits, as text. */
  findByOrderCode(orderCode: string, within?: Transaction): Promise<Order | undefined> {
    return this.store.findByOrderCode(orderCode, within);
  }

  /** Notes that the payment service has taken the order. */
  attach(id: string, service: ServiceOrder): Promise<Order> {
    return this.store.update(id, (order) => (order.service === null ? { ...order, service } : order));
  }

  /**
   * Notes what was confirmed about the payment; a fact that is known already changes nothing.
   *
   * @param within the transaction that it is noted in, together with what else is.
   */
  record(id: string, fact: PaymentFact, within?: Transaction): Promise<Order> {
    return this.store.update(id, (order) => recordFact(order, fact), within);
  }
}
