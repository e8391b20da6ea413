import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryJournalStore, PayJournal, unwrap } from 'nestjs-pay/client';
import type { LegacyTransaction, PayJournalOptions } from 'nestjs-pay/client';
import { World } from '../contract/round-trips/world.js';
import { until } from '../until.js';

let world: World;
let store: MemoryJournalStore;
let time: number;
beforeEach(async () => {
  world = await World.create('doubts');
  time = Date.now();
  store = new MemoryJournalStore({ now: () => time });
});
afterEach(() => world.close());

const CANCEL = 'transactions.cancelTransaction';
const CHARGE = 'transactions.createTransaction';
const LIST = 'transactions.getLegacyTransactions:list';
const journalOf = (options: Partial<PayJournalOptions> = {}): PayJournal =>
  new PayJournal({ store, settleMs: 50, waitMs: 0, ...options });
const sent = (operation: string): number =>
  world.simulator.requests().filter((request) => request.operation === operation).length;
const refundsOf = (id: string): number =>
  world.simulator.transactions.list().filter(({ parentId }) => parentId === id).length;

describe('where it is in doubt whether it happened, a key', () => {
  it('does not take a refund for its own whose answer is on its way to another key', async () => {
    const id = await world.payment();
    const refund = (key: string) =>
      journalOf().once(key, () => world.wallet.transactions.cancelTransaction(id, { amount: 450 }));
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
      const refund = (key: string) =>
        journalOf().once(key, () => world.wallet.transactions.cancelTransaction(id, { amount: 450 }));
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
      if (what === 'was set free') await journalOf().resolve('refund-1', 'not-done');
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
      journalOf({ resendAfterMs: 0 }).once('refund-1', () =>
        world.wallet.transactions.cancelTransaction(id, { amount: 450 }),
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
    const charge = () =>
      journalOf().once('charge-1', () =>
        world.wallet.transactions.createTransaction({ id, amount: 9905, merchantTrns: 'charge-1' }),
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
      journalOf({ resendAfterMs: 0 }).once('charge-1', () =>
        transactions.createTransaction({ id, amount: 500, merchantTrns: 'charge-1' }),
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
