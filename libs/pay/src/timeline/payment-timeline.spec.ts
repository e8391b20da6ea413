import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TransactionType } from '../areas/coded-values.generated.js';
import { toMajorUnits } from '../core/values/money.js';
import { PayEventType, PayReconciledEventType } from '../webhooks/event-types.js';
import type { PayWebhookEvent } from '../webhooks/event.types.js';
import { anyFacts, order, ORDER, refund, stateOf, transaction } from './payment-fact.testing.js';
import { PaymentTimeline } from './payment-timeline.js';

const { CardCapture, CardPreAuthorisation, CardRefund, CardVoid } = TransactionType;

const read = (status: string, asOf = 1) => ({ status, asOf });

describe('the state of a payment', () => {
  it('is pending while attempts fail, and paid after a successful one [transactions.21]', () => {
    const failed = [transaction('a', 2450, { status: 'E' }), transaction('b', 2450, { status: 'E' })];
    expect(stateOf(...failed)).toMatchObject({ status: 'pending', ended: null, captured: 0 });
    expect(stateOf(...failed, transaction('c', 2450))).toMatchObject({ status: 'paid', captured: 2450 });
  });

  it('is paid if a failed transaction succeeds later, whether a read or an event shows it first [transactions.22]', () => {
    const failed = transaction('a', 2450, read('E', 5));
    for (const succeeded of [transaction('a', 2450), transaction('a', 2450, read('F', 9))]) {
      expect(stateOf(failed, succeeded)).toMatchObject({ status: 'paid', captured: 2450 });
      expect(stateOf(succeeded, failed, order('expired'))).toMatchObject({ status: 'paid' });
    }
  });

  it.each(['expired', 'canceled'] as const)(
    'is failed only if the order is %s and nothing was paid',
    (state) => {
      const failed = transaction('a', 2450, { status: 'E' });
      expect(stateOf(failed, order(state))).toMatchObject({ status: 'failed', ended: state });
      expect(stateOf(order(state), failed, transaction('b', 2450))).toMatchObject({ status: 'paid' });
    },
  );

  it('is pending again after a cancellation was reverted, by the time of the facts', () => {
    expect(stateOf(order('pending', 2), order('canceled', 1)).status).toBe('pending');
    expect(stateOf(order('canceled', 3), order('pending', 2), order('canceled', 1)).status).toBe('failed');
    expect(stateOf(order('pending', 2), order('expired', 1)).status).toBe('failed');
  });

  it('is processing until an asynchronous payment ends, also after the order expired', () => {
    const active = transaction('a', 2450, read('A', 5));
    expect(stateOf(active, order('expired')).status).toBe('processing');
    expect(stateOf(active, transaction('a', 2450)).status).toBe('paid');
  });

  it('is processing while the order is paid and the transaction is unknown', () => {
    expect(stateOf(order('paid', 1))).toMatchObject({ status: 'processing', captured: 0 });
  });

  it('contains the exact amount of refunds and voids [transactions.20]', () => {
    const paid = transaction('a', 2450);
    expect(stateOf(paid, refund('r', 'a', 10))).toMatchObject({ status: 'partly-refunded', refunded: 10 });
    expect(stateOf(refund('r', 'a', 10), refund('s', 'a', 2440), paid)).toMatchObject({
      status: 'refunded',
      captured: 2450,
      refunded: 2450,
    });
    expect(stateOf(paid, refund('v', 'a', 2450, { type: CardVoid })).status).toBe('refunded');
    expect(stateOf(transaction('a', 2450, read('X')))).toMatchObject({ status: 'refunded', refunded: 2450 });
    const reversal = transaction('v', 10, { type: CardVoid, parentId: 'r' });
    expect(stateOf(paid, refund('r', 'a', 10), reversal)).toMatchObject({ status: 'paid', refunded: 0 });
  });

  it('counts a refund only if its payment is known, and lists the payment as missing otherwise', () => {
    expect(stateOf(refund('r', 'a', 10))).toMatchObject({ status: 'pending', refunded: 0, missing: ['a'] });
    expect(stateOf(transaction('a', 2450, read('R')))).toMatchObject({
      status: 'partly-refunded',
      missing: ['a'],
    });
  });

  it('prefers the parent from a read to the parent from an event', () => {
    const posted = transaction('r', -10, { type: CardRefund, postedParentId: 'b' });
    const facts = [transaction('a', 2450), transaction('b', 990), posted, refund('r', 'a', 10)];
    const { attempts } = stateOf(...facts);
    expect(attempts.map(({ transactionId, refunded }) => [transactionId, refunded])).toEqual([
      ['a', 10],
      ['b', 0],
    ]);
  });

  it('follows a pre-authorization: held, increased, captured in part, refunded, released [transactions.20]', () => {
    const held = transaction('p', 2000, { type: CardPreAuthorisation });
    expect(stateOf(held)).toMatchObject({ status: 'authorized', authorized: 2000, held: 2000, captured: 0 });
    const increased = { ...held, amount: 2500, ...read('F') };
    expect(stateOf(increased, held)).toMatchObject({ authorized: 2500, held: 2500 });
    const capture = transaction('c', 1500, { type: CardCapture, parentId: 'p' });
    const declined = transaction('d', 1500, { type: CardCapture, parentId: 'p', status: 'E' });
    expect(stateOf(increased, declined)).toMatchObject({ status: 'authorized', held: 2500 });
    expect(stateOf(capture, increased, refund('r', 'c', 300))).toMatchObject({
      status: 'partly-refunded',
      authorized: 2500,
      held: 0,
      released: 1000,
      captured: 1500,
      refunded: 300,
    });
    const release = refund('v', 'p', 2500, { type: CardVoid });
    expect(stateOf(release, held)).toMatchObject({ status: 'released', authorized: 2500, released: 2500 });
    expect(stateOf(capture)).toMatchObject({ status: 'paid', captured: 1500, missing: ['p'] });
    expect(stateOf({ ...held, ...read('C') })).toMatchObject({ captured: 0, held: 0, missing: ['p'] });
  });

  it('adds up several payments of one order', () => {
    expect(stateOf(transaction('a', 1000), transaction('b', 1000), refund('r', 'b', 1000))).toMatchObject({
      status: 'partly-refunded',
      captured: 2000,
      refunded: 1000,
      attempts: [{ transactionId: 'a' }, { transactionId: 'b', refunded: 1000 }],
    });
  });

  it('contains an open, won or lost dispute [transactions.20]', () => {
    const disputed = (status: string, asOf: number) => transaction('a', 2450, { status, asOf });
    const partly = refund('r', 'a', 450);
    expect(stateOf(disputed('MA', 1), partly)).toMatchObject({ status: 'disputed', disputed: 2000 });
    expect(stateOf(disputed('MW', 2), disputed('MA', 1))).toMatchObject({ status: 'paid', disputed: 0 });
    expect(stateOf(disputed('ML', 2), disputed('MA', 1), partly)).toMatchObject({
      status: 'charged-back',
      disputed: 0,
      chargedBack: 2000,
    });
    const claim = refund('c', 'a', 2450, { type: TransactionType.CardRefundClaimed });
    expect(stateOf(disputed('ML', 2), claim)).toMatchObject({ chargedBack: 2450, refunded: 0 });
  });

  it('does not count rebates and payouts as refunds', () => {
    const rebate = transaction('o', -5000, { type: TransactionType.CardOriginalCredit, parentId: 'a' });
    expect(stateOf(transaction('a', 2450), rebate)).toMatchObject({ status: 'paid', credited: 5000 });
  });

  it('is verified if a card was only verified', () => {
    const verification = transaction('a', 0, { type: TransactionType.CardVerification });
    expect(stateOf(verification)).toMatchObject({ status: 'verified', authorized: 0 });
  });

  it('is never calculated from two currencies or orders', () => {
    expect(() => stateOf(transaction('a', 1), transaction('b', 1, { currencyCode: '392' }))).toThrow(
      RangeError,
    );
    expect(() => stateOf({ ...order('paid'), orderCode: '1' })).toThrow(/order 1/);
  });
});

describe('an event', () => {
  const event = (eventTypeId: number, data: Record<string, unknown>, created: string | null = null) =>
    ({ eventTypeId, data, created }) as PayWebhookEvent;
  const common = { OrderCodeText: ORDER, CurrencyCode: '978', TransactionId: 'ABC' };

  it('has amounts in major units, or in minor units for a terminal session', () => {
    const paid = event(PayEventType.TransactionPaymentCreated, {
      ...common,
      Amount: 24.5,
      TransactionTypeId: 5,
    });
    const session = event(PayEventType.TransactionPosEcrSessionCreated, { ...common, Amount: 2450 });
    const { state } = PaymentTimeline.of(ORDER).withEvent(session).withEvent(paid);
    expect(state).toMatchObject({ captured: 2450, attempts: [{ transactionId: 'abc' }] });
  });

  it('of a failed session without order and transaction adds a failed attempt', () => {
    const failed = event(PayEventType.TransactionPosEcrSessionFailed, {
      SessionId: 's',
      OrderCodeText: '0',
      TransactionId: null,
      Amount: 2450,
    });
    const { state } = PaymentTimeline.of(ORDER).withEvent(failed).withEvent(failed);
    expect(state).toMatchObject({ status: 'pending', attempts: [{ sessionId: 's', outcome: 'failed' }] });
  });

  it('can cancel or expire the order, and changes nothing without a fact', () => {
    const timeline = PaymentTimeline.of(ORDER);
    const canceled = event(PayEventType.OrderUpdated, { OrderCodeText: ORDER, IsCancelled: true });
    expect(timeline.withEvent(canceled).state).toMatchObject({ status: 'failed', ended: 'canceled' });
    const expired = event(PayReconciledEventType.OrderExpired, { OrderCodeText: ORDER });
    expect(timeline.withEvent(expired).state).toMatchObject({ status: 'failed', ended: 'expired' });
    expect(timeline.withEvent(event(PayEventType.TransactionPriceCalculated, common))).toBe(timeline);
  });

  it('reverts a cancellation if it is newer', () => {
    const updated = (IsCancelled: boolean, created: string) => ({
      ...event(PayEventType.OrderUpdated, { OrderCodeText: ORDER, IsCancelled }),
      created,
    });
    const canceled = updated(true, '2026-01-02T10:00:00Z');
    const timeline = PaymentTimeline.of(ORDER).withEvent(updated(false, '2026-01-02T10:05:00Z'));
    expect(timeline.withEvent(canceled).state).toMatchObject({ status: 'pending', ended: null });
    expect(timeline.withEvent(updated(true, '2026-01-02T10:06:00Z')).state.ended).toBe('canceled');
  });

  it('is rejected if its amount is not exact', () => {
    const inexact = event(PayEventType.TransactionPaymentCreated, { ...common, Amount: 1.005 });
    expect(() => PaymentTimeline.of(ORDER).withEvent(inexact)).toThrow(RangeError);
  });
});

describe('any facts', () => {
  const history = anyFacts.chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      reordered: fc
        .tuple(
          fc.shuffledSubarray(facts, { minLength: facts.length }),
          fc.array(fc.constantFrom(...facts, order('pending')), { maxLength: 6 }),
        )
        .chain(([all, repeats]) => {
          const repeated = [...all, ...repeats.filter((fact) => facts.includes(fact))];
          return fc.shuffledSubarray(repeated, { minLength: repeated.length });
        }),
      cut: fc.nat(facts.length),
    }),
  );

  it('give the same state in any order, with repetitions, and when stored in between', () => {
    fc.assert(
      fc.property(history, ({ facts, reordered, cut }) => {
        const one = PaymentTimeline.of(ORDER).with(...facts);
        const again = reordered.reduce((timeline, fact) => timeline.with(fact), PaymentTimeline.of(ORDER));
        expect(JSON.stringify(again)).toBe(JSON.stringify(one));
        expect(again.state).toEqual(one.state);
        const stored = JSON.stringify(PaymentTimeline.of(ORDER).with(...reordered.slice(0, cut)));
        const restored = PaymentTimeline.fromJSON(
          JSON.parse(stored) as Parameters<typeof PaymentTimeline.fromJSON>[0],
        );
        expect(restored.with(...reordered.slice(cut)).state).toEqual(one.state);
      }),
      { numRuns: 1000 },
    );
  });

  it('do not change the timeline that they are added to', () => {
    const timeline = PaymentTimeline.of(ORDER).with(transaction('a', 2450));
    const before = JSON.stringify(timeline);
    timeline.with(refund('r', 'a', 10));
    expect(JSON.stringify(timeline)).toBe(before);
    expect(timeline.state.refunded).toBe(0);
  });

  it('are added up exactly in any currency', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom('978', '392', '414'),
        (amounts, currency) => {
          const events = amounts.map((minor, index) => ({
            eventTypeId: PayEventType.TransactionPaymentCreated,
            created: null,
            data: {
              OrderCodeText: ORDER,
              TransactionId: String(index),
              CurrencyCode: currency,
              Amount: Number(toMajorUnits(minor, currency)),
              TransactionTypeId: 5,
            },
          }));
          const { state } = events.reduce(
            (timeline, event) => timeline.withEvent(event),
            PaymentTimeline.of(ORDER),
          );
          expect(state.captured).toBe(amounts.reduce((sum, one) => sum + one, 0));
        },
      ),
    );
  });
});

it('fromJSON throws for anything but a stored timeline', () => {
  for (const invalid of [null, {}, { version: 2, orderCode: ORDER, facts: [] }])
    expect(() => PaymentTimeline.fromJSON(invalid as never)).toThrow(TypeError);
});
