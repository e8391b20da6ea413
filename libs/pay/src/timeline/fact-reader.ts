import { OrderState, TransactionStatus, TransactionType } from '../areas/coded-values.generated.js';
import { toMinorUnits } from '../core/values/money.js';
import { PayEventType, PayReconciledEventType } from '../webhooks/event-types.js';
import { isPayEvent } from '../webhooks/event.types.js';
import type { PayWebhookEvent } from '../webhooks/event.types.js';
import type { PosSessionPayload, TransactionPayload } from '../webhooks/payloads.generated.js';
import type { OrderFact, PaymentFact, TransactionFact } from './payment-fact.js';
import type { LegacyTransaction, Order, Transaction } from '../areas/results.generated.js';

/** An event that a handler received, or one that you confirmed yourself. */
export type TimelineEvent = Pick<PayWebhookEvent, 'eventTypeId' | 'data' | 'created'> & {
  /** `PayConfirmation` of an event that a handler received. */
  readonly confirmedBy?: string;
};

/** Members of a transaction that not every source has. */
const EMPTY_TRANSACTION = { kind: 'transaction', parentId: null, postedParentId: null, asOf: null } as const;

/**
 * Returns the fact in an event, or null if the event says nothing about a payment (1799, 2054, …) or lacks the members that
 * identify its subject.
 *
 * @param receivedAt Time at which the event was received.
 * @throws RangeError if the amount is not exact in its currency.
 */
export function factOfEvent(event: TimelineEvent, receivedAt: Date): PaymentFact | null {
  const webhookEvent = event as PayWebhookEvent;
  if (isPayEvent(webhookEvent, PayEventType.TransactionPaymentCreated))
    return readTransactionFact(webhookEvent.data, TransactionStatus.Finished);
  if (isPayEvent(webhookEvent, PayEventType.TransactionReversalCreated)) {
    const fact = readTransactionFact(webhookEvent.data, TransactionStatus.Finished);
    // The sign of the amount is not documented, and the sign determines the kind of an unknown type.
    if (fact === null) return null;
    const reversal = { ...fact, amount: 0 - Math.abs(fact.amount) };
    // The event has the ID of the payment, because the service shows no other ID.
    if (event.confirmedBy === 'parent')
      return { ...reversal, transactionId: `reversal of ${fact.transactionId}`, isContested: true };
    return reversal;
  }
  if (isPayEvent(webhookEvent, PayEventType.TransactionFailed))
    return readTransactionFact(webhookEvent.data, TransactionStatus.Error);
  if (isPayEvent(webhookEvent, PayEventType.TransactionPosEcrSessionCreated))
    return readSessionFact(webhookEvent.data, TransactionStatus.Finished);
  if (isPayEvent(webhookEvent, PayEventType.TransactionPosEcrSessionFailed))
    return readSessionFact(webhookEvent.data, TransactionStatus.Error);
  const orderCode = textOf(webhookEvent.data['OrderCodeText']);
  if (orderCode === null) return null;
  const asOf = timeOf(webhookEvent.created, receivedAt);
  if (isPayEvent(webhookEvent, PayEventType.OrderUpdated)) {
    if (typeof webhookEvent.data.IsCancelled !== 'boolean') return null;
    return { kind: 'order', orderCode, state: webhookEvent.data.IsCancelled ? 'canceled' : 'pending', asOf };
  }
  if (isPayEvent(webhookEvent, PayReconciledEventType.OrderExpired))
    return { kind: 'order', orderCode, state: 'expired', asOf };
  return null;
}

function readTransactionFact(data: TransactionPayload, status: string): TransactionFact | null {
  const transactionId = idOf(data.TransactionId);
  const { Amount, CurrencyCode, TransactionTypeId } = data;
  const orderCode = textOf(data.OrderCodeText);
  if (transactionId === null || orderCode === null || typeof Amount !== 'number') return null;
  const ids = { orderCode, transactionId, postedParentId: idOf(data.ParentId) };
  return transactionFact({ ...ids, type: TransactionTypeId ?? null, status }, Amount, CurrencyCode);
}

/** @throws RangeError if the amount, in major units, is not exact in its currency. */
function transactionFact(
  known: Pick<TransactionFact, 'orderCode' | 'transactionId' | 'type' | 'status'> & Partial<TransactionFact>,
  amount: number,
  currency: unknown,
): TransactionFact {
  const currencyCode = currencyOf(currency);
  const transactionId = known.transactionId.toLowerCase();
  return {
    ...EMPTY_TRANSACTION,
    ...known,
    transactionId,
    amount: toMinorUnits(amount, currencyCode),
    currencyCode,
  };
}

function readSessionFact(data: PosSessionPayload, status: string): PaymentFact | null {
  const code = textOf(data.OrderCodeText);
  const orderCode = code === '0' ? null : code;
  const transactionId = idOf(data.TransactionId);
  if (transactionId !== null && typeof data.Amount === 'number') {
    const preauth = data.Preauth === true ? TransactionType.CardPreAuthorisation : null;
    return {
      ...EMPTY_TRANSACTION,
      orderCode,
      transactionId,
      type: data.TransactionTypeId ?? preauth,
      status,
      amount: data.Amount,
      currencyCode: currencyOf(data.CurrencyCode),
    };
  }
  const sessionId = textOf(data.SessionId);
  return sessionId === null ? null : { kind: 'session', orderCode, sessionId };
}

/**
 * Returns the fact in a transaction of the service's older read, which alone contains the parent of a refund, void or
 * capture.
 *
 * @param readAt Time of the read.
 * @throws RangeError if the amount is not exact in its currency.
 */
export function factOfLegacyTransaction(transaction: LegacyTransaction, readAt: Date): TransactionFact {
  const { TransactionId, ParentId, Order: order, TransactionType: type, StatusId: status } = transaction;
  const ids = { orderCode: order.OrderCodeText, transactionId: TransactionId, parentId: idOf(ParentId) };
  const known = { ...ids, type: type.TransactionTypeId, status, asOf: readAt.getTime() };
  return transactionFact(known, transaction.Amount, transaction.CurrencyCode);
}

/**
 * Returns the fact in a result of `transactions.getTransactionById`.
 *
 * @param readAt Time of the read.
 * @throws RangeError if the amount is not exact in its currency.
 */
export function factOfTransaction(
  transactionId: string,
  transaction: Transaction,
  readAt: Date,
): TransactionFact {
  const { orderCodeText: orderCode, transactionTypeId: type, statusId: status, amount } = transaction;
  const known = { orderCode, transactionId, type, status, asOf: readAt.getTime() };
  return transactionFact(known, amount, transaction.currencyCode);
}

const ORDER_STATES: Readonly<Record<number, OrderFact['state']>> = {
  [OrderState.Expired]: 'expired',
  [OrderState.Canceled]: 'canceled',
  [OrderState.Paid]: 'paid',
};

/**
 * Returns the fact in a result of `payments.getOrder`. An unknown state counts as pending.
 *
 * @param readAt Time of the read.
 */
export function factOfOrder({ OrderCodeText, StateId }: Order, readAt: Date): OrderFact {
  const state = ORDER_STATES[StateId] ?? 'pending';
  return { kind: 'order', orderCode: OrderCodeText, state, asOf: readAt.getTime() };
}

function idOf(id: unknown): string | null {
  return textOf(id)?.toLowerCase() ?? null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function currencyOf(code: unknown): string {
  return typeof code === 'string' || typeof code === 'number' ? String(code).padStart(3, '0') : '';
}

/** Returns the time of an event, at most the time of its receipt, because the service does not confirm it. */
function timeOf(created: string | null, receivedAt: Date): number | null {
  const time = created === null ? NaN : Date.parse(created);
  return Number.isNaN(time) ? null : Math.min(time, receivedAt.getTime());
}
