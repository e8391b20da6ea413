import { describe, expect, it } from '@jest/globals';
import { OrderState, TransactionStatus, TransactionType } from '../areas/coded-values.generated.js';
import { PayEventType } from '../webhooks/event-types.js';
import type { PayWebhookEvent } from '../webhooks/event.types.js';
import { order, ORDER, postedRefund, refund, stateOf, transaction } from './payment-fact.testing.js';
import { PaymentTimeline } from './payment-timeline.js';
import type { Order } from '../areas/results.generated.js';

const {
  CardCapture,
  CardOriginalCredit,
  CardPreAuthorisation,
  CardRefundClaimed,
  CardVerification,
  CardVoid,
} = TransactionType;
const paid = transaction('a', 2450);
const declined = transaction('e', 2450, { status: 'E' });
const hold = transaction('p', 2500, { type: CardPreAuthorisation });
const capture = transaction('c', 1500, { type: CardCapture, parentId: 'p' });

describe('a refund', () => {
  it.each([
    ['itself', [postedRefund('r', 'r', 2450)], ['r']],
    ['a refund that names it in turn', [postedRefund('r', 's', 10), postedRefund('s', 'r', 10)], ['r', 's']],
    ['a declined attempt', [declined, postedRefund('r', 'e', 2450)], ['r']],
    ['a payment in progress', [transaction('b', 2450, { status: 'A' }), postedRefund('r', 'b', 5)], ['r']],
    ['a failed refund', [refund('s', 'a', 5, { status: 'E' }), postedRefund('r', 's', 5)], ['r']],
    ['another refund', [refund('s', 'a', 5), postedRefund('r', 's', 5)], ['r']],
    ['a credit', [transaction('o', -5, { type: CardOriginalCredit }), postedRefund('r', 'o', 5)], ['r']],
    ['a hold', [hold, postedRefund('r', 'p', 5)], ['r']],
    ['a verification', [transaction('w', 5, { type: CardVerification }), postedRefund('r', 'w', 5)], ['r']],
    ['an unknown transaction', [postedRefund('r', 'b', 10)], ['b']],
    ['no parent', [postedRefund('r', null, 10)], ['r']],
  ])('is missing, or its parent is, if its event names %s', (_what, facts, missing) => {
    const { refunded } = stateOf(paid, ...facts.filter(({ parentId }) => parentId !== null));
    expect(stateOf(paid, ...facts)).toMatchObject({ captured: 2450, refunded, missing });
  });

  it('is reversed only by a void of its whole amount if only an event names the void’s parent', () => {
    const voided = (amount: number) =>
      transaction('v', -amount, { type: CardVoid, postedParentId: 'r', asOf: null });
    const facts = [paid, refund('r', 'a', 10)];
    expect(stateOf(...facts, voided(10))).toMatchObject({ status: 'paid', refunded: 0, missing: [] });
    expect(stateOf(...facts, voided(2450))).toMatchObject({ refunded: 10, missing: ['v'] });
  });

  it('counts after a read of its parent', () => {
    const read = refund('r', 'a', 2450, { asOf: 1 });
    expect(stateOf(paid, declined, postedRefund('r', 'e', 2450), read)).toMatchObject({
      status: 'refunded',
      refunded: 2450,
      missing: [],
    });
  });

  it('in progress does not count yet, and is missing', () => {
    const inProgress = refund('r', 'a', 2450, { status: 'A', asOf: 1 });
    expect(stateOf(paid, inProgress)).toMatchObject({ status: 'paid', refunded: 0, missing: ['r'] });
    expect(stateOf(paid, inProgress, { ...inProgress, status: 'F', asOf: 2 })).toMatchObject({
      status: 'refunded',
      missing: [],
    });
    const failed = { ...inProgress, status: 'E', asOf: 2 };
    expect(stateOf(paid, inProgress, failed)).toMatchObject({ status: 'paid', missing: [] });
  });

  it('counts with any sign if it comes from a reversal event, and with a negative sign for any type', () => {
    const event = {
      eventTypeId: PayEventType.TransactionReversalCreated,
      created: null,
      data: {
        OrderCodeText: ORDER,
        TransactionId: 'r',
        ParentId: 'a',
        CurrencyCode: '978',
        Amount: 4.5,
        TransactionTypeId: 4711,
      },
    };
    const { state } = PaymentTimeline.of(ORDER).with(paid).withEvent(event);
    expect(state).toMatchObject({ status: 'partly-refunded', captured: 2450, refunded: 450 });
    const negativeCharge = transaction('b', -450, { parentId: 'a' });
    expect(stateOf(paid, negativeCharge)).toMatchObject({ captured: 2450, refunded: 450 });
  });

  it('of a capture is missing if only the capture’s status shows it', () => {
    expect(stateOf(hold, { ...capture, status: 'R', asOf: 1 })).toMatchObject({
      status: 'partly-refunded',
      missing: ['c'],
    });
  });

  it('is missing if more was reversed than it returned', () => {
    const tooMuch = transaction('v', 20, { type: CardVoid, parentId: 'r' });
    expect(stateOf(paid, refund('r', 'a', 10), tooMuch)).toMatchObject({ refunded: 0, missing: ['r'] });
  });
});

describe('a fast refund that is recorded as a credit', () => {
  const credit = transaction('f', -2450, { type: CardOriginalCredit, parentId: 'a' });

  it('counts in maybeRefunded, because it may be a rebate', () => {
    expect(stateOf(paid, credit)).toMatchObject({
      status: 'paid',
      refunded: 0,
      credited: 2450,
      maybeRefunded: 2450,
      missing: [],
    });
    expect(stateOf(paid, refund('r', 'a', 2000), credit)).toMatchObject({
      credited: 2450,
      maybeRefunded: 450,
    });
    expect(stateOf(paid, { ...credit, parentId: null })).toMatchObject({ credited: 2450, maybeRefunded: 0 });
  });

  it('explains the status of a refunded payment, so nothing is missing', () => {
    expect(stateOf({ ...paid, status: 'R', asOf: 1 }, credit)).toMatchObject({
      status: 'partly-refunded',
      maybeRefunded: 2450,
      missing: [],
    });
  });

  it('does not count while it is in progress', () => {
    expect(stateOf(paid, { ...credit, status: 'A', asOf: 1 })).toMatchObject({
      credited: 0,
      maybeRefunded: 0,
      missing: ['f'],
    });
  });
});

describe('a dispute', () => {
  const { Disputed, DisputeAwaitingResponse, DisputeInProgress, DisputeSuspected } = TransactionStatus;
  const claim = refund('c', 'a', 2000, { type: CardRefundClaimed });
  const inStatus = (status: string) => transaction('a', 2450, { status, asOf: 1 });

  it.each([Disputed, DisputeAwaitingResponse, DisputeInProgress, DisputeSuspected])(
    'is not lost while it is open (%s), also with a claim [transactions.20]',
    (status) => {
      expect(stateOf(inStatus(status), claim)).toMatchObject({
        status: 'disputed',
        disputed: 2000,
        chargedBack: 0,
      });
    },
  );

  it('leaves the payment paid if it was won', () => {
    expect(stateOf(inStatus('MW'), claim)).toMatchObject({ status: 'paid', disputed: 0, chargedBack: 0 });
  });

  it.each(['ML', 'U', 'F'])(
    'takes the claimed amount if it was lost, or only its claim is known (%s)',
    (status) => {
      expect(stateOf(inStatus(status), claim)).toMatchObject({ disputed: 0, chargedBack: 2000 });
    },
  );

  it('counts once for a pre-authorization and its capture', () => {
    const open = { status: 'M', asOf: 1 };
    expect(stateOf({ ...hold, ...open }, capture)).toMatchObject({ status: 'disputed', disputed: 1500 });
    expect(stateOf({ ...hold, ...open }, { ...capture, ...open })).toMatchObject({ disputed: 1500 });
  });
});

describe('a pre-authorization', () => {
  it.each(['C', 'R', 'M', 'ML', 'MW'])('with status %s was captured, so its capture is missing', (status) => {
    const captured = { ...hold, status, asOf: 1 };
    for (const more of [[], [order('expired')], [order('canceled')], [{ ...hold, transactionId: 'q' }]])
      expect(stateOf(captured, ...more)).toMatchObject({ status: 'processing', ended: null, missing: ['p'] });
  });

  it('is processing while its capture is in progress', () => {
    const inProgress = { ...capture, status: 'A', asOf: 1 };
    expect(stateOf(hold, inProgress)).toMatchObject({ status: 'processing', held: 2500, missing: ['c'] });
  });

  it('is released by a void of its rest, which does not refund the capture', () => {
    const rest = refund('v', 'p', 1000, { type: CardVoid });
    expect(stateOf(hold, capture, rest)).toMatchObject({ status: 'paid', released: 1000, refunded: 0 });
    const posted = { ...rest, parentId: null, postedParentId: 'p' };
    expect(stateOf(hold, capture, posted)).toMatchObject({ refunded: 0, missing: ['v'] });
    expect(stateOf(hold, capture, refund('v', 'p', 1200, { type: CardVoid }))).toMatchObject({
      refunded: 200,
    });
    expect(stateOf(hold, capture, refund('r', 'p', 300))).toMatchObject({ refunded: 300 });
  });

  it('does not hide a capture whose event names a failed pre-authorization', () => {
    const failedHold = { ...hold, status: 'E' };
    const posted = { ...capture, parentId: null, postedParentId: 'p' };
    expect(stateOf(failedHold, posted)).toMatchObject({ captured: 1500, missing: ['c'] });
  });

  it('makes its capture missing if it is unknown', () => {
    expect(stateOf(hold, { ...capture, parentId: null })).toMatchObject({ missing: ['c'] });
    expect(stateOf(hold, { ...capture, parentId: null, postedParentId: 'c' })).toMatchObject({
      missing: ['c'],
    });
    expect(stateOf({ ...capture, status: 'E' })).toMatchObject({ missing: [] });
  });
});

describe('a cancellation', () => {
  const at = (time: string) => new Date(`2026-01-02T${time}Z`);
  const orderRead = (StateId: number) =>
    ({ OrderCode: Number(ORDER), OrderCodeText: ORDER, StateId, RequestAmount: 24.5 }) as Order;
  const cancellation = (created: string | null) =>
    ({
      eventTypeId: PayEventType.OrderUpdated,
      created,
      data: { OrderCodeText: ORDER, IsCancelled: true },
    }) as unknown as PayWebhookEvent;

  it('counts from the time of its receipt at the latest', () => {
    const forged = PaymentTimeline.of(ORDER).withEvent(cancellation('2999-01-01T00:00:00Z'), at('10:00:00'));
    expect(forged.state.status).toBe('failed');
    expect(forged.withOrder(orderRead(OrderState.Pending), at('10:01:00')).state.status).toBe('pending');
    const now = PaymentTimeline.of(ORDER).withEvent(cancellation('2999-01-01T00:00:00Z'));
    expect(now.withOrder(orderRead(OrderState.Pending), new Date(Date.now() + 1000)).state.status).toBe(
      'pending',
    );
  });
});

it('an order that was paid has no reason why it ended', () => {
  for (const state of ['expired', 'canceled'] as const) {
    expect(stateOf(paid, order(state))).toMatchObject({ status: 'paid', ended: null });
    expect(stateOf(hold, order(state))).toMatchObject({ status: 'authorized', ended: null });
  }
});
