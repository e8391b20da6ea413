import { Injectable } from '@nestjs/common';
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';

export interface Order {
  orderCode: string;
  amount: number; // minor units: 2450 is 24.50
  status: 'pending' | 'paid' | 'refunded';
  transactionId?: string; // ID of the payment; refunds need it
}

@Injectable()
export class OrdersService {
  // In memory, so a restart loses the orders. Use your database in a real shop.
  private readonly orders = new Map<string, Order>();

  add(orderCode: string, amount: number): void {
    this.orders.set(orderCode, { orderCode, amount, status: 'pending' });
  }

  find(orderCode: string): Order | undefined {
    return this.orders.get(orderCode);
  }

  list(): Order[] {
    return [...this.orders.values()];
  }

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  paid({ data }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): void {
    const order = this.orders.get(data.OrderCodeText);
    if (order?.status !== 'pending') return; // an event can arrive twice
    order.status = 'paid';
    order.transactionId = data.TransactionId;
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated)
  refunded({ data }: ReceivedPayEvent<typeof PayEventType.TransactionReversalCreated>): void {
    const order = this.orders.get(data.OrderCodeText);
    if (order) order.status = 'refunded';
  }
}
