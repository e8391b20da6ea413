import { describe, expect, it } from '@jest/globals';
import { OrderState } from '../areas/payments/payments.enums.js';
import type { Order } from '../areas/payments/payments.types.js';
import { TransactionStatus, TransactionType } from '../areas/transactions/transactions.enums.js';
import { PayEventType } from '../webhooks/event-types.js';
import type { PayWebhookEvent } from '../webhooks/event.types.js';
import { order, ORDER, postedRefund, refund, stateOf, transaction } from './facts.testing.js';
import { PaymentTimeline } from './payment-timeline.js';

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
    ['one that names it', [postedRefund('r', 's', 10), postedRefund('s', 'r', 10)], ['r', 's']],
    ['a declined attempt', [declined, postedRefund('r', 'e', 2450)], ['r']],
    [
      'a payment that has not ended',
      [transaction('b', 2450, { status: 'A' }), postedRefund('r', 'b', 5)],
      ['r'],
    ],
    ['another refund’s failure', [refund('s', 'a', 5, { status: 'E' }), postedRefund('r', 's', 5)], ['r']],
    ['a refund', [refund('s', 'a', 5), postedRefund('r', 's', 5)], ['r']],
    ['a credit', [transaction('o', -5, { type: CardOriginalCredit }), postedRefund('r', 'o', 5)], ['r']],
    ['what is held', [hold, postedRefund('r', 'p', 5)], ['r']],
    ['a verification', [transaction('w', 5, { type: CardVerification }), postedRefund('r', 'w', 5)], ['r']],
    ['what was not seen', [postedRefund('r', 'b', 10)], ['b']],
    ['nothing', [postedRefund('r', null, 10)], ['r']],
  ])('that names %s is to be read', (_what, facts, missing) => {
    const { refunded } = stateOf(paid, ...facts.filter(({ parentId }) => parentId !== null));
    expect(stateOf(paid, ...facts)).toMatchObject({ captured: 2450, refunded, missing });
  });

  it('is taken back by a void of all of it, whatever else an event says', () => {
    const back = (amount: number) =>
      transaction('v', -amount, { type: CardVoid, postedParentId: 'r', asOf: null });
    const facts = [paid, refund('r', 'a', 10)];
    expect(stateOf(...facts, back(10))).toMatchObject({ status: 'paid', refunded: 0, missing: [] });
    expect(stateOf(...facts, back(2450))).toMatchObject({ refunded: 10, missing: ['v'] });
  });

  it('counts once it was read of what it is', () => {
    const read = refund('r', 'a', 2450, { asOf: 1 });
    expect(stateOf(paid, declined, postedRefund('r', 'e', 2450), read)).toMatchObject({
      status: 'refunded',
      refunded: 2450,
      missing: [],
    });
  });

  it('that has not ended gives nothing back yet, and is to be read again', () => {
    const underWay = refund('r', 'a', 2450, { status: 'A', asOf: 1 });
    expect(stateOf(paid, underWay)).toMatchObject({ status: 'paid', refunded: 0, missing: ['r'] });
    expect(stateOf(paid, underWay, { ...underWay, status: 'F', asOf: 2 })).toMatchObject({
      status: 'refunded',
      missing: [],
    });
    const failed = { ...underWay, status: 'E', asOf: 2 };
    expect(stateOf(paid, underWay, failed)).toMatchObject({ status: 'paid', missing: [] });
  });

  it('is one whatever sign its amount has, where an event or the sign says so', () => {
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
    const wrongWay = transaction('b', -450, { parentId: 'a' });
    expect(stateOf(paid, wrongWay)).toMatchObject({ captured: 2450, refunded: 450 });
  });

  it('that is missing of a capture is missed, too', () => {
    expect(stateOf(hold, { ...capture, status: 'R', asOf: 1 })).toMatchObject({
      status: 'partly-refunded',
      missing: ['c'],
    });
  });

  it('of which more was taken back than it gave does not fit', () => {
    const tooMuch = transaction('v', 20, { type: CardVoid, parentId: 'r' });
    expect(stateOf(paid, refund('r', 'a', 10), tooMuch)).toMatchObject({ refunded: 0, missing: ['r'] });
  });
});

describe('a fast refund, which may be recorded as a credit', () => {
  const credit = transaction('f', -2450, { type: CardOriginalCredit, parentId: 'a' });

  it('may be refunded: it looks like a rebate', () => {
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

  it('is what a payment that reads as refunded came to', () => {
    expect(stateOf({ ...paid, status: 'R', asOf: 1 }, credit)).toMatchObject({
      status: 'partly-refunded',
      maybeRefunded: 2450,
      missing: [],
    });
  });

  it('counts for nothing while it has not ended', () => {
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
    'that is open (%s) is not lost, whatever was claimed',
    (status) => {
      expect(stateOf(inStatus(status), claim)).toMatchObject({
        status: 'disputed',
        disputed: 2000,
        chargedBack: 0,
      });
    },
  );

  it('that was won leaves the payment paid', () => {
    expect(stateOf(inStatus('MW'), claim)).toMatchObject({ status: 'paid', disputed: 0, chargedBack: 0 });
  });

  it.each(['ML', 'U', 'F'])(
    'that was lost, or is known by its claim only (%s), takes what was claimed',
    (status) => {
      expect(stateOf(inStatus(status), claim)).toMatchObject({ disputed: 0, chargedBack: 2000 });
    },
  );

  it('of a captured pre-authorisation counts, at the one or at the other', () => {
    const open = { status: 'M', asOf: 1 };
    expect(stateOf({ ...hold, ...open }, capture)).toMatchObject({ status: 'disputed', disputed: 1500 });
    expect(stateOf({ ...hold, ...open }, { ...capture, ...open })).toMatchObject({ disputed: 1500 });
  });
});

describe('a pre-authorisation', () => {
  it.each(['C', 'R', 'M', 'ML', 'MW'])('with status %s was captured: money was taken', (status) => {
    const captured = { ...hold, status, asOf: 1 };
    for (const more of [[], [order('expired')], [order('canceled')], [{ ...hold, transactionId: 'q' }]])
      expect(stateOf(captured, ...more)).toMatchObject({ status: 'processing', ended: null, missing: ['p'] });
  });

  it('whose capture has not ended is under way', () => {
    const underWay = { ...capture, status: 'A', asOf: 1 };
    expect(stateOf(hold, underWay)).toMatchObject({ status: 'processing', held: 2500, missing: ['c'] });
  });

  it('is let go by a void of its rest, which refunds nothing of the capture', () => {
    const rest = refund('v', 'p', 1000, { type: CardVoid });
    expect(stateOf(hold, capture, rest)).toMatchObject({ status: 'paid', released: 1000, refunded: 0 });
    const posted = { ...rest, parentId: null, postedParentId: 'p' };
    expect(stateOf(hold, capture, posted)).toMatchObject({ refunded: 0, missing: ['v'] });
    expect(stateOf(hold, capture, refund('v', 'p', 1200, { type: CardVoid }))).toMatchObject({
      refunded: 200,
    });
    expect(stateOf(hold, capture, refund('r', 'p', 300))).toMatchObject({ refunded: 300 });
  });

  it('is to be found where a capture is of none that is known', () => {
    expect(stateOf(hold, { ...capture, parentId: null })).toMatchObject({ missing: ['c'] });
    expect(stateOf(hold, { ...capture, parentId: null, postedParentId: 'c' })).toMatchObject({
      missing: ['c'],
    });
    expect(stateOf({ ...capture, status: 'E' })).toMatchObject({ missing: [] });
  });
});

describe('a cancellation', () => {
  const at = (time: string) => new Date(`2026-01-02T${time}Z`);
  const seen = (StateId: number) =>
    ({ OrderCode: Number(ORDER), OrderCodeText: ORDER, StateId, RequestAmount: 24.5 }) as Order;
  const told = (created: string | null) =>
    ({
      eventTypeId: PayEventType.OrderUpdated,
      created,
      data: { OrderCodeText: ORDER, IsCancelled: true },
    }) as unknown as PayWebhookEvent;

  it('was not made after it was received, whatever it says', () => {
    const forged = PaymentTimeline.of(ORDER).withEvent(told('2999-01-01T00:00:00Z'), at('10:00:00'));
    expect(forged.state.status).toBe('failed');
    expect(forged.withOrder(seen(OrderState.Pending), at('10:01:00')).state.status).toBe('pending');
    const now = PaymentTimeline.of(ORDER).withEvent(told('2999-01-01T00:00:00Z'));
    expect(now.withOrder(seen(OrderState.Pending), new Date(Date.now() + 1000)).state.status).toBe('pending');
  });
});

it('has ended for nobody who has paid', () => {
  for (const state of ['expired', 'canceled'] as const) {
    expect(stateOf(paid, order(state))).toMatchObject({ status: 'paid', ended: null });
    expect(stateOf(hold, order(state))).toMatchObject({ status: 'authorised', ended: null });
  }
});
