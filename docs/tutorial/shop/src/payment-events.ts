import { Injectable } from '@nestjs/common';
import { OnPayEvent, PayEventType, toMinorUnits } from 'nestjs-pay';
import type { PaymentCreatedEvent, ReversalCreatedEvent } from 'nestjs-pay';
import { OrdersService } from './orders.service.js';

@Injectable()
export class PaymentEvents {
  constructor(private readonly orders: OrdersService) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  paid({ data }: PaymentCreatedEvent): void {
    const order = this.orders.get(data.OrderCodeText); // throws if the order is unknown
    if (order.status !== 'pending') return; // an event can arrive twice
    order.status = 'paid';
    order.transactionId = data.TransactionId;
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated)
  refunded({ data }: ReversalCreatedEvent): void {
    const order = this.orders.get(data.OrderCodeText);
    // By ID, because an event can arrive twice. The amount of a refund is negative, in major units.
    order.refunds[data.TransactionId] = -toMinorUnits(data.Amount, '978'); // euro
    const refunded = Object.values(order.refunds).reduce((sum, amount) => sum + amount, 0);
    if (refunded >= order.amount) order.status = 'refunded'; // a refund can be in part
  }
}
