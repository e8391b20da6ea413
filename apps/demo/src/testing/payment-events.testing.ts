import { PayEventType, PayReconciledEventType } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';

export const ORDER_CODE = '9271655739472609';

function event(eventTypeId: number, data: object, created = '2026-02-03T10:00:00Z'): ReceivedPayEvent {
  const members: unknown = { eventTypeId, created, data: { OrderCodeText: ORDER_CODE, ...data } };
  return members as ReceivedPayEvent;
}

/** @param amount - Major units. */
export function paid(amount: number, more: object = {}): ReceivedPayEvent {
  const data = { TransactionId: 'p', Amount: amount, CurrencyCode: '978', TransactionTypeId: 5, ...more };
  return event(PayEventType.TransactionPaymentCreated, data);
}

/** @param amount - Major units. */
export const held = (amount: number): ReceivedPayEvent =>
  paid(amount, { TransactionId: 'h', TransactionTypeId: 1 });

/** @param amount - Major units. */
export const captured = (amount: number): ReceivedPayEvent =>
  paid(amount, { TransactionId: 'c', ParentId: 'h', TransactionTypeId: 0 });

/** @param amount - Major units. */
export function refunded(amount: number, id = 'r'): ReceivedPayEvent {
  const data = {
    TransactionId: id,
    ParentId: 'p',
    Amount: -amount,
    CurrencyCode: '978',
    TransactionTypeId: 4,
  };
  return event(PayEventType.TransactionReversalCreated, data);
}

export function declined(reason: number, created?: string, id = 'f'): ReceivedPayEvent {
  const data = {
    TransactionId: id,
    Amount: 1,
    CurrencyCode: '978',
    TransactionTypeId: 5,
    ResponseEventId: reason,
  };
  return event(PayEventType.TransactionFailed, data, created);
}

export const cancelled = (): ReceivedPayEvent => event(PayEventType.OrderUpdated, { IsCancelled: true });
export const expired = (): ReceivedPayEvent => event(PayReconciledEventType.OrderExpired, {});
