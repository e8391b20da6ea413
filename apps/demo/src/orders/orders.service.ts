import type { Transaction } from '@electric-sql/pglite';
import { Inject, Injectable } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import {
  OnPayEvent,
  payConfig,
  PayPayments,
  PayReconciledEventType,
  PayReconciler,
  PayTransaction,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { ShopDatabase } from '../database/shop-database.js';
import { SHOP_EVENT_TYPES } from '../payments/payment-events.js';
import { ShopEnvironment } from '../shop.environment.js';
import { OrderBook } from './order-book.js';
import { orderReference, type Order, type OrderDraft } from './order.js';
import { isPayable, orderState, OrderState, withEvent } from './order-state.js';

const { OrderExpired } = PayReconciledEventType;

/** The shop's orders. */
@Injectable()
export class Orders extends OrderBook<Order> {
  constructor(
    payments: PayPayments,
    @Inject(payConfig.KEY) { wallet }: ConfigType<typeof payConfig>,
    private readonly reconciler: PayReconciler,
    environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    super('order', { payments, hosts: wallet }, environment, database);
  }

  /** Stores a new order. The same submission returns the same order. */
  place(draft: OrderDraft): Promise<Order> {
    return this.add(this.newOrder(draft));
  }

  /** Returns the order codes of a customer, newest first. */
  async codesOfEmail(email: string): Promise<string[]> {
    const wanted = email.toLowerCase();
    const own = (await this.list()).filter(({ customer }) => customer.email.toLowerCase() === wanted);
    return own.flatMap(({ service }) => service?.orderCode ?? []);
  }

  /**
   * Adds a confirmed event to its order. Other events are ignored: the till and the reservations use the same account, and an order
   * code is stored before its customer can pay.
   *
   * The write commits together with "this event is handled", so a process that dies in between does both again, or neither.
   */
  @OnPayEvent(...SHOP_EVENT_TYPES, OrderExpired, { account: null })
  async record(
    event: ReceivedPayEvent<(typeof SHOP_EVENT_TYPES)[number] | typeof OrderExpired>,
    @PayTransaction() db: Transaction,
  ): Promise<void> {
    const order = await this.findByReference(event.data.OrderCodeText ?? '', db);
    if (order === undefined) return;
    const receivedAt = new Date(this.environment.now());
    const known = await this.update(order.id, (one) => withEvent(one, event, receivedAt), db);
    if (orderState(known) === OrderState.UnderReview)
      this.logger.error(`order ${orderReference(order)}: the payment does not match the order`);
  }

  /** Asks the service about an order whose time to pay is over: expiry sends no webhook. Its handlers receive the response. */
  async reconcile(order: Order): Promise<void> {
    const { service } = order;
    if (service === null || !isPayable(order) || this.environment.now() < service.expiresAt) return;
    await this.reconciler.reconcile({ orders: [service.orderCode] });
  }
}
