import { Injectable, Logger } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayTransaction, toMinorUnits } from 'nestjs-pay';
import { validatePayWebhook } from 'nestjs-pay';
import type { PaymentCreatedEvent, ReversalCreatedEvent } from 'nestjs-pay';
import type { Queryable } from './database.js';
import { Orders } from './orders.js';

/**
 * Handles webhook events. The library confirms each event with the service before it calls a handler.
 *
 * The library commits writes to `db` together with "this event is handled". Each event changes an order exactly once, even if
 * the process crashes. A handler that throws is called again, so the event of an order that is not stored yet is not lost.
 * If other applications use your account, set `webhooks.sourceCodes`: their events then reach no handler.
 */
@Injectable()
export class PaymentEvents {
  private readonly logger = new Logger(PaymentEvents.name);

  constructor(private readonly orders: Orders) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async onPayment({ data }: PaymentCreatedEvent, @PayTransaction() db: Queryable): Promise<void> {
    const order = await this.orders.getByOrderCode(data.OrderCodeText, db);
    const check = validatePayWebhook(PayEventType.TransactionPaymentCreated, data, {
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
    const order = await this.orders.getByOrderCode(data.OrderCodeText, db);
    // Negative, in major units. Somebody can refund a part in the service's banking app.
    await this.orders.recordRefund(order.id, data.ParentId ?? null, -toMinorUnits(data.Amount, '978'), db);
  }
}
