import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import type { MethodReturn, PayWallet, ResolvedOutcome } from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { SALE } from './round-trips/pos.js';
import { World } from './round-trips/world.js';

let world: World;
beforeEach(async () => {
  await world?.close();
  world = await World.create('settle');
});
afterAll(() => world.close());

const lose = (operation: string, kind: 'executed-but-lost' | 'reset-before' = 'executed-but-lost'): void => {
  world.simulator.faults.add({ operation, kind });
};
type Result = MethodReturn<unknown, string>;
/** Serializes a result as a queue or a database does. */
const stored = (result: Result): Result => JSON.parse(JSON.stringify(result)) as Result;
/** Time for two reads. A third would come after a longer pause. */
const SOON = { timeoutMs: 1_400 };
const resolve = async (result: Result, wallet: PayWallet = world.wallet): Promise<ResolvedOutcome> =>
  unwrap(await wallet.transactions.resolveOutcome(stored(result), SOON));
const refund = (id: string, amount = 450, merchantTrns?: string) =>
  world.wallet.transactions.cancelTransaction(id, { amount, ...(merchantTrns && { merchantTrns }) });

describe('an unknown outcome', () => {
  it('contains the lookup that resolves it, as data', async () => {
    const id = await world.payment();
    lose('transactions.cancelTransaction');
    const result = await refund(id, 450, 'refund-1');
    expect(result).toMatchObject({
      success: false,
      error: {
        outcome: 'unknown',
        outcomeLookup: {
          operation: 'transactions.cancelTransaction',
          read: 'transactions.getLegacyTransactions',
          about: 'refund',
          client: 'merchant',
          id,
          amount: 450,
          merchantTrns: 'refund-1',
          targetMerchantId: null,
          clock: 'service',
        },
      },
    });
    expect(stored(result)).toEqual(result);
  });

  it('contains no lookup if none exists or the outcome is known', async () => {
    lose('payments.createOrder');
    const order = await world.wallet.payments.createOrder({ amount: 1000 });
    expect(order).toMatchObject({ error: { outcome: 'unknown', outcomeLookup: null } });
    expect(await resolve(order)).toMatchObject({
      state: 'unknown',
      next: expect.stringContaining('createOrder'),
    });
    const refused = await refund(await world.payment(), 99_999);
    expect(refused).toMatchObject({ error: { outcome: 'rejected', outcomeLookup: null } });
    expect(await resolve(refused)).toMatchObject({ state: 'not-done' });
    expect(await resolve(await world.wallet.payments.createOrder({ amount: 1000 }))).toMatchObject({
      state: 'done',
    });
  });
});

describe('resolveOutcome', () => {
  it('finds a refund by its reference among others of the same amount', async () => {
    const id = await world.payment();
    for (const name of ['refund-1', 'refund-3']) unwrap(await refund(id, 450, name));
    lose('transactions.cancelTransaction');
    const found = await resolve(await refund(id, 450, 'refund-2'));
    expect(found).toMatchObject({
      state: 'done',
      transaction: { MerchantTrns: 'refund-2', ParentId: id },
    });
    expect(found.candidates).toHaveLength(1);
  });

  it('finds a refund without a reference by parent, kind, amount and time', async () => {
    const id = await world.payment();
    unwrap(await refund(id, 451));
    lose('transactions.cancelTransaction');
    const found = await resolve(await refund(id, 450));
    expect(found).toMatchObject({ state: 'done', transaction: { ParentId: id } });
  });

  it('returns `unknown` with both candidates if two transactions match', async () => {
    const id = await world.payment();
    // On a busy machine, much time could pass between the two refunds.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    try {
      unwrap(await refund(id, 450));
      lose('transactions.cancelTransaction');
      const found = await resolve(await refund(id, 450));
      expect(found).toMatchObject({ state: 'unknown', transaction: null });
      expect(found.candidates).toHaveLength(2);
    } finally {
      clock.mockRestore();
    }
  });

  it('ignores an older refund of the same amount if the call never arrived', async () => {
    const id = await world.payment();
    unwrap(await refund(id, 450));
    await world.simulator.clock.advance(30_000);
    await world.wallet.payments.getOrder('1');
    lose('transactions.cancelTransaction', 'reset-before');
    expect(await resolve(await refund(id, 450))).toMatchObject({ state: 'unknown' });
    await world.simulator.clock.advance(120_000);
    await world.wallet.payments.getOrder('1');
    lose('transactions.cancelTransaction', 'reset-before');
    expect(await resolve(await refund(id, 450))).toMatchObject({ state: 'unknown', transaction: null });
  });

  it('ignores an older refund if the clock was set back meanwhile', async () => {
    const id = await world.payment();
    unwrap(await refund(id, 450));
    await world.simulator.clock.advance(1_800_000);
    await world.wallet.payments.getOrder('1');
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    lose('transactions.cancelTransaction', 'reset-before');
    const result = await refund(id, 450);
    clock.mockRestore();
    expect(await resolve(result)).toMatchObject({ state: 'unknown' });
  });

  it('ignores an earlier MOTO charge with another reference', async () => {
    const orderCode = await world.order({ merchantTrns: 'phone-1' });
    world.simulator.checkout.pay(orderCode, GOOD_CARD);
    lose('transactions.makeMotoCardCharge', 'reset-before');
    const creditcard = { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' };
    const result = await world.wallet.transactions.makeMotoCardCharge({
      moto: true,
      orderCode,
      merchantTrns: 'phone-2',
      creditcard,
    });
    expect(result).toMatchObject({ error: { outcome: 'unknown' } });
    const found = await resolve(result);
    expect(found).toMatchObject({ state: 'unknown', transaction: null });
    expect(found.candidates.map(({ MerchantTrns }) => MerchantTrns)).toEqual(['phone-1']);
  });

  it('returns `unknown` after the timeout if the call never arrived', async () => {
    const id = await world.payment();
    lose('transactions.cancelTransaction', 'reset-before');
    const found = await resolve(await refund(id, 450, 'refund-1'));
    expect(found).toMatchObject({ state: 'unknown', candidates: [] });
    expect(found.next).toContain('does not show the call yet');
  });

  it('ignores failures before the call, because an earlier attempt with the same reference may have been declined', async () => {
    const id = await world.payment({ allowRecurring: true });
    const declined = 9905;
    const charge = () =>
      world.wallet.transactions.createTransaction({ id, amount: declined, merchantTrns: 'charge-1' });
    expect(await charge()).toMatchObject({ error: { outcome: 'rejected', eventId: 10_005 } });
    for (const sinceMs of [0, 3_600_000]) {
      await world.simulator.clock.advance(sinceMs);
      await world.wallet.payments.getOrder('1');
      lose('transactions.createTransaction', 'reset-before');
      expect(await resolve(await charge())).toMatchObject({ state: 'unknown' });
    }
    const other = await world.payment({ allowRecurring: true });
    lose('transactions.createTransaction');
    const slow = stored(
      await world.wallet.transactions.createTransaction({ id: other, amount: declined, merchantTrns: 'b' }),
    );
    const { outcomeLookup } = (slow as Extract<Result, { success: false }>).error;
    // As if the response had taken three seconds.
    if (outcomeLookup !== null)
      outcomeLookup.sentAt = new Date(Date.parse(outcomeLookup.sentAt) - 3_000).toISOString();
    // The service can still approve the failed transaction.
    expect(await resolve(slow)).toMatchObject({
      state: 'unknown',
      next: expect.stringContaining('30 minutes'),
    });
    await world.simulator.clock.advance(31 * 60_000);
    expect(await resolve(slow)).toMatchObject({ state: 'not-done' });
  });

  it('returns `unknown` while the transaction is in progress, and `done` or `unknown` when it ends', async () => {
    for (const end of ['approve', 'fail'] as const) {
      const orderCode = await world.order({ merchantTrns: 'phone-1' });
      lose('transactions.makeMotoCardCharge', 'reset-before');
      const lost = stored(
        await world.wallet.transactions.makeMotoCardCharge({
          moto: true,
          orderCode,
          merchantTrns: 'phone-1',
          creditcard: { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' },
        }),
      );
      const started = world.simulator.trigger('payment-later', { orderCode });
      expect(await resolve(lost)).toMatchObject({
        state: 'unknown',
        transaction: { TransactionId: started.id, StatusId: 'A' },
        next: expect.stringContaining('in progress'),
      });
      world.simulator.trigger(end, { transactionId: started.id });
      expect(await resolve(lost)).toMatchObject(
        end === 'approve' ? { state: 'done', transaction: { StatusId: 'F' } } : { state: 'unknown' },
      );
    }
  });

  it('finds a payment that the service first declined and approved later [transactions.22]', async () => {
    const orderCode = await world.order({ amount: 9905 });
    lose('transactions.makeMotoCardCharge');
    const lost = stored(
      await world.wallet.transactions.makeMotoCardCharge({
        moto: true,
        orderCode,
        merchantTrns: 'phone-1',
        creditcard: { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' },
      }),
    );
    expect(await resolve(lost)).toMatchObject({ state: 'unknown' });
    const [failed] = world.simulator.transactions.list({ orderCode });
    world.simulator.trigger('approve', { transactionId: failed?.id });
    expect(await resolve(lost)).toMatchObject({ state: 'done', transaction: { TransactionId: failed?.id } });
  });

  it('accepts a transaction of an unknown type by its reference', async () => {
    const id = await world.payment({ allowRecurring: true });
    lose('transactions.createTransaction');
    const charge = await world.wallet.transactions.createTransaction({
      id,
      amount: 500,
      merchantTrns: 'charge-1',
    });
    const { transactions } = world.wallet;
    const [paid] = unwrap(await transactions.getLegacyTransactions(id)).Transactions;
    const ofOrder = { orderCode: paid?.Order.OrderCodeText ?? '' };
    const all = unwrap(await transactions.getLegacyTransactions(undefined, ofOrder)).Transactions;
    const listed = all.map((one) =>
      one.MerchantTrns === 'charge-1'
        ? { ...one, TransactionType: { ...one.TransactionType, TransactionTypeId: 999 } }
        : one,
    );
    const operation = 'transactions.getLegacyTransactions:list';
    world.simulator.faults.add({
      operation,
      kind: 'status',
      status: 200,
      times: 'always',
      body: { Transactions: listed, ErrorCode: 0, Success: true },
    });
    expect(await resolve(charge)).toMatchObject({
      state: 'done',
      transaction: { MerchantTrns: 'charge-1' },
    });
  });

  it('returns `unknown` for a merchant and an ISV if the service lists no transactions of a paid order', async () => {
    lose('transactions.cancelTransaction');
    const own = await refund(await world.payment());
    const payment = await world.isvPayment();
    lose('transactions.cancelTransaction');
    const ofMerchant = await world.isv.transactions.cancelTransaction({ ...payment, amount: 450 });
    const lists = [
      ['transactions.getLegacyTransactions:list', world.wallet, own],
      ['transactions.retrieveTransactionsByOrderCode', world.isv, ofMerchant],
    ] as const;
    for (const [operation, client, result] of lists) {
      const faultId = world.simulator.faults.add({ operation, kind: 'no-transactions', times: 'always' });
      const found = unwrap(await client.transactions.resolveOutcome(stored(result), SOON));
      expect(found).toMatchObject({ state: 'unknown', transaction: null, candidates: [] });
      expect(found.next).toContain('does not list the payment');
      world.simulator.faults.remove(faultId);
      expect(unwrap(await client.transactions.resolveOutcome(stored(result), SOON))).toMatchObject({
        state: 'done',
      });
    }
  });

  it('distinguishes a capture from a refund', async () => {
    const held = await world.payment({ preauth: true });
    lose('transactions.createTransaction');
    const capture = await world.wallet.transactions.createTransaction({ id: held, amount: 2000 });
    expect(await resolve(capture)).toMatchObject({
      state: 'done',
      transaction: { Amount: 20 },
    });
  });

  it('finds a void, the cancellation of a pre-authorization, and a fast refund', async () => {
    const { transactions } = world.wallet;
    const [paid, held, fast] = [
      await world.payment(),
      await world.payment({ preauth: true }),
      await world.payment(),
    ];
    for (const operation of ['transactions.cancelTransaction', 'transactions.fastRefund'])
      world.simulator.faults.add({ operation, kind: 'executed-but-lost', times: 'always' });
    const fastRefund = { amount: 450, merchantTrns: 'fast', sourceCode: 'Default' };
    const results = [
      await transactions.cancelTransaction(paid, { amount: 2450 }),
      await transactions.cancelTransaction(held, { amount: 2450 }),
      await transactions.fastRefund(fast, fastRefund, { idempotencyKey: 'k' }),
    ];
    for (const result of results) expect(await resolve(result)).toMatchObject({ state: 'done' });
  });

  it('finds a MOTO charge among the transactions of its order', async () => {
    const orderCode = await world.order();
    lose('transactions.makeMotoCardCharge');
    const charge = await world.wallet.transactions.makeMotoCardCharge({
      moto: true,
      orderCode,
      creditcard: { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' },
    });
    expect(await resolve(charge)).toMatchObject({ state: 'done', transaction: { Amount: 24.5 } });
  });

  it('reads whether an order is canceled', async () => {
    const orderCode = await world.order();
    world.simulator.faults.add({ operation: 'payments.cancelOrder', kind: 'reset-before' });
    const first = await world.wallet.payments.cancelOrder(orderCode);
    expect(unwrap(await world.wallet.payments.resolveOutcome(first, SOON))).toMatchObject({
      state: 'not-done',
      order: { StateId: 0 },
    });
    lose('payments.cancelOrder');
    const second = await world.wallet.payments.cancelOrder(orderCode);
    expect(unwrap(await world.wallet.payments.resolveOutcome(second, SOON))).toMatchObject({
      state: 'done',
      order: { StateId: 2 },
    });
  });

  it('works for merchants of an ISV', async () => {
    const { transactionId, targetMerchantId } = await world.isvPayment();
    lose('transactions.cancelTransaction');
    const result = await world.isv.transactions.cancelTransaction({
      transactionId,
      targetMerchantId,
      amount: 450,
    });
    expect(result).toMatchObject({ error: { outcomeLookup: { client: 'isv', targetMerchantId } } });
    expect(unwrap(await world.isv.transactions.resolveOutcome(stored(result), SOON))).toMatchObject({
      state: 'done',
    });
  });

  it('retries failed reads, and returns the error if they never succeed', async () => {
    const id = await world.payment();
    lose('transactions.cancelTransaction');
    const result = await refund(id, 450, 'refund-1');
    world.simulator.faults.add({
      operation: 'transactions.getTransactionById',
      kind: 'status',
      status: 503,
    });
    expect(await resolve(result)).toMatchObject({ state: 'done' });
    world.simulator.faults.add({
      operation: 'transactions.getTransactionById',
      kind: 'status',
      status: 403,
      times: 'always',
    });
    const found = await resolve(result);
    expect(found).toMatchObject({ state: 'unknown' });
    expect(found.next).toContain('could not be asked');
  });

  it.each([
    null,
    {},
    'x',
    { success: false, error: {} },
    { success: false, meta: {}, error: { outcome: 'unknown', outcomeLookup: {} } },
  ])('rejects %j, which is not a result', async (result) => {
    expect(await world.wallet.transactions.resolveOutcome(result as never)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field: 'result' }] },
    });
  });

  it('reads the session of a terminal sale: never arrived, pending, or paid', async () => {
    const sale = () => world.pos.pos.transactions.initiateSaleRequest(SALE);
    lose('pos.transactions.initiateSaleRequest', 'reset-before');
    const never = await sale();
    expect(never).toMatchObject({
      error: { retryable: true, outcomeLookup: { about: 'session', id: SALE.sessionId } },
    });
    const notYet = await resolve(never, world.pos);
    expect(notYet).toMatchObject({ state: 'unknown', session: null });
    expect(notYet.next).toContain('SAME sessionId');
    lose('pos.transactions.initiateSaleRequest');
    const lost = await sale();
    expect((await resolve(lost, world.pos)).next).toContain('running');
    await world.simulator.clock.advance(10_000);
    expect(await resolve(lost, world.pos)).toMatchObject({ state: 'done', session: { success: true } });
  });

  it('reads the session if a sale was sent before with the same session ID', async () => {
    const sale = () => world.pos.pos.transactions.initiateSaleRequest(SALE);
    unwrap(await sale());
    const clickedAgain = await sale();
    expect(clickedAgain).toMatchObject({
      error: { eventId: 1201, outcome: 'rejected', outcomeLookup: { about: 'session', id: SALE.sessionId } },
    });
    expect(await resolve(clickedAgain, world.pos)).toMatchObject({ state: 'unknown', session: null });
    await world.simulator.clock.advance(10_000);
    expect(await resolve(clickedAgain, world.pos)).toMatchObject({
      state: 'done',
      session: { success: true },
    });
    expect(world.simulator.transactions.list()).toHaveLength(1);
  });

  it('does not advise a refund that was made before', async () => {
    const id = await world.payment();
    lose('transactions.cancelTransaction');
    await refund(id, 2450, 'refund-1');
    const clickedAgain = await refund(id, 2450, 'refund-1');
    expect(clickedAgain).toMatchObject({ code: 'alreadycanceled' });
    const found = await resolve(clickedAgain);
    expect(found).toMatchObject({ state: 'not-done' });
    expect(found.next).toContain('was refunded before');
  });
});
