import { Injectable } from '@nestjs/common';

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
}
