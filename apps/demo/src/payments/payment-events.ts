import type { Transaction } from '@electric-sql/pglite';
import { Controller, Injectable } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayReconciledEventType, PayTransaction, PayWebhook } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { Orders } from '../orders/orders.service.js';

/** Path of the shop's webhook: register `https://<your host>/webhooks/pay` with the payment service. */
export const WEBHOOK_PATH = '/webhooks/pay';

/** Event types that the shop handles: register its webhook for these. */
export const SHOP_EVENT_TYPES = [
  PayEventType.TransactionPaymentCreated,
  PayEventType.TransactionFailed,
  PayEventType.TransactionReversalCreated,
  PayEventType.OrderUpdated,
] as const;

const { OrderExpired } = PayReconciledEventType;

/** Responds to the service's verification request, and verifies and confirms each notification for `PaymentEvents`. */
@PayWebhook()
@Controller(WEBHOOK_PATH)
export class WebhookController {}

/** Stores confirmed events with their orders. */
@Injectable()
export class PaymentEvents {
  constructor(private readonly orders: Orders) {}

  /**
   * Adds an event to its order. The write commits together with "this event is handled", so a process that dies in between
   * does both again, or neither.
   */
  @OnPayEvent(...SHOP_EVENT_TYPES, OrderExpired, { account: null })
  async record(
    event: ReceivedPayEvent<(typeof SHOP_EVENT_TYPES)[number] | typeof OrderExpired>,
    @PayTransaction() db: Transaction,
  ): Promise<void> {
    await this.orders.record(event.data.OrderCodeText ?? '', event, db);
  }
}
