import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ReceivedPayEvent } from 'nestjs-pay';
import {
  cancelled,
  captured,
  declined,
  expired,
  held,
  ORDER_CODE,
  paid,
  refunded,
} from '../testing/payment-events.testing.js';
import type { Order } from './order.js';
import { isPayable, orderState, OrderState, refundedAmount, withEvent } from './order-state.js';

const AMOUNT = 3050;
const placed: Order = {
  id: '3f9c2a1b-0000-4000-8000-000000000001',
  submission: 's',
  createdAt: 0,
  customer: { name: 'Ada', email: 'ada@example.com', language: undefined },
  lines: [{ goodsId: 'mug', name: 'Mug', quantity: 1, unitPrice: AMOUNT }],
  amount: AMOUNT,
  currency: '978',
  service: null,
  timeline: null,
  decline: null,
};
const sent: Order = { ...placed, service: { orderCode: ORDER_CODE, expiresAt: 1_800_000 } };
const added = (order: Order, ...events: ReceivedPayEvent[]): Order =>
  events.reduce((one, event) => withEvent(one, event, new Date('2026-02-03T12:00:00Z')), order);
const after = (...events: ReceivedPayEvent[]): Order => added(sent, ...events);
const reserved = (...events: ReceivedPayEvent[]): Order => added({ ...sent, isHold: true }, ...events);

describe('orderState', () => {
  it.each<[string, Order, OrderState, boolean]>([
    ['a new order', placed, OrderState.Created, true],
    ['an order at the service', sent, OrderState.Waiting, true],
    ['a decline', after(declined(10_051)), OrderState.AttemptFailed, true],
    ['a decline, then a payment', after(declined(10_051), paid(30.5)), OrderState.Paid, false],
    ['a payment, then a late decline', after(paid(30.5), declined(10_051)), OrderState.Paid, false],
    ['a payment, then a late cancellation', after(paid(30.5), cancelled()), OrderState.Paid, false],
    ['an expiry, then a payment', after(expired(), paid(30.5)), OrderState.Paid, false],
    ['a cancellation', after(cancelled()), OrderState.Cancelled, false],
    ['an expiry', after(expired()), OrderState.Expired, false],
    ['a payment of another amount', after(paid(30.51)), OrderState.UnderReview, false],
    [
      'a payment in another currency',
      after(paid(30.5, { CurrencyCode: '826' })),
      OrderState.UnderReview,
      false,
    ],
    ['a partial refund', after(paid(30.5), refunded(30.49)), OrderState.Paid, false],
    [
      'two partial refunds of the full amount',
      after(paid(30.5), refunded(30.49), refunded(0.01, 'q')),
      OrderState.Refunded,
      false,
    ],
    [
      'a refund that arrives before its payment',
      after(refunded(30.5), paid(30.5)),
      OrderState.Refunded,
      false,
    ],
    ['a hold', reserved(held(30.5)), OrderState.Held, false],
    ['a hold of another amount', reserved(held(30.4)), OrderState.UnderReview, false],
    ['an unexpected hold', after(held(30.5)), OrderState.UnderReview, false],
    ['a captured hold', reserved(held(30.5), captured(30.5)), OrderState.Paid, false],
    ['a capture in part', reserved(captured(20), held(30.5)), OrderState.Paid, false],
    ['a capture of too much', reserved(held(30.5), captured(30.6)), OrderState.UnderReview, false],
  ])('reads %s', (_name, order, state, payable) => {
    expect(orderState(order)).toBe(state);
    expect(isPayable(order)).toBe(payable);
  });

  it('depends neither on the order nor on the number of the events', () => {
    const events = [paid(30.5), refunded(10), refunded(5, 'q'), declined(10_051), cancelled(), expired()];
    const some = fc
      .subarray(events)
      .chain((chosen) =>
        fc.tuple(
          fc.constant(chosen),
          fc.shuffledSubarray([...chosen, ...chosen], { minLength: chosen.length * 2 }),
        ),
      );
    fc.assert(
      fc.property(some, ([once, twice]) => {
        const [one, other] = [after(...once), after(...twice)];
        expect([
          orderState(other),
          other.timeline?.facts.length,
          refundedAmount(other),
          other.decline,
        ]).toEqual([orderState(one), one.timeline?.facts.length, refundedAmount(one), one.decline]);
      }),
    );
  });
});

describe('withEvent', () => {
  it('keeps the reason of the latest decline, whichever arrives first', () => {
    const early = declined(10_005, '2026-02-03T10:00:00Z', 'a');
    const late = declined(10_051, '2026-02-03T10:05:00Z', 'b');
    expect(after(late, early).decline?.reason).toBe(10_051);
    expect(after(early, late).decline?.reason).toBe(10_051);
  });
});
