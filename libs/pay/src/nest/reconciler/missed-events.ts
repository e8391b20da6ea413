import type { SaleTransactionRow } from '../../areas/data-services/data-services.types.js';
import { OrderState } from '../../areas/payments/payments.enums.js';
import type { Order } from '../../areas/payments/payments.types.js';
import type { LegacyTransaction } from '../../areas/transactions/legacy-transaction.types.js';
import { TransactionStatus } from '../../areas/transactions/transactions.enums.js';
import { kindOfType, movesBack } from '../../areas/transactions/movement-kind.js';
import { getPayEventName, PayEventType, PayReconciledEventType } from '../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import type {
  OrderExpiredPayload,
  OrderUpdatedPayload,
  TransactionPayload,
} from '../../webhooks/payloads/index.js';
import { NO_ENVELOPE } from '../../webhooks/event.types.js';

/** An event without the key that its endpoint gives it. */
export type MissedEvent = Omit<PayWebhookEvent, 'idempotencyKey'>;

type TransactionEventType =
  | typeof PayEventType.TransactionPaymentCreated
  | typeof PayEventType.TransactionReversalCreated
  | typeof PayEventType.TransactionFailed;

/** The event by which the service tells of a transaction; null where it has not ended, or nothing is told of it. */
function eventTypeOf(
  transactionTypeId: number,
  statusId: string,
  amount: number,
): TransactionEventType | null {
  const kind = kindOfType(transactionTypeId);
  // A new payment method's refunds are known by their sign.
  const isBack = movesBack(transactionTypeId) || (kind === undefined && amount < 0);
  // A refund or pay-out that failed is no failed payment.
  if (statusId === TransactionStatus.Error) return isBack ? null : PayEventType.TransactionFailed;
  if (statusId === TransactionStatus.Active && kind !== 'hold') return null;
  return isBack ? PayEventType.TransactionReversalCreated : PayEventType.TransactionPaymentCreated;
}

/** The event of a transaction, with all that the older read knows; null as {@link eventTypeOf}. */
export function eventOfTransaction(transaction: LegacyTransaction): MissedEvent | null {
  const { TransactionType: type, StatusId } = transaction;
  const eventTypeId = eventTypeOf(type.TransactionTypeId, StatusId, transaction.Amount);
  if (eventTypeId === null) return null;
  const failed = eventTypeId === PayEventType.TransactionFailed;
  const data = transactionData(transaction, failed ? TransactionStatus.Error : TransactionStatus.Finished);
  const name = getPayEventName(eventTypeId);
  return { ...NO_ENVELOPE, eventTypeId, name, data, recipientId: transaction.MerchantId };
}

/** As much of the event of a row as its key is made of; null as {@link eventTypeOf}. */
export function eventOfRow(row: SaleTransactionRow): MissedEvent | null {
  const eventTypeId = eventTypeOf(row.transactionTypeId, row.statusId, row.amount);
  if (eventTypeId === null) return null;
  return { ...NO_ENVELOPE, eventTypeId, name: null, data: { TransactionId: row.transactionId } };
}

/**
 * The event of an order that nobody can pay any more; null of any other.
 *
 * @param readAt when it was read: a cancellation can be lifted, so that it counts by its time.
 */
export function eventOfOrder(order: Order, readAt: Date): MissedEvent | null {
  const created = readAt.toISOString();
  if (order.StateId === OrderState.Canceled) {
    const data: OrderUpdatedPayload = { ...orderData(order), IsCancelled: true };
    const { OrderUpdated: eventTypeId } = PayEventType;
    return { ...NO_ENVELOPE, created, eventTypeId, name: 'OrderUpdated', data };
  }
  if (order.StateId !== OrderState.Expired) return null;
  const data: OrderExpiredPayload = orderData(order);
  const { OrderExpired: eventTypeId } = PayReconciledEventType;
  return { ...NO_ENVELOPE, created, eventTypeId, name: 'OrderExpired', data };
}

function transactionData(transaction: LegacyTransaction, statusId: string): TransactionPayload {
  const { Order: order, Payment: payment, CreditCard: card, TransactionType: type } = transaction;
  return {
    TransactionId: transaction.TransactionId,
    ParentId: transaction.ParentId,
    OrderCode: order.OrderCode,
    OrderCodeText: order.OrderCodeText,
    MerchantId: transaction.MerchantId,
    Amount: transaction.Amount,
    CurrencyCode: transaction.CurrencyCode,
    OriginalAmount: transaction.OriginalAmount,
    OriginalCurrencyCode: transaction.OriginalCurrencyCode,
    ConversionRate: transaction.ConversionRate,
    TipAmount: transaction.TipAmount,
    TotalFee: transaction.Fee,
    RedeemedAmount: transaction.RedeemedAmount,
    StatusId: statusId,
    TransactionTypeId: type.TransactionTypeId,
    InsDate: transaction.InsDate,
    ClearanceDate: transaction.ClearanceDate,
    SourceCode: transaction.SourceCode,
    MerchantTrns: transaction.MerchantTrns,
    CustomerTrns: transaction.CustomerTrns,
    Email: payment.Email,
    Phone: payment.Phone,
    FullName: payment.FullName,
    CardNumber: card.Number,
    CardTypeId: card.CardType.CardTypeId,
    CardCountryCode: card.CountryCode,
    CardIssuingBank: card.IssuingBank,
    CardExpirationDate: card.ExpirationDate,
    BankId: transaction.BankId,
    ResellerId: transaction.ResellerId,
    ResellerSourceCode: transaction.ResellerSourceCode,
    IsManualRefund: transaction.IsManualRefund,
    AcquirerApproved: transaction.AcquirerApproved,
    PanEntryMode: transaction.PanEntryMode,
    AuthorizationId: transaction.AuthorizationId,
    RetrievalReferenceNumber: transaction.RetrievalReferenceNumber,
    TotalInstallments: transaction.TotalInstallments,
    CurrentInstallment: transaction.CurrentInstallment,
    OrderCulture: order.RequestLang,
    Tags: order.Tags,
    // The reads do not tell why a payment failed.
    ResponseEventId: null,
  };
}

function orderData(order: Order): OrderExpiredPayload {
  return {
    OrderCode: order.OrderCode,
    OrderCodeText: order.OrderCodeText,
    Amount: order.RequestAmount,
    ExpirationDate: order.ExpirationDate,
    SourceCode: order.SourceCode,
    MerchantTrns: order.MerchantTrns,
    CustomerTrns: order.CustomerTrns,
    MaxInstallments: order.MaxInstallments,
    Tags: order.Tags,
  };
}
