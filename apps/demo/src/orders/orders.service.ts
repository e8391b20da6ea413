import type { Transaction } from '@electric-sql/pglite';
import { Injectable, Logger } from '@nestjs/common';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { ShopDatabase, type Records } from '../database/shop-database.js';
import { ShopEnvironment } from '../shop.environment.js';
import { orderReference, totalOf, type Order, type OrderDraft, type ServiceOrder } from './order.js';
import { orderState, OrderState, withEvent } from './order-state.js';

/** The shop's orders. */
@Injectable()
export class Orders {
  private readonly logger = new Logger(Orders.name);
  private readonly orders: Records<Order>;

  constructor(
    private readonly environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    this.orders = database.records<Order>('order', {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ service }) => service?.orderCode ?? null,
    });
  }

  /** Stores a new order. The same submission returns the same order. */
  place(draft: OrderDraft): Promise<Order> {
    return this.orders.add({
      ...draft,
      id: this.environment.newId(),
      createdAt: this.environment.now(),
      amount: totalOf(draft.lines),
      currency: SHOP_CURRENCY.code,
      service: null,
      timeline: null,
      decline: null,
    });
  }

  find(id: string): Promise<Order | undefined> {
    return this.orders.find(id);
  }

  /** @param orderCode - Exact digits. */
  async findByOrderCode(orderCode: string, within?: Transaction): Promise<Order | undefined> {
    return (await this.orders.of(orderCode, within))[0];
  }

  /** Returns the order codes of a customer, newest first. */
  async codesOfEmail(email: string): Promise<string[]> {
    const wanted = email.toLowerCase();
    const own = (await this.orders.all()).filter(({ customer }) => customer.email.toLowerCase() === wanted);
    return own.toReversed().flatMap(({ service }) => service?.orderCode ?? []);
  }

  /** Stores the payment order of an order. */
  attach(id: string, service: ServiceOrder): Promise<Order> {
    return this.orders.update(id, (order) => (order.service === null ? { ...order, service } : order));
  }

  /**
   * Adds a confirmed event to its order. Other events are ignored: the till and the reservations use the same account, and an order
   * code is stored before its customer can pay.
   *
   * @param within - Transaction that also marks the event as handled.
   */
  async record(orderCode: string, event: ReceivedPayEvent, within: Transaction): Promise<void> {
    const order = await this.findByOrderCode(orderCode, within);
    if (order === undefined) return;
    const receivedAt = new Date(this.environment.now());
    const known = await this.orders.update(order.id, (one) => withEvent(one, event, receivedAt), within);
    if (orderState(known) === OrderState.UnderReview)
      this.logger.error(`order ${orderReference(order)}: the payment does not match the order`);
  }
}
