import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Order } from './order.js';
import {
  isPayable,
  lastFailure,
  orderState,
  OrderState,
  orderVersion,
  refundedAmount,
} from './order-state.js';
import { recordFact } from './order-facts.js';
import type { PaymentFact } from './payment-fact.js';

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
  facts: {},
};
const sent: Order = { ...placed, service: { orderCode: '9271655739472609', expiresAt: 1_800_000 } };
const after = (order: Order, ...facts: PaymentFact[]): Order => facts.reduce(recordFact, order);

const paid: PaymentFact = { kind: 'paid', transactionId: 'p1' };
const failed = (transactionId: string, at: string, reason: number): PaymentFact => ({
  kind: 'attempt-failed',
  transactionId,
  at,
  reason,
});
const refund = (transactionId: string, amount: number): PaymentFact => ({
  kind: 'refunded',
  transactionId,
  amount,
});

/** Facts as the service could report them: the same transaction always says the same. */
const anyFact: fc.Arbitrary<PaymentFact> = fc.oneof(
  fc.constantFrom<PaymentFact>(
    paid,
    { kind: 'cancelled' },
    { kind: 'expired' },
    { kind: 'mismatched', transactionId: 'm1' },
  ),
  fc.nat(3).map((n) => failed(`f${n}`, `2026-02-03T10:0${n % 2}:00Z`, 10_051 + n)),
  fc.nat(3).map((n) => refund(`r${n}`, 1000 + n)),
);

describe('the state of an order', () => {
  it.each<[string, Order, OrderState, boolean]>([
    ['placed', placed, OrderState.Created, true],
    ['at the service', sent, OrderState.Waiting, true],
    ['declined', after(sent, failed('f', '1', 10_051)), OrderState.AttemptFailed, true],
    ['declined, then paid', after(sent, failed('f', '1', 10_051), paid), OrderState.Paid, false],
    ['paid, then a late decline', after(sent, paid, failed('f', '1', 10_051)), OrderState.Paid, false],
    ['paid, then a late cancellation', after(sent, paid, { kind: 'cancelled' }), OrderState.Paid, false],
    ['expired, then paid after all', after(sent, { kind: 'expired' }, paid), OrderState.Paid, false],
    ['cancelled', after(sent, { kind: 'cancelled' }), OrderState.Cancelled, false],
    ['expired', after(sent, { kind: 'expired' }), OrderState.Expired, false],
    [
      'a payment that does not match',
      after(sent, { kind: 'mismatched', transactionId: 'm' }),
      OrderState.UnderReview,
      false,
    ],
    ['paid, refunded in part', after(sent, paid, refund('r', AMOUNT - 1)), OrderState.Paid, false],
    [
      'refunded in two parts',
      after(sent, paid, refund('r', AMOUNT - 1), refund('q', 1)),
      OrderState.Refunded,
      false,
    ],
    [
      'the refund is heard of before the payment',
      after(sent, refund('r', AMOUNT), paid),
      OrderState.Refunded,
      false,
    ],
  ])('%s', (_name, order, state, payable) => {
    expect(orderState(order)).toBe(state);
    expect(isPayable(order)).toBe(payable);
  });

  it('is the same whatever order the facts come in and however often they come', () => {
    const reports = fc.array(anyFact, { maxLength: 12 }).chain((facts) =>
      fc.tuple(
        fc.constant(facts),
        fc
          .array(facts.length === 0 ? anyFact : fc.constantFrom(...facts), { maxLength: facts.length })
          .chain((again) =>
            fc.shuffledSubarray([...facts, ...(facts.length === 0 ? [] : again)], {
              minLength: facts.length + (facts.length === 0 ? 0 : again.length),
            }),
          ),
      ),
    );
    fc.assert(
      fc.property(reports, ([facts, shuffledWithRepeats]) => {
        const one = after(sent, ...facts);
        const other = after(sent, ...shuffledWithRepeats);
        expect(orderState(other)).toBe(orderState(one));
        expect(refundedAmount(other)).toBe(refundedAmount(one));
        expect(lastFailure(other)).toBe(lastFailure(one));
        expect(orderVersion(other)).toBe(orderVersion(one));
        expect(other.facts).toEqual(one.facts);
      }),
    );
  });

  it('is paid or refunded once the payment is known, and paid never without it', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 12 }), (facts) => {
        const state = orderState(after(sent, ...facts));
        const hasPayment = facts.includes(paid);
        if (hasPayment) expect([OrderState.Paid, OrderState.Refunded]).toContain(state);
        else expect(state).not.toBe(OrderState.Paid);
      }),
    );
  });

  it('tells the reason of the latest attempt, whichever was heard of first', () => {
    const early = failed('a', '2026-02-03T10:00:00Z', 10_005);
    const late = failed('b', '2026-02-03T10:05:00Z', 10_051);
    expect(lastFailure(after(sent, late, early))).toBe(10_051);
  });

  it('does not change the order that it was given, and gives it back when nothing is new', () => {
    const once = after(sent, paid);
    expect(sent.facts).toEqual({});
    expect(recordFact(once, paid)).toBe(once);
  });
});
