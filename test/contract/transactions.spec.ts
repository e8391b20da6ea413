import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OctServiceId, toMinorUnits, TransactionType, unwrap } from 'nestjs-pay/client';
import type { LegacyTransaction } from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { UNKNOWN_ID, World } from './round-trips/world.js';

const AMEX = { ...GOOD_CARD, number: '376206000000009', cvc: '1234' };
const REFUND = { amount: 1000, sourceCode: 'Default', merchantTrns: 'order-1', idempotencyKey: 'refund-1' };
const OCT = { amount: 40_000, serviceId: OctServiceId.Oct, idempotencyKey: 'oct-1' };
const A_DAY = 24 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await World.create('acquiring');
});
beforeEach(() => {
  world.simulator.reset();
});
afterEach(() => {
  // Whatever a story does, money was moved, never made or lost.
  expect(Object.values(world.simulator.ledger.totals()).every((total) => total === 0n)).toBe(true);
});
afterAll(() => world.close());

async function paid(card = GOOD_CARD): Promise<{ id: string; orderCode: string }> {
  const orderCode = await world.order();
  const outcome = world.simulator.checkout.pay(orderCode, card);
  if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
  return { id: outcome.transaction.id, orderCode };
}

const ofOrder = async (orderCode: string): Promise<LegacyTransaction[]> =>
  unwrap(await world.wallet.transactions.getLegacyTransactions(undefined, { orderCode })).Transactions;
const balance = (): bigint => world.simulator.wallet.balance();
const statusOf = (id: string) => world.simulator.transactions.get(id).status;

describe('the older read', () => {
  it('leads from an order to its payment and what went back, MAJOR units and exact codes', async () => {
    const { id, orderCode } = await paid();
    const refund = unwrap(await world.wallet.transactions.cancelTransaction(id, { amount: 450 }));
    const rows = await ofOrder(orderCode);
    expect(rows.map(({ TransactionId, ParentId }) => [TransactionId, ParentId])).toEqual([
      [id, null],
      [refund.TransactionId, id],
    ]);
    expect(rows.map(({ Amount }) => toMinorUnits(Amount, 'EUR'))).toEqual([2450, -450]);
    expect(rows[0]?.Order.OrderCodeText).toBe(orderCode);
    expect(rows[0]?.CreditCard.Number).toBe('414746XXXXXX0133');
  });

  it('lists by day and source, and nothing for an order that nobody tried to pay', async () => {
    const { id } = await paid();
    const day = new Date(world.simulator.clock.now());
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens' }).format(day);
    const list = await world.wallet.transactions.getLegacyTransactions(undefined, {
      date,
      sourceCode: 'Default',
    });
    expect(unwrap(list).Transactions.map(({ TransactionId }) => TransactionId)).toEqual([id]);
    expect(await ofOrder(await world.order())).toEqual([]);
  });

  it.each([
    ['no filter', {}, 'orderCode'],
    ['a day that does not exist', { date: '2026-02-30' }, 'date'],
    ['a time instead of a day', { clearanceDate: '2026-03-18T10:00:00Z' }, 'clearanceDate'],
    ['a rounded order code', { orderCode: 2 ** 53 }, 'orderCode'],
  ])('is not sent with %s', async (_what, query, field) => {
    expect(await world.wallet.transactions.getLegacyTransactions(undefined, query)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [expect.objectContaining({ field })] },
    });
  });
});

describe('a fast refund', () => {
  it('comes out of what has not cleared, answers minor units, and is taken back on the same day', async () => {
    const { id } = await paid();
    const pending = world.simulator.ledger.balance('pending', '978');
    const refund = unwrap(await world.wallet.transactions.fastRefund(id, REFUND));
    expect(refund).toEqual({ transactionId: expect.any(String), eventId: 0, amount: 1000 });
    expect(statusOf(id)).toBe('R');
    expect(world.simulator.ledger.balance('pending', '978')).toBe(pending - 1000n);
    const cancel = (amount: number) =>
      world.wallet.transactions.cancelRebateOrFastRefund(refund.transactionId, { amount });
    expect(await cancel(999)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(await cancel(1000)).toMatchObject({ success: true, data: null });
    expect([statusOf(id), statusOf(refund.transactionId)]).toEqual(['F', 'X']);
    expect(world.simulator.ledger.balance('pending', '978')).toBe(pending);
    expect(await cancel(1000)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(await world.wallet.transactions.cancelTransaction(id, { amount: 2450 })).toMatchObject({
      data: { TransactionTypeId: TransactionType.CardVoid },
    });
  });

  it('cannot be taken back the next day', async () => {
    const { id } = await paid();
    const { transactionId } = unwrap(await world.wallet.transactions.fastRefund(id, REFUND));
    await world.simulator.clock.advance(A_DAY);
    expect(
      await world.wallet.transactions.cancelRebateOrFastRefund(transactionId, { amount: 1000 }),
    ).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });

  it('happens once for each key, which makes a repetition safe', async () => {
    const { id, orderCode } = await paid();
    world.simulator.faults.add({ operation: 'transactions.fastRefund', kind: 'executed-but-lost' });
    expect(await world.wallet.transactions.fastRefund(id, REFUND)).toMatchObject({
      success: false,
      error: { outcome: 'unknown', retryable: true },
    });
    const again = unwrap(await world.wallet.transactions.fastRefund(id, REFUND));
    expect(unwrap(await world.wallet.transactions.fastRefund(id, REFUND))).toEqual(again);
    expect((await ofOrder(orderCode)).map(({ Amount }) => Amount)).toEqual([24.5, -10]);
  });

  it('never gives back more than was paid', async () => {
    const { id } = await paid();
    const refund = (idempotencyKey: string) =>
      world.wallet.transactions.fastRefund(id, { ...REFUND, amount: 2000, idempotencyKey });
    expect((await refund('one')).success).toBe(true);
    expect(await refund('two')).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });

  it('is refused with 452 by an empty wallet, 422 by the scheme, 403 by the switch; 423 may be tried again', async () => {
    const { id } = await paid();
    const refund = (transactionId: string) => world.wallet.transactions.fastRefund(transactionId, REFUND);
    const amex = await paid(AMEX);
    expect(await refund(amex.id)).toMatchObject({ code: 'rejected', error: { httpStatus: 422 } });
    world.simulator.faults.add({ operation: 'transactions.fastRefund', kind: 'status', status: 423 });
    expect(await refund(id)).toMatchObject({ error: { httpStatus: 423, retryable: true } });
    await world.simulator.clock.advance(A_DAY);
    world.simulator.wallet.withdraw(Number(balance()) - 1);
    expect(await refund(id)).toMatchObject({
      error: { httpStatus: 452, outcome: 'rejected', retryable: false },
    });
    world.simulator.permissions.set({ allowFastRefunds: false });
    expect(await refund(id)).toMatchObject({ code: 'forbidden', error: { outcome: 'rejected' } });
    expect(statusOf(id)).toBe('F');
  });
});

describe('a rebate', () => {
  it('is no refund of the payment, is not bounded by it, and is taken back on the same day', async () => {
    const { id } = await paid();
    const before = balance();
    const { transactionId } = unwrap(await world.wallet.transactions.rebate(id, { amount: 5000 }));
    expect(balance()).toBe(before - 5000n);
    expect(statusOf(id)).toBe('F');
    expect(await world.wallet.transactions.cancelTransaction(transactionId, { amount: 5000 })).toMatchObject({
      success: false,
    });
    unwrap(await world.wallet.transactions.cancelRebateOrFastRefund(transactionId, { amount: 5000 }));
    expect(balance()).toBe(before);
  });

  it('without a key happens as often as it is asked for, and says that it cannot be repeated', async () => {
    const { id } = await paid();
    const before = balance();
    world.simulator.faults.add({ operation: 'transactions.rebate', kind: 'executed-but-lost' });
    expect(await world.wallet.transactions.rebate(id, { amount: 500 })).toMatchObject({
      error: { outcome: 'unknown', retryable: false },
    });
    unwrap(await world.wallet.transactions.rebate(id, { amount: 500 }));
    expect(balance()).toBe(before - 1000n);
  });
});

describe('an original credit', () => {
  it('may exceed the payment, answers MAJOR units and negative, and happens once for each key', async () => {
    const { id } = await paid();
    const before = balance();
    const sent = unwrap(await world.wallet.transactions.octAndPayout(id, OCT));
    expect(sent).toMatchObject({ Amount: -400, TransactionTypeId: 8, StatusId: 'F', CurrencyCode: '978' });
    const again = unwrap(await world.wallet.transactions.octAndPayout(id, OCT));
    expect(again.TransactionId).toBe(sent.TransactionId);
    const payout = { ...OCT, serviceId: OctServiceId.Payout, idempotencyKey: 'payout-1' };
    expect(unwrap(await world.wallet.transactions.octAndPayout(id, payout)).TransactionTypeId).toBe(19);
    expect(balance()).toBe(before - 80_000n);
  });

  it('to a card that takes none fails with event id 311 and moves nothing', async () => {
    const { id } = await paid(AMEX);
    const before = balance();
    expect(await world.wallet.transactions.octAndPayout(id, OCT)).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 200, serviceCode: '502', eventId: 311, outcome: 'rejected' },
    });
    expect(balance()).toBe(before);
  });

  it('is refused with 452 beyond the balance', async () => {
    const { id } = await paid();
    const amount = Number(balance()) + 1;
    expect(await world.wallet.transactions.octAndPayout(id, { ...OCT, amount })).toMatchObject({
      error: { httpStatus: 200, serviceCode: '452', outcome: 'rejected' },
    });
  });
});

describe('a pre-authorisation', () => {
  it('holds more after an increase, which adds, once for each key', async () => {
    const held = await world.payment({ preauth: true });
    const increase = { amount: 550, idempotencyKey: 'night-2' };
    expect(unwrap(await world.wallet.transactions.increasePreauth(held, increase)).transactionId).toBe(held);
    unwrap(await world.wallet.transactions.increasePreauth(held, increase));
    expect(unwrap(await world.wallet.transactions.getTransactionById(held)).amount).toBe(30);
    const capture = await world.wallet.transactions.createTransaction({ id: held, amount: 3000 });
    expect(unwrap(capture).Amount).toBe(30);
    expect(
      await world.wallet.transactions.increasePreauth(held, { amount: 1, idempotencyKey: 'late' }),
    ).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });
});

describe('a partial authorisation', () => {
  it('is released wholly, and only on the same day', async () => {
    const pay = async () => {
      const card = { ...GOOD_CARD, authorisedAmount: 1000 };
      const outcome = world.simulator.checkout.pay(await world.order(), card);
      return outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
    };
    const id = await pay();
    expect(unwrap(await world.wallet.transactions.getTransactionById(id)).amount).toBe(10);
    const cancel = (transactionId: string, amount = 1000) =>
      world.wallet.transactions.cancelPartialAuthorization(transactionId, { amount, idempotencyKey: 'p-1' });
    expect(await cancel(id, 500)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect((await cancel(id)).success).toBe(true);
    // The same key is answered the same and does nothing again.
    expect((await cancel(id)).success).toBe(true);
    expect(statusOf(id)).toBe('X');
    const late = await pay();
    await world.simulator.clock.advance(A_DAY);
    expect(await world.wallet.transactions.cancelPartialAuthorization(late, { amount: 1000 })).toMatchObject({
      error: { httpStatus: 400 },
    });
  });
});

describe('a card', () => {
  it('has one token whatever it paid, and none without the permission or the transaction', async () => {
    const token = async (transactionId: string) =>
      world.wallet.transactions.createCardToken({ transactionId });
    const { token: first } = unwrap(await token(await world.payment()));
    expect(first).toMatch(/^ct_[0-9a-f]{32}$/);
    expect(unwrap(await token(await world.payment())).token).toBe(first);
    expect(await token(UNKNOWN_ID)).toMatchObject({ code: 'forbidden', error: { httpStatus: 403 } });
    world.simulator.permissions.set({ allowCardTokens: false });
    expect(await token(await world.payment())).toMatchObject({ code: 'forbidden' });
  });
});

describe('a saved card', () => {
  it('pays an order that offers its token, and no other; what is kept of it is masked', async () => {
    const transactionId = await world.payment();
    const { token } = unwrap(await world.wallet.transactions.createCardToken({ transactionId }));
    const pay = async (cardTokens: string[], cardToken = token) => {
      const orderCode = await world.order({ cardTokens });
      return world.simulator.checkout.payWithSavedCard(orderCode, { cardToken, email: 'jo@example.com' });
    };
    const outcome = await pay([token]);
    if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
    const paidWith = unwrap(await world.wallet.transactions.getTransactionById(outcome.transaction.id));
    const saved = unwrap(await world.wallet.transactions.getTransactionById(transactionId));
    expect(paidWith.cardUniqueReference).toBe(saved.cardUniqueReference);
    expect(paidWith.cardNumber).toBe('414746XXXXXX0133');
    expect((await pay([])).kind).toBe('invalid');
    expect((await pay(['ct_unknown'], 'ct_unknown')).kind).toBe('invalid');
  });
});

describe('a charge by mail or telephone', () => {
  const creditcard = { number: GOOD_CARD.number, expirationDate: '2030-11-30' };
  const moto = true as const;

  it('pays the order whose exact code it names, with its amount; the number is nowhere to be found', async () => {
    const orderCode = await world.order();
    const charged = unwrap(
      await world.wallet.transactions.makeMotoCardCharge({ moto, orderCode, creditcard, fullName: 'Jo Doe' }),
    );
    expect(charged).toMatchObject({ Amount: 24.5, StatusId: 'F', TransactionTypeId: 5 });
    expect(unwrap(await world.wallet.payments.getOrder(orderCode)).StateId).toBe(3);
    expect(world.simulator.transactions.get(charged.TransactionId)).toMatchObject({ moto: true, orderCode });
    const again = await world.wallet.transactions.makeMotoCardCharge({ moto, orderCode, creditcard });
    expect(again).toMatchObject({ error: { httpStatus: 200, serviceCode: '400' } });
    const kept = [charged, again, world.simulator.transactions.list(), world.simulator.requests()];
    expect(JSON.stringify(kept)).not.toContain(GOOD_CARD.number);
  });

  it('is refused by the issuer with the event id, and by the switch', async () => {
    const charge = async (amount: number) =>
      world.wallet.transactions.makeMotoCardCharge({
        moto,
        orderCode: await world.order({ amount }),
        creditcard,
      });
    expect(await charge(9951)).toMatchObject({
      code: 'rejected',
      error: { serviceCode: '502', eventId: 10_051 },
    });
    world.simulator.permissions.set({ allowMoto: false });
    expect(await charge(1000)).toMatchObject({ code: 'forbidden', error: { serviceCode: '403' } });
  });

  it.each([
    [
      'spaces in the number',
      { creditcard: { ...creditcard, number: '4147 4630 1111 0133' } },
      'creditcard.number',
    ],
    ['a short security code', { creditcard: { ...creditcard, cvc: '12' } }, 'creditcard.cvc'],
    ['moto false', { moto: false }, 'moto'],
    ['a rounded order code', { orderCode: 2 ** 53 }, 'orderCode'],
  ])('is not sent with %s, and repeats no digit of the card', async (_what, wrong, field) => {
    const options = { moto, orderCode: '1272214778972604', creditcard, ...wrong };
    const result = await world.wallet.transactions.makeMotoCardCharge(options as never);
    expect(result).toMatchObject({
      code: 'validationerror',
      error: { fields: [expect.objectContaining({ field })] },
    });
    expect(JSON.stringify(result)).not.toMatch(/4147|0133/);
  });
});
