import { describe, expect, it } from '@jest/globals';
import { OrderState } from '../../areas/coded-values.generated.js';
import { PaymentTimeline } from '../../timeline/payment-timeline.js';
import { eventOfOrder, eventOfRow } from './missed-events.js';
import type { Order, SaleTransactionRow } from '../../areas/results.generated.js';

const ORDER = '9007199254740993';
const at = (time: string) => new Date(`2026-01-02T${time}Z`);
const orderIn = (StateId: number) =>
  ({ OrderCode: Number(ORDER), OrderCodeText: ORDER, StateId, RequestAmount: 24.5 }) as Order;

describe('eventOfOrder', () => {
  it.each([
    ['canceled', OrderState.Canceled],
    ['expired', OrderState.Expired],
  ])('a payment whose order is %s has failed', (ended, state) => {
    const event = eventOfOrder(orderIn(state), at('10:05:00'));
    const open = PaymentTimeline.of(ORDER).withOrder(orderIn(OrderState.Pending), at('10:00:00'));
    if (event === null) throw new Error('there is no event');
    expect(open.withEvent(event).state).toMatchObject({ status: 'failed', ended });
  });

  it('a payment is pending if its order was canceled and reopened', () => {
    const event = eventOfOrder(orderIn(OrderState.Canceled), at('10:05:00'));
    const open = PaymentTimeline.of(ORDER).withOrder(orderIn(OrderState.Pending), at('10:06:00'));
    if (event === null) throw new Error('there is no event');
    expect(open.withEvent(event).state).toMatchObject({ status: 'pending', ended: null });
  });

  it('returns null for a pending and a paid order', () => {
    expect(eventOfOrder(orderIn(OrderState.Pending), at('10:00:00'))).toBeNull();
    expect(eventOfOrder(orderIn(OrderState.Paid), at('10:00:00'))).toBeNull();
  });
});

describe('eventOfRow', () => {
  it.each([
    [5, 'F', 10, 1796],
    [4, 'F', -10, 1797],
    [4, 'F', 10, 1797],
    [4711, 'F', 10, 1796],
    [4711, 'F', -10, 1797],
    [5, 'E', 10, 1798],
    [4, 'E', -10, undefined],
    [5, 'A', 10, undefined],
    [1, 'A', 10, 1796],
  ])(
    'a transaction of type %d with status %s and amount %d gives event %p',
    (transactionTypeId, statusId, amount, eventTypeId) => {
      const row = { transactionId: 'a', transactionTypeId, statusId, amount } as SaleTransactionRow;
      expect(eventOfRow(row)?.eventTypeId).toBe(eventTypeId);
    },
  );
});
