import type { Transaction } from '@electric-sql/pglite';
import { Injectable, Logger } from '@nestjs/common';
import {
  OnPayEvent,
  PayEventType,
  PayTransaction,
  toMinorUnits,
  validatePayTransactionPaymentCreatedWebhook,
  validatePayTransactionReversalCreatedWebhook,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { orderReference, type Order } from '../orders/order.js';
import { OrderService } from '../orders/order.service.js';

/** The event types that the shop handles: register its webhook address for these. */
export const SHOP_EVENT_TYPES = [
  PayEventType.TransactionPaymentCreated,
  PayEventType.TransactionFailed,
  PayEventType.TransactionReversalCreated,
  PayEventType.OrderUpdated,
] as const;

type PaymentEvent = ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>;
type FailureEvent = ReceivedPayEvent<typeof PayEventType.TransactionFailed>;
type ReversalEvent = ReceivedPayEvent<typeof PayEventType.TransactionReversalCreated>;
type OrderEvent = ReceivedPayEvent<typeof PayEventType.OrderUpdated>;

/** Events of the shop's own account: the market's has handlers of its own. */
const OWN = { account: null } as const;

/**
 * What the shop does when the service reports something. Each event was confirmed before it gets here. What a handler writes
 * in `db` is committed together with "this event is handled": a process that dies in between does both again, or neither.
 * Handlers may run in any order: each only adds a fact to the order.
 */
@Injectable()
export class PaymentEvents {
  private readonly logger = new Logger(PaymentEvents.name);

  constructor(private readonly orders: OrderService) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated, OWN)
  async paid({ data }: PaymentEvent, @PayTransaction() db: Transaction): Promise<void> {
    const order = await this.orderOf(data.OrderCodeText, db);
    if (order === undefined || !data.TransactionId) return;
    const check = validatePayTransactionPaymentCreatedWebhook(data, {
      expectedStatusId: 'F',
      expectedAmountMinor: order.amount,
      expectedCurrencyCode: order.currency,
    });
    if (!check.valid) {
      const problems = check.issues.map(({ message }) => message).join('; ');
      this.logger.error(
        `order ${orderReference(order)}: payment ${data.TransactionId} does not match: ${problems}`,
      );
    }
    await this.orders.record(
      order.id,
      {
        kind: check.valid ? 'paid' : 'mismatched',
        transactionId: data.TransactionId,
      },
      db,
    );
  }

  @OnPayEvent(PayEventType.TransactionFailed, OWN)
  async attemptFailed({ data, created }: FailureEvent, @PayTransaction() db: Transaction): Promise<void> {
    const order = await this.orderOf(data.OrderCodeText, db);
    if (order === undefined || !data.TransactionId) return;
    await this.orders.record(
      order.id,
      {
        kind: 'attempt-failed',
        transactionId: data.TransactionId,
        at: created ?? '',
        reason: data.ResponseEventId ?? null,
      },
      db,
    );
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated, OWN)
  async refunded({ data }: ReversalEvent, @PayTransaction() db: Transaction): Promise<void> {
    const order = await this.orderOf(data.OrderCodeText, db);
    if (order === undefined) return;
    const check = validatePayTransactionReversalCreatedWebhook(data, {
      expectedStatusId: 'F',
      expectedCurrencyCode: order.currency,
    });
    if (!check.valid) {
      this.logger.error(
        `order ${orderReference(order)}: a refund was not understood: ${check.issues.map(({ message }) => message).join('; ')}`,
      );
      return;
    }
    // The amount of a reversal is negative and in major units.
    const amount = Math.abs(toMinorUnits(check.data.Amount, order.currency));
    await this.orders.record(
      order.id,
      { kind: 'refunded', transactionId: check.data.TransactionId, amount },
      db,
    );
  }

  @OnPayEvent(PayEventType.OrderUpdated, OWN)
  async cancelled({ data }: OrderEvent, @PayTransaction() db: Transaction): Promise<void> {
    const order = await this.orderOf(data.OrderCodeText, db);
    if (order !== undefined && data.IsCancelled === true)
      await this.orders.record(order.id, { kind: 'cancelled' }, db);
  }

  /** Undefined for an order of another project on the same account: its events come here as well. */
  private orderOf(orderCode: string | null | undefined, db: Transaction): Promise<Order | undefined> {
    return this.orders.findByOrderCode(orderCode ?? '', db);
  }
}
