import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { UNKNOWN_ID, World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('what remains');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const remaining = async (id: string) => {
  const { refundable, capturable } = unwrap(await world.wallet.transactions.getRemainingAmounts(id));
  return { refundable, capturable };
};

describe('what remains of a transaction', () => {
  it('can be refunded to the last cent, and no more', async () => {
    const id = await world.payment();
    expect(await remaining(id)).toEqual({ refundable: 2450, capturable: 0 });
    unwrap(await world.wallet.transactions.cancelTransaction(id, { amount: 999 }));
    expect(await remaining(id)).toEqual({ refundable: 1451, capturable: 0 });
    expect((await world.wallet.transactions.cancelTransaction(id, { amount: 1452 })).success).toBe(false);
    unwrap(await world.wallet.transactions.cancelTransaction(id, { amount: 1451 }));
    expect(await remaining(id)).toEqual({ refundable: 0, capturable: 0 });
  });

  it('grows again when a fast refund is taken back, and counts a rebate as given back: its type is that of a fast refund, too', async () => {
    const id = await world.payment();
    const refund = {
      amount: 1000,
      sourceCode: 'Default',
      merchantTrns: 'order-1',
      idempotencyKey: 'refund-1',
    };
    const { transactionId } = unwrap(await world.wallet.transactions.fastRefund(id, refund));
    unwrap(await world.wallet.transactions.rebate(id, { amount: 300 }));
    expect(await remaining(id)).toMatchObject({ refundable: 1150 });
    unwrap(await world.wallet.transactions.cancelRebateOrFastRefund(transactionId, { amount: 1000 }));
    expect(await remaining(id)).toMatchObject({ refundable: 2150 });
  });

  it('of a pre-authorisation can be captured once; then the capture can be refunded', async () => {
    const held = await world.payment({ preauth: true });
    unwrap(await world.wallet.transactions.increasePreauth(held, { amount: 550, idempotencyKey: 'more' }));
    expect(await remaining(held)).toEqual({ refundable: 0, capturable: 3000 });
    const capture = unwrap(await world.wallet.transactions.createTransaction({ id: held, amount: 2000 }));
    expect(await remaining(held)).toEqual({ refundable: 0, capturable: 0 });
    expect(await remaining(capture.TransactionId)).toEqual({ refundable: 2000, capturable: 0 });
  });

  it('is nothing after a void', async () => {
    const id = await world.payment();
    unwrap(await world.wallet.transactions.cancelTransaction(id, { amount: 2450 }));
    expect(await remaining(id)).toEqual({ refundable: 0, capturable: 0 });
  });

  it('is not known of an unknown transaction, a wrong id, or when the service does not answer', async () => {
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
    expect(await ask(id)).toMatchObject({ code: 'servererror', error: { retryable: true } });
    world.simulator.faults.add({
      operation: 'transactions.getLegacyTransactions:list',
      kind: 'status',
      status: 200,
      body: '{"Transactions":[],"Success":true}',
    });
    expect(await ask(id)).toMatchObject({ code: 'nodatas', error: { retryable: true } });
  });
});
