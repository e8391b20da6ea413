import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  OctServiceId,
  OrderState,
  toMinorUnits,
  TransactionStatus,
  TransactionType,
  unwrap,
} from 'nestjs-pay/client';
import type { LegacyTransaction } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

const AMEX = { ...GOOD_CARD, number: '376206000000009', cvc: '1234' };
const REFUND = { amount: 1000, sourceCode: 'Default', merchantTrns: 'order-1' };
const ONCE = { idempotencyKey: 'refund-1' };
const OCT = { amount: 40_000, serviceId: OctServiceId.Oct };
const OCT_ONCE = { idempotencyKey: 'oct-1' };
const A_DAY = 24 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await World.create('acquiring');
});
beforeEach(() => {
  world.simulator.reset();
});
afterEach(() => {
  // Money is moved between accounts, and is never created or lost.
  expect(Object.values(world.simulator.ledger().totals).every((total) => total === 0n)).toBe(true);
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
/** Clients of the world never retry, so a call needs it to show that it is not repeated. */
const RETRIES = { maxRetries: 2 };
const statusOf = (id: string) => world.simulator.transactions.get(id).status;

describe('a payment', () => {
  it('is read with its order, its amount and a masked card number [transactions.1] [transactions.18]', async () => {
    const read = unwrap(await world.wallet.transactions.getTransactionById(await world.payment()));
    expect(read).toMatchObject({
      amount: 24.5,
      currencyCode: '978',
      statusId: TransactionStatus.Finished,
      transactionTypeId: TransactionType.CardCharge,
      cardNumber: '414746XXXXXX0133',
      merchantTrns: 'order-1',
    });
    expect(unwrap(await world.wallet.payments.getOrder(read.orderCodeText)).StateId).toBe(OrderState.Paid);
  });

  it('is refunded in full where the account allows no refund in part, and the message says so', async () => {
    world.simulator.permissions.set({ allowPartialRefunds: false });
    const { id } = await paid();
    expect(await world.wallet.transactions.refund(id, { amount: 100 })).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('only in full'),
      error: { outcome: 'rejected', serviceText: 'PaymentsRefundNotAllowed' },
    });
    unwrap(await world.wallet.transactions.refund(id, { amount: 2450 }));
  });

  it('has an unknown outcome if a tiny recurring charge fails with 500', async () => {
    const id = await world.payment({ allowRecurring: true });
    expect(await world.wallet.transactions.createTransaction({ id, amount: 9 })).toMatchObject({
      success: false,
      error: { outcome: 'unknown', serviceCode: '500', serviceText: 'Internal error' },
    });
  });

  it('is refunded in parts and then fails with `alreadycanceled`', async () => {
    const paid = await world.payment();
    await world.simulator.clock.advance(48 * 3600_000);
    for (const amount of [1000, 1450])
      unwrap(await world.wallet.transactions.cancelTransaction(paid, { amount }));
    expect(unwrap(await world.wallet.transactions.getTransactionById(paid)).statusId).toBe(
      TransactionStatus.Refunded,
    );
    expect(await world.wallet.transactions.cancelTransaction(paid, { amount: 1 })).toMatchObject({
      success: false,
      code: 'alreadycanceled',
    });
  });

  it('is refunded by `refund`, which a failure names by this name', async () => {
    const { transactions } = world.wallet;
    const paid = await world.payment();
    expect(await transactions.refund(paid, { amount: -1 })).toMatchObject({
      code: 'validationerror',
      message: expect.stringContaining('transactions.refund'),
    });
    expect(await transactions.cancelTransaction(paid, { amount: -1 })).toMatchObject({
      message: expect.stringContaining('transactions.cancelTransaction'),
    });
  });

  it('cannot be refunded during a dispute, which is no earlier refund, but after you won it', async () => {
    const { transactions } = world.wallet;
    const paid = await world.payment();
    const refund = () => transactions.cancelTransaction(paid, { amount: 2450 });
    world.simulator.trigger('dispute', { transactionId: paid });
    expect(await refund()).toMatchObject({ code: 'rejected', error: { outcome: 'rejected' } });
    world.simulator.trigger('dispute-won', { transactionId: paid });
    expect(unwrap(await transactions.getRemainingAmounts(paid))).toMatchObject({ refundable: 2450 });
    unwrap(await refund());
    expect(await refund()).toMatchObject({ code: 'alreadycanceled' });
  });

  it('fails with `forbidden` and an explanation if refunds are not enabled', async () => {
    const paid = await world.payment();
    world.simulator.permissions.set({ allowRefunds: false });
    expect(await world.wallet.transactions.cancelTransaction(paid, { amount: 2450 })).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/API Access/),
    });
  });

  it.each(['reset-before', 'executed-but-lost', 'truncate', 'empty'] as const)(
    'is refunded with outcome `unknown` and without a repetition after the fault %s',
    async (kind) => {
      const paid = await world.payment();
      world.simulator.faults.add({ operation: 'transactions.cancelTransaction', kind, times: 1 });
      const before = world.simulator.requests().length;
      const result = await world.wallet.transactions.cancelTransaction(paid, { amount: 2450 });
      expect(result).toMatchObject({ success: false, error: { outcome: 'unknown', retryable: false } });
      expect(
        world.simulator
          .requests()
          .slice(before)
          .filter(({ operation }) => operation === 'transactions.cancelTransaction'),
      ).toHaveLength(1);
      const isRefunded = kind !== 'reset-before';
      expect(unwrap(await world.wallet.transactions.getTransactionById(paid)).statusId).toBe(
        isRefunded ? TransactionStatus.Canceled : TransactionStatus.Finished,
      );
    },
  );
});

describe('a call', () => {
  it('fails for an unknown transaction with 403, 404, or 200 and an error code [transactions.5]', async () => {
    const { transactions } = world.wallet;
    expect(await transactions.createCardToken({ transactionId: UNKNOWN_ID })).toMatchObject({
      code: 'forbidden',
      error: { httpStatus: 403 },
    });
    expect(await transactions.getTransactionById(UNKNOWN_ID)).toMatchObject({
      code: 'notfound',
      error: { httpStatus: 404 },
    });
    expect(await transactions.createTransaction({ id: UNKNOWN_ID, amount: 100 })).toMatchObject({
      code: 'notfound',
      error: { httpStatus: 200, serviceCode: '404' },
    });
  });

  it('is forbidden until its setting or feature is enabled [transactions.11]', async () => {
    const { transactions } = world.wallet;
    const id = await world.payment({ allowRecurring: true });
    const held = await world.payment({ preauth: true });
    const orderCode = await world.order();
    const creditcard = { number: GOOD_CARD.number, expirationDate: '2030-11-30' };
    const calls = {
      allowRefunds: () => transactions.cancelTransaction(id, { amount: 100 }),
      allowRecurringAndCaptures: () => transactions.createTransaction({ id, amount: 100 }),
      allowOctAndPayouts: () => transactions.octAndPayout(id, OCT, OCT_ONCE),
      allowRebates: () => transactions.rebate(id, { amount: 100 }),
      allowFastRefunds: () => transactions.fastRefund(id, REFUND, ONCE),
      allowMoto: () => transactions.makeMotoCardCharge({ moto: true, orderCode, creditcard }),
      allowCardTokens: () => transactions.createCardToken({ transactionId: id }),
    };
    for (const [permission, call] of Object.entries(calls)) {
      world.simulator.permissions.set({ [permission]: false });
      expect([permission, await call()]).toMatchObject([permission, { code: 'forbidden' }]);
      if (permission === 'allowRecurringAndCaptures')
        expect(await transactions.createTransaction({ id: held, amount: 100 })).toMatchObject({
          code: 'forbidden',
        });
      world.simulator.permissions.set({ [permission]: true });
      expect([permission, await call()]).toMatchObject([permission, { success: true }]);
    }
  });

  it('of the web host is not repeated after a lost response, because the service has no key for it [transactions.13]', async () => {
    const { transactions } = world.wallet;
    const id = await world.payment({ allowRecurring: true });
    const orderCode = await world.order();
    const creditcard = { number: GOOD_CARD.number, expirationDate: '2030-11-30' };
    const calls = {
      createTransaction: () => transactions.createTransaction({ id, amount: 100 }, RETRIES),
      cancelTransaction: () => transactions.cancelTransaction(id, { amount: 100 }, RETRIES),
      makeMotoCardCharge: () =>
        transactions.makeMotoCardCharge({ moto: true, orderCode, creditcard }, RETRIES),
    };
    for (const [name, call] of Object.entries(calls)) {
      const operation = `transactions.${name}`;
      world.simulator.faults.add({ operation, kind: 'executed-but-lost', times: 1 });
      expect(await call()).toMatchObject({
        error: { outcome: 'unknown', retryable: false, outcomeLookup: { about: expect.any(String) } },
      });
      const sent = world.simulator.requests().filter((request) => request.operation === operation);
      expect(sent).toHaveLength(1);
    }
  });
});

describe('getLegacyTransactions', () => {
  it('finds the payment and the refunds of an order in MAJOR units, with exact order codes [transactions.8] [transactions.16]', async () => {
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

  it('filters by day and source, and returns an empty list for an order without an attempt', async () => {
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
    ['a source without a day', { sourceCode: 'Default' }, 'orderCode'],
    ['a day that does not exist', { date: '2026-02-30' }, 'date'],
    ['a time instead of a day', { clearanceDate: '2026-03-18T10:00:00Z' }, 'clearanceDate'],
    ['a rounded order code', { orderCode: 2 ** 53 }, 'orderCode'],
  ])('rejects %s before sending', async (_problem, query, field) => {
    expect(await world.wallet.transactions.getLegacyTransactions(undefined, query)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [expect.objectContaining({ field })] },
    });
  });
});

describe('an acquiring refund', () => {
  const lose = (operation: string) => world.simulator.faults.add({ operation, kind: 'executed-but-lost' });

  it('sends the call option idempotencyKey to the service, which never refunds twice', async () => {
    const { id, orderCode } = await paid();
    const refund = (amount = 500) =>
      world.wallet.transactions.acquiringRefund(id, { amount }, { idempotencyKey: 'refund-17' });
    const first = unwrap(await refund());
    expect(first).toEqual({ transactionId: expect.any(String) });
    expect(unwrap(await refund())).toEqual(first);
    expect((await ofOrder(orderCode)).map(({ Amount }) => Amount)).toEqual([24.5, -5]);
    expect(await refund(600)).toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('idempotency key'),
      error: { httpStatus: 409 },
    });
  });

  it('is sent again after a lost response with a key, and only then', async () => {
    const { id } = await paid();
    const call = { ...RETRIES, idempotencyKey: 'refund-18' };
    lose('transactions.acquiringRefund');
    const { transactionId } = unwrap(
      await world.wallet.transactions.acquiringRefund(id, { amount: 500 }, call),
    );
    lose('transactions.acquiringRefund');
    const lost = await world.wallet.transactions.acquiringRefund(
      id,
      { amount: 700, merchantTrns: 'b' },
      RETRIES,
    );
    expect(lost).toMatchObject({ error: { outcome: 'unknown', retryable: false }, meta: { attempts: 1 } });
    expect(world.simulator.transactions.get(id).refunded).toBe(1200);
    const resolved = unwrap(await world.wallet.transactions.resolveOutcome(lost));
    expect(resolved).toMatchObject({ state: 'done', transaction: { Amount: -7 } });
    expect(resolved.transaction?.TransactionId).not.toBe(transactionId);
  });

  it('voids a payment on its day, releases a hold, and fails if nothing is left, too much is asked, or refunds are off', async () => {
    const { id } = await paid();
    const { transactions } = world.wallet;
    unwrap(await transactions.acquiringRefund(id, { amount: 2450 }));
    expect(statusOf(id)).toBe('X');
    expect(await transactions.acquiringRefund(id, { amount: 2450 })).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 409 },
    });
    const held = await world.payment({ preauth: true });
    unwrap(await transactions.acquiringRefund(held, { amount: 2450 }));
    expect(statusOf(held)).toBe('X');
    const again = await world.payment();
    expect(await transactions.acquiringRefund(again, { amount: 2451 })).toMatchObject({ code: 'rejected' });
    world.simulator.permissions.set({ allowRefunds: false });
    expect(await transactions.acquiringRefund(again, { amount: 1 })).toMatchObject({ code: 'forbidden' });
  });
});

describe('an acquiring charge', () => {
  it('captures a hold and charges a recurring payment, as new transactions', async () => {
    const held = await world.payment({ preauth: true });
    const { transactions } = world.wallet;
    const capture = unwrap(await transactions.acquiringCharge(held, { amount: 2000 }));
    expect(unwrap(await transactions.getTransactionById(capture.transactionId))).toMatchObject({
      amount: 20,
      transactionTypeId: TransactionType.CardCapture,
    });
    expect(await transactions.acquiringCharge(held, { amount: 1 })).toMatchObject({ code: 'forbidden' });
    const first = await world.payment({ allowRecurring: true });
    const charge = unwrap(await transactions.acquiringCharge(first, { amount: 700, merchantTrns: 'may' }));
    expect(world.simulator.transactions.get(charge.transactionId)).toMatchObject({
      amount: 700,
      merchantTrns: 'may',
    });
    expect(await transactions.acquiringCharge(first, { amount: 9951 })).toMatchObject({
      code: 'rejected',
      error: { outcome: 'rejected', httpStatus: 502, eventId: 10_051 },
    });
    // A gateway's 502 has no event ID: the charge may have been made.
    const operation = 'transactions.acquiringCharge';
    world.simulator.faults.add({ operation, kind: 'status', status: 502 });
    expect(await transactions.acquiringCharge(first, { amount: 700 })).toMatchObject({
      error: { outcome: 'unknown', httpStatus: 502 },
    });
  });

  it('is never sent again after a lost response, because the service has no key for it', async () => {
    const first = await world.payment({ allowRecurring: true });
    const { transactions } = world.wallet;
    world.simulator.faults.add({ operation: 'transactions.acquiringCharge', kind: 'executed-but-lost' });
    const lost = await transactions.acquiringCharge(first, { amount: 700, merchantTrns: 'june' }, RETRIES);
    expect(lost).toMatchObject({ error: { outcome: 'unknown', retryable: false }, meta: { attempts: 1 } });
    expect(unwrap(await transactions.resolveOutcome(lost))).toMatchObject({
      state: 'done',
      transaction: { Amount: 7 },
    });
    const key = { idempotencyKey: 'charge-june' };
    expect(await transactions.acquiringCharge(first, { amount: 700 }, key)).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'idempotencyKey', problem: expect.stringContaining('needs a store') }] },
    });
  });
});

describe('a fast refund', () => {
  it('is paid from the pending balance, is returned in minor units, and can be canceled on the same day [transactions.26]', async () => {
    const { id } = await paid();
    const pending = world.simulator.ledger().balances['978']?.['pending'] ?? 0n;
    const refund = unwrap(await world.wallet.transactions.fastRefund(id, REFUND, ONCE));
    expect(refund).toEqual({ transactionId: expect.any(String), eventId: 0, amount: 1000 });
    expect(statusOf(id)).toBe('R');
    expect(world.simulator.ledger().balances['978']?.['pending'] ?? 0n).toBe(pending - 1000n);
    const cancel = (amount: number) =>
      world.wallet.transactions.cancelRebateOrFastRefund(refund.transactionId, { amount });
    expect(await cancel(999)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(await cancel(1000)).toMatchObject({ success: true, data: null });
    expect([statusOf(id), statusOf(refund.transactionId)]).toEqual(['F', 'X']);
    expect(world.simulator.ledger().balances['978']?.['pending'] ?? 0n).toBe(pending);
    expect(await cancel(1000)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(await world.wallet.transactions.cancelTransaction(id, { amount: 2450 })).toMatchObject({
      data: { TransactionTypeId: TransactionType.CardVoid },
    });
  });

  it('cannot be canceled the next day', async () => {
    const { id } = await paid();
    const { transactionId } = unwrap(await world.wallet.transactions.fastRefund(id, REFUND, ONCE));
    await world.simulator.clock.advance(A_DAY);
    expect(
      await world.wallet.transactions.cancelRebateOrFastRefund(transactionId, { amount: 1000 }),
    ).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });

  it('has one effect for each idempotency key [transactions.14]', async () => {
    const { id, orderCode } = await paid();
    world.simulator.faults.add({ operation: 'transactions.fastRefund', kind: 'executed-but-lost' });
    expect(await world.wallet.transactions.fastRefund(id, REFUND, ONCE)).toMatchObject({
      success: false,
      error: { outcome: 'unknown', retryable: true },
    });
    const again = unwrap(await world.wallet.transactions.fastRefund(id, REFUND, ONCE));
    expect(unwrap(await world.wallet.transactions.fastRefund(id, REFUND, ONCE))).toEqual(again);
    expect((await ofOrder(orderCode)).map(({ Amount }) => Amount)).toEqual([24.5, -10]);
  });

  it('never exceeds the payment', async () => {
    const { id } = await paid();
    const refund = (idempotencyKey: string) =>
      world.wallet.transactions.fastRefund(id, { ...REFUND, amount: 2000 }, { idempotencyKey });
    expect((await refund('one')).success).toBe(true);
    expect(await refund('two')).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });

  it('fails with 452 for an empty wallet, 422 for the card scheme, 403 if it is not enabled, and 423 to try again [transactions.15]', async () => {
    const { id } = await paid();
    const refund = (transactionId: string) =>
      world.wallet.transactions.fastRefund(transactionId, REFUND, ONCE);
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
  it('is independent of the payment’s amount and can be canceled on the same day [transactions.26]', async () => {
    const { id } = await paid();
    const before = balance();
    const { transactionId, amount } = unwrap(await world.wallet.transactions.rebate(id, { amount: 5000 }));
    expect(amount).toBe(5000);
    expect(balance()).toBe(before - 5000n);
    expect(statusOf(id)).toBe('F');
    expect(await world.wallet.transactions.cancelTransaction(transactionId, { amount: 5000 })).toMatchObject({
      success: false,
    });
    unwrap(await world.wallet.transactions.cancelRebateOrFastRefund(transactionId, { amount: 5000 }));
    expect(balance()).toBe(before);
  });

  it('without an idempotency key is paid for each call and must not be repeated', async () => {
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
  it('can exceed the payment, is returned in negative MAJOR units, and has one effect for each idempotency key [transactions.14]', async () => {
    const { id } = await paid();
    const before = balance();
    const sent = unwrap(await world.wallet.transactions.octAndPayout(id, OCT, OCT_ONCE));
    expect(sent).toMatchObject({ Amount: -400, TransactionTypeId: 8, StatusId: 'F', CurrencyCode: '978' });
    const again = unwrap(await world.wallet.transactions.octAndPayout(id, OCT, OCT_ONCE));
    expect(again.TransactionId).toBe(sent.TransactionId);
    const payout = { ...OCT, serviceId: OctServiceId.Payout };
    const payoutOnce = { idempotencyKey: 'payout-1' };
    expect(
      unwrap(await world.wallet.transactions.octAndPayout(id, payout, payoutOnce)).TransactionTypeId,
    ).toBe(19);
    expect(balance()).toBe(before - 80_000n);
  });

  it('to a card that does not support it fails with event ID 311 and moves nothing [transactions.4]', async () => {
    const { id } = await paid(AMEX);
    const before = balance();
    expect(await world.wallet.transactions.octAndPayout(id, OCT, OCT_ONCE)).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 200, serviceCode: '502', eventId: 311, outcome: 'rejected' },
    });
    expect(balance()).toBe(before);
  });

  it('fails with 452 above the balance', async () => {
    const { id } = await paid();
    const amount = Number(balance()) + 1;
    expect(await world.wallet.transactions.octAndPayout(id, { ...OCT, amount }, OCT_ONCE)).toMatchObject({
      error: { httpStatus: 200, serviceCode: '452', outcome: 'rejected' },
    });
  });
});

describe('a pre-authorisation', () => {
  it('is captured in part by a new transaction, at most up to its amount', async () => {
    const held = await world.payment({ preauth: true });
    expect(unwrap(await world.wallet.transactions.getTransactionById(held)).transactionTypeId).toBe(
      TransactionType.CardPreAuthorisation,
    );
    const capture = unwrap(await world.wallet.transactions.createTransaction({ id: held, amount: 2000 }));
    expect(capture).toMatchObject({
      Amount: 20,
      StatusId: 'F',
      TransactionTypeId: TransactionType.CardCapture,
    });
    expect(capture.TransactionId).not.toBe(held);
    expect(unwrap(await world.wallet.transactions.getTransactionById(held)).statusId).toBe(
      TransactionStatus.Captured,
    );
    expect(
      await world.wallet.transactions.createTransaction({
        id: await world.payment({ preauth: true }),
        amount: 2451,
      }),
    ).toMatchObject({ success: false });
  });

  it('is increased once for each idempotency key [transactions.14] [transactions.25]', async () => {
    const held = await world.payment({ preauth: true });
    const increase = () =>
      world.wallet.transactions.increasePreauth(held, { amount: 550 }, { idempotencyKey: 'night-2' });
    expect(unwrap(await increase()).transactionId).toBe(held);
    unwrap(await increase());
    expect(unwrap(await world.wallet.transactions.getTransactionById(held)).amount).toBe(30);
    const capture = await world.wallet.transactions.createTransaction({ id: held, amount: 3000 });
    expect(unwrap(capture).Amount).toBe(30);
    expect(
      await world.wallet.transactions.increasePreauth(held, { amount: 1 }, { idempotencyKey: 'late' }),
    ).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });
});

describe('a partial authorisation', () => {
  it('is released in full, and is refunded later like any payment [transactions.6]', async () => {
    const pay = async () => {
      const card = { ...GOOD_CARD, authorizedAmount: 1000 };
      const outcome = world.simulator.checkout.pay(await world.order(), card);
      return outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
    };
    const id = await pay();
    expect(unwrap(await world.wallet.transactions.getTransactionById(id)).amount).toBe(10);
    const cancel = (transactionId: string, amount = 1000) =>
      world.wallet.transactions.cancelPartialAuthorization(
        transactionId,
        { amount },
        { idempotencyKey: 'p-1' },
      );
    expect(await cancel(id, 1001)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect((await cancel(id)).success).toBe(true);
    // The same idempotency key returns the same response without another effect.
    expect((await cancel(id)).success).toBe(true);
    expect(statusOf(id)).toBe('X');
    const late = await pay();
    await world.simulator.clock.advance(A_DAY);
    unwrap(await world.wallet.transactions.cancelPartialAuthorization(late, { amount: 1000 }));
    expect(statusOf(late)).toBe('R');
  });
});

describe('a card', () => {
  it('has one token for all its payments, and none without permission or transaction', async () => {
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
  it('pays only an order that allows its token, and is stored masked', async () => {
    const transactionId = await world.payment();
    const { token } = unwrap(await world.wallet.transactions.createCardToken({ transactionId }));
    const pay = async (cardTokens: string[], cardToken = token) => {
      const orderCode = await world.order({ cardTokens });
      const response = await fetch(
        `${world.simulator.url}/_simulator/checkout/${orderCode}/pay-with-saved-card`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ cardToken, email: 'jo@example.com' }),
        },
      );
      return (await response.json()) as { kind: string; transaction: { id: string } };
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

  it('pays the order, and the card number is not stored', async () => {
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

  it('fails with the issuer’s event ID, and if it is not enabled', async () => {
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
  ])('rejects %s before sending, without repeating the card number', async (_problem, wrong, field) => {
    const options = { moto, orderCode: '1272214778972604', creditcard, ...wrong };
    const result = await world.wallet.transactions.makeMotoCardCharge(options as never);
    expect(result).toMatchObject({
      code: 'validationerror',
      error: { fields: [expect.objectContaining({ field })] },
    });
    expect(JSON.stringify(result)).not.toMatch(/4147|0133/);
  });
});

describe('getRemainingAmounts', () => {
  const remaining = async (id: string) => {
    const { refundable, capturable } = unwrap(await world.wallet.transactions.getRemainingAmounts(id));
    return { refundable, capturable };
  };

  it('returns what can be refunded [transactions.9]', async () => {
    const id = await world.payment();
    expect(await remaining(id)).toEqual({ refundable: 2450, capturable: 0 });
    unwrap(await world.wallet.transactions.cancelTransaction(id, { amount: 999 }));
    expect(await remaining(id)).toEqual({ refundable: 1451, capturable: 0 });
    expect((await world.wallet.transactions.cancelTransaction(id, { amount: 1452 })).success).toBe(false);
    unwrap(await world.wallet.transactions.cancelTransaction(id, { amount: 1451 }));
    expect(await remaining(id)).toEqual({ refundable: 0, capturable: 0 });
  });

  it('counts rebates and fast refunds, unless they are canceled', async () => {
    const id = await world.payment();
    const { transactionId } = unwrap(await world.wallet.transactions.fastRefund(id, REFUND, ONCE));
    unwrap(await world.wallet.transactions.rebate(id, { amount: 300 }));
    expect(await remaining(id)).toMatchObject({ refundable: 1150 });
    unwrap(await world.wallet.transactions.cancelRebateOrFastRefund(transactionId, { amount: 1000 }));
    expect(await remaining(id)).toMatchObject({ refundable: 2150 });
  });

  it('returns what can be captured of a pre-authorisation, and then what can be refunded of the capture', async () => {
    const held = await world.payment({ preauth: true });
    unwrap(
      await world.wallet.transactions.increasePreauth(held, { amount: 550 }, { idempotencyKey: 'more' }),
    );
    expect(await remaining(held)).toEqual({ refundable: 0, capturable: 3000 });
    const capture = unwrap(await world.wallet.transactions.createTransaction({ id: held, amount: 2000 }));
    expect(await remaining(held)).toEqual({ refundable: 0, capturable: 0 });
    expect(await remaining(capture.TransactionId)).toEqual({ refundable: 2000, capturable: 0 });
  });

  it('returns zero after a void', async () => {
    const id = await world.payment();
    unwrap(await world.wallet.transactions.cancelTransaction(id, { amount: 2450 }));
    expect(await remaining(id)).toEqual({ refundable: 0, capturable: 0 });
  });

  it('fails for an unknown transaction, an invalid ID, or an error of the service', async () => {
    const ask = (id: string) => world.wallet.transactions.getRemainingAmounts(id);
    expect(await ask(UNKNOWN_ID)).toMatchObject({ success: false, code: 'notfound' });
    expect(await ask('1')).toMatchObject({ code: 'validationerror' });
    expect(await ask(undefined as never)).toMatchObject({ code: 'validationerror' });
    const id = await world.payment();
    world.simulator.faults.add({
      operation: 'transactions.getLegacyTransactions:list',
      kind: 'status',
      status: 500,
    });
    expect(await ask(id)).toMatchObject({
      code: 'servererror',
      message: expect.stringMatching(/^transactions\.getLegacyTransactions got no valid response: HTTP 500/),
      error: { retryable: true },
    });
    world.simulator.faults.add({
      operation: 'transactions.getLegacyTransactions:list',
      kind: 'status',
      status: 200,
      body: '{"Transactions":[],"Success":true}',
    });
    expect(await ask(id)).toMatchObject({ code: 'nodatas', error: { retryable: true } });
  });
});
