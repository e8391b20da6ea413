import { OrderState, TransactionStatus } from '../../areas/coded-values.generated.js';
import { kindOfType, movesBack } from '../../areas/transactions/movement-kind.js';
import { getPayEventName, PayEventType, PayReconciledEventType } from '../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import type {
  OrderExpiredPayload,
  OrderUpdatedPayload,
  TransactionPayload,
} from '../../webhooks/payloads.generated.js';
import { NO_ENVELOPE } from '../../webhooks/event.types.js';
import { orderValues, transactionValues, valuesOf } from '../../webhooks/confirmation/confirmed-values.js';
import { LISTED_TRANSACTION_MEMBERS } from '../../webhooks/confirmed-members.generated.js';
import type {
  LegacyTransaction,
  Order,
  SaleTransactionRow,
  Transaction,
} from '../../areas/results.generated.js';

/** An event without its key, which depends on the endpoint. */
export type MissedEvent = Omit<PayWebhookEvent, 'idempotencyKey'>;

type TransactionEventType =
  | typeof PayEventType.TransactionPaymentCreated
  | typeof PayEventType.TransactionReversalCreated
  | typeof PayEventType.TransactionFailed;

/** Returns the type of a transaction's webhook event; null if it has not ended, or if the service sends no event for it. */
function eventTypeOf(
  transactionTypeId: number,
  statusId: string,
  amount: number,
): TransactionEventType | null {
  const kind = kindOfType(transactionTypeId);
  // An unlisted type is a refund if its amount is negative.
  const isReturned = movesBack(transactionTypeId) || (kind === undefined && amount < 0);
  // A failed refund or payout is not a failed payment.
  if (statusId === TransactionStatus.Error) return isReturned ? null : PayEventType.TransactionFailed;
  if (statusId === TransactionStatus.Active && kind !== 'hold') return null;
  return isReturned ? PayEventType.TransactionReversalCreated : PayEventType.TransactionPaymentCreated;
}

/** Returns the event of a transaction, with the members that the legacy read has; null as {@link eventTypeOf}. */
export function eventOfTransaction(transaction: LegacyTransaction): MissedEvent | null {
  const { TransactionType: type, StatusId } = transaction;
  const eventTypeId = eventTypeOf(type.TransactionTypeId, StatusId, transaction.Amount);
  if (eventTypeId === null) return null;
  const failed = eventTypeId === PayEventType.TransactionFailed;
  const data = transactionData(transaction, failed ? TransactionStatus.Error : TransactionStatus.Finished);
  const name = getPayEventName(eventTypeId);
  return { ...NO_ENVELOPE, eventTypeId, name, data, recipientId: transaction.MerchantId };
}

/** Returns the event of a transaction that was read by its ID, with the members that the confirmation compares; null as {@link eventTypeOf}. */
export function eventOfRead(id: string, transaction: Transaction): MissedEvent | null {
  const { transactionTypeId, statusId, amount } = transaction;
  const eventTypeId = eventTypeOf(transactionTypeId, statusId, amount);
  if (eventTypeId === null) return null;
  const data = {
    ...transactionValues(eventTypeId, transaction),
    TransactionId: id,
    StatusId: statusId,
  };
  return { ...NO_ENVELOPE, eventTypeId, name: getPayEventName(eventTypeId), data };
}

/** Returns the members of a row's event that its key depends on; null as {@link eventTypeOf}. */
export function eventOfRow(row: SaleTransactionRow): MissedEvent | null {
  const eventTypeId = eventTypeOf(row.transactionTypeId, row.statusId, row.amount);
  if (eventTypeId === null) return null;
  return { ...NO_ENVELOPE, eventTypeId, name: null, data: { TransactionId: row.transactionId } };
}

/**
 * Returns the event of a canceled or expired order; null for other orders.
 *
 * @param readAt - Time of the read. It becomes the time of the event, because a cancellation can be lifted later.
 */
export function eventOfOrder(order: Order, readAt: Date): MissedEvent | null {
  const created = readAt.toISOString();
  if (order.StateId === OrderState.Canceled) {
    const data: OrderUpdatedPayload = { ...orderValues(order), IsCancelled: true };
    const { OrderUpdated: eventTypeId } = PayEventType;
    return { ...NO_ENVELOPE, created, eventTypeId, name: 'OrderUpdated', data };
  }
  if (order.StateId !== OrderState.Expired) return null;
  const data: OrderExpiredPayload = orderValues(order);
  const { OrderExpired: eventTypeId } = PayReconciledEventType;
  return { ...NO_ENVELOPE, created, eventTypeId, name: 'OrderExpired', data };
}

function transactionData(transaction: LegacyTransaction, statusId: string): TransactionPayload {
  const { Order: order, Payment: payment, CreditCard: card, TransactionType: type } = transaction;
  const { OrderCode, OrderCodeText, RequestLang: OrderCulture, Tags } = order;
  const { Email, Phone, FullName } = payment;
  return {
    ...{ ...valuesOf(LISTED_TRANSACTION_MEMBERS, transaction), OrderCode, OrderCodeText, OrderCulture, Tags },
    ...{ TotalFee: transaction.Fee, StatusId: statusId, TransactionTypeId: type.TransactionTypeId },
    ...{ Email, Phone, FullName },
    CardNumber: card.Number,
    CardTypeId: card.CardType.CardTypeId,
    CardCountryCode: card.CountryCode,
    CardIssuingBank: card.IssuingBank,
    CardExpirationDate: card.ExpirationDate,
    // The reads do not contain the reason of a failure.
    ResponseEventId: null,
  };
}
