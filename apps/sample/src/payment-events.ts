import { Injectable, Logger } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayTransaction } from 'nestjs-pay';
import { validatePayTransactionPaymentCreatedWebhook } from 'nestjs-pay';
import type { PaymentCreatedEvent, ReversalCreatedEvent } from 'nestjs-pay';
import type { Queryable } from './database.js';
import { Orders } from './orders.js';

/**
 * Handles webhook events. The library confirms each event with the service before it calls a handler.
 *
 * The library commits writes to `db` together with "this event is handled". Each event changes an order exactly once, even if
 * the process crashes.
 */
@Injectable()
export class PaymentEvents {
  private readonly logger = new Logger(PaymentEvents.name);

  constructor(private readonly orders: Orders) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async onPayment({ data }: PaymentCreatedEvent, @PayTransaction() db: Queryable): Promise<void> {
    const order = await this.orders.findByOrderCode(data.OrderCodeText, db);
    if (order === undefined) return; // an order of another application on the same account
    const check = validatePayTransactionPaymentCreatedWebhook(data, {
      expectedStatusId: 'F', // finished
      expectedTransactionKind: 'sale', // a hold is finished, too, but not paid
      expectedAmountMinor: order.amount,
      expectedCurrencyCode: '978',
    });
    if (!check.valid) this.logger.error(`Order ${order.id}: the payment does not match the order`);
    await this.orders.recordPayment(order.id, data.TransactionId, check.valid ? 'paid' : 'review', db);
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated)
  async onRefund({ data }: ReversalCreatedEvent, @PayTransaction() db: Queryable): Promise<void> {
    // This shop only refunds in full, so every refund ends the order.
    const order = await this.orders.findByOrderCode(data.OrderCodeText, db);
    if (order !== undefined) await this.orders.recordRefund(order.id, db);
  }
}
