import { Injectable } from '@nestjs/common';
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import type { PaymentCreatedEvent, ReversalCreatedEvent } from 'nestjs-pay';
import { OrdersService } from './orders.service.js';

@Injectable()
export class PaymentEvents {
  constructor(private readonly orders: OrdersService) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  paid({ data }: PaymentCreatedEvent): void {
    const order = this.orders.find(data.OrderCodeText);
    if (order?.status !== 'pending') return; // an event can arrive twice
    order.status = 'paid';
    order.transactionId = data.TransactionId;
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated)
  refunded({ data }: ReversalCreatedEvent): void {
    const order = this.orders.find(data.OrderCodeText);
    if (order) order.status = 'refunded';
  }
}
