import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryIdempotencyStore, PayIdempotency, PayWallet, unwrap } from 'nestjs-pay/client';
import type { LegacyTransaction, PayIdempotencyOptions } from 'nestjs-pay/client';
import { World } from '../contract/round-trips/world.js';
import { until } from '../until.js';

let world: World;
let store: MemoryIdempotencyStore;
let time: number;
const wallets: PayWallet[] = [];
beforeEach(async () => {
  world = await World.create('doubts');
  time = Date.now();
  store = new MemoryIdempotencyStore({ now: () => time });
});
afterEach(async () => {
  await Promise.all(wallets.splice(0).map((one) => one.close()));
  await world.close();
});

const CANCEL = 'transactions.cancelTransaction';
const CHARGE = 'transactions.createTransaction';
const LIST = 'transactions.getLegacyTransactions:list';
const idempotencyOf = (options: Partial<PayIdempotencyOptions> = {}): PayIdempotency =>
  new PayIdempotency({ store, lookupMs: 50, waitMs: 0, ...options });
function walletOf(options: Partial<PayIdempotencyOptions> = {}): PayWallet {
  const { credentials, endpoints } = world.simulator;
  const idempotency = idempotencyOf(options);
  const made = new PayWallet({ ...credentials.merchant, endpoints, dev: true, maxRetries: 0, idempotency });
  wallets.push(made);
  return made;
}
/** A client that has seen an answer, and so knows the service's clock. */
async function experiencedWallet(id: string): Promise<PayWallet> {
  const made = walletOf();
  unwrap(await made.transactions.getTransactionById(id));
  return made;
}
const sent = (operation: string): number =>
  world.simulator.requests().filter((request) => request.operation === operation).length;
const refundsOf = (id: string): number =>
  world.simulator.transactions.list().filter(({ parentId }) => parentId === id).length;

describe('where it is in doubt whether it happened, a key', () => {
  it('does not take a refund for its own whose answer is on its way to another key', async () => {
    const id = await world.payment();
    const wallet = await experiencedWallet(id);
    const refund = (key: string) =>
      wallet.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: key });
    world.simulator.faults.add({ operation: CANCEL, kind: 'delay', ms: 400 });
    world.simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    const slow = refund('refund-1');
    await until(() => refundsOf(id) > 0);
    expect(await refund('refund-2')).toMatchObject({
      error: { outcome: 'unknown' },
      message: expect.stringContaining('merchantTrns of its own'),
    });
    unwrap(await slow);
    expect(refundsOf(id)).toBe(1);
    expect(await refund('refund-2')).toMatchObject({ error: { outcome: 'unknown' } });
  });

  it.each(['still stands', 'was set free'])(
    'keeps what happened where a process was overtaken while it was sending, and the key %s',
    async (what) => {
      const id = await world.payment();
      const wallet = await experiencedWallet(id);
      const refund = (key: string) =>
        wallet.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: key });
      world.simulator.faults.add({ operation: CANCEL, kind: 'delay', ms: 400 });
      world.simulator.faults.add({
        operation: 'transactions.getLegacyTransactions',
        kind: 'status',
        status: 500,
      });
      const slow = refund('refund-1');
      await until(() => refundsOf(id) > 0);
      time += 60_000;
      expect(await refund('refund-1')).toMatchObject({ error: { outcome: 'unknown' } });
      if (what === 'was set free') await idempotencyOf().resolve('refund-1', 'not-done');
      const made = unwrap(await slow);
      expect(unwrap(await refund('refund-1')).TransactionId).toBe(made.TransactionId);
      world.simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
      expect(await refund('refund-2')).toMatchObject({ error: { outcome: 'unknown' } });
      expect(refundsOf(id)).toBe(1);
    },
  );

  it('does not send again what was sent by a clock that was wrong', async () => {
    const id = await world.payment();
    const refund = () =>
      walletOf({ resendAfterMs: 0 }).transactions.cancelTransaction(
        id,
        { amount: 450 },
        { idempotencyKey: 'refund-1' },
      );
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    world.simulator.faults.add({ operation: CANCEL, kind: 'executed-but-lost' });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    clock.mockRestore();
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(refundsOf(id)).toBe(1);
  });

  it('stays taken after a declined try and one without an answer: the second may still be carried out', async () => {
    const id = await world.payment({ allowRecurring: true });
    const wallet = await experiencedWallet(id);
    const charge = () =>
      wallet.transactions.createTransaction(
        { id, amount: 9905, merchantTrns: 'charge-1' },
        { idempotencyKey: 'charge-1' },
      );
    expect(await charge()).toMatchObject({ error: { outcome: 'rejected' } });
    world.simulator.faults.add({ operation: CHARGE, kind: 'reset-before' });
    expect(await charge()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(await charge()).toMatchObject({ message: expect.stringContaining('not sent again') });
    expect(sent(CHARGE)).toBe(2);
  });

  const unlike: [string, Partial<LegacyTransaction>][] = [
    ['in another currency', { Amount: 5.4, CurrencyCode: '840' }],
    ['of a type that nobody knows', { TransactionType: { TransactionTypeId: 999, Name: 'New' } }],
  ];
  it.each(unlike)('is not sent again where the service shows it %s', async (_how, members) => {
    const id = await world.payment({ allowRecurring: true });
    const { transactions } = world.wallet;
    const charge = () =>
      walletOf({ resendAfterMs: 0 }).transactions.createTransaction(
        { id, amount: 500, merchantTrns: 'charge-1' },
        { idempotencyKey: 'charge-1' },
      );
    world.simulator.faults.add({ operation: LIST, kind: 'status', status: 500 });
    world.simulator.faults.add({ operation: CHARGE, kind: 'executed-but-lost' });
    expect(await charge()).toMatchObject({ error: { outcome: 'unknown' } });
    const [paid] = unwrap(await transactions.getLegacyTransactions(id)).Transactions;
    const ofOrder = { orderCode: paid?.Order.OrderCodeText ?? '' };
    const all = unwrap(await transactions.getLegacyTransactions(undefined, ofOrder)).Transactions;
    const Transactions = all.map((one) => (one.MerchantTrns === 'charge-1' ? { ...one, ...members } : one));
    const body = { Transactions, ErrorCode: 0, Success: true };
    world.simulator.faults.add({ operation: LIST, kind: 'status', status: 200, times: 'always', body });
    await charge();
    expect(sent(CHARGE)).toBe(1);
  });
});
