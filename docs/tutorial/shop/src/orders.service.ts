import { Injectable } from '@nestjs/common';

export interface Order {
  orderCode: string;
  amount: number; // minor units: 2450 is 24.50
  status: 'pending' | 'paid' | 'refunded';
  transactionId?: string; // ID of the payment; refunds need it
  refunds: Record<string, number>; // minor units, by the ID of the refund
}

@Injectable()
export class OrdersService {
  // In memory, so a restart loses the orders. Use your database in a real shop.
  private readonly orders = new Map<string, Order>();

  add(orderCode: string, amount: number): void {
    this.orders.set(orderCode, { orderCode, amount, status: 'pending', refunds: {} });
  }

  find(orderCode: string): Order | undefined {
    return this.orders.get(orderCode);
  }

  get(orderCode: string): Order {
    const order = this.orders.get(orderCode);
    if (!order) throw new Error(`Order ${orderCode} is unknown`);
    return order;
  }

  list(): Order[] {
    return [...this.orders.values()];
  }
}
