import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryJournalStore, PayJournal, PayWallet, unwrap } from 'nestjs-pay/client';
import type { PayJournalOptions, PayJournalStore } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { GOOD_CARD } from '../cards.js';
import { until } from '../until.js';

let simulator: PaySimulator;
let wallet: PayWallet;
let store: MemoryJournalStore;
let time: number;
beforeEach(async () => {
  simulator = await createPaySimulator({ clock: 'manual' });
  wallet = new PayWallet({
    ...simulator.credentials.merchant,
    endpoints: simulator.endpoints,
    dev: true,
    maxRetries: 0,
  });
  time = Date.now();
  store = new MemoryJournalStore({ now: () => time });
});
afterEach(async () => {
  await wallet.close();
  await simulator.close();
});

const journalOf = (options: Partial<PayJournalOptions> = {}): PayJournal =>
  new PayJournal({ store, settleMs: 100, waitMs: 2_000, ...options });

/** Whose store fails in one method. */
const brokenAt = (name: keyof PayJournalStore): PayJournal =>
  journalOf({
    store: new Proxy(store, {
      get: (target, member) =>
        member === name
          ? () => Promise.reject(new Error('down'))
          : (Reflect.get(target, member) as () => unknown).bind(target),
    }),
  });

async function payment(amount = 2450): Promise<string> {
  const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount }));
  const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  return outcome.transaction.id;
}
const sent = (operation: string): number =>
  simulator.requests().filter((request) => request.operation?.endsWith(operation)).length;
const CANCEL = 'transactions.cancelTransaction';
const refundsOf = (id: string): number =>
  simulator.transactions.list().filter(({ parentId }) => parentId === id).length;

describe('a key of the journal', () => {
  it('stands for one refund: a double click gets the first one’s answer, and so does whoever comes later', async () => {
    const id = await payment();
    const refund = () =>
      journalOf().once('refund-1', () => wallet.transactions.cancelTransaction(id, { amount: 450 }));
    const both = await Promise.all([refund(), refund()]);
    const later = await refund();
    const ids = [...both, later].map((result) => unwrap(result).TransactionId);
    expect(new Set(ids).size).toBe(1);
    expect(sent(CANCEL)).toBe(1);
    expect(refundsOf(id)).toBe(1);
  });

  it('is refused for another request, whatever the order of its options says', async () => {
    const id = await payment();
    const journal = journalOf();
    const refund = (options: { amount: number; merchantTrns: string }) =>
      journal.once('refund-1', () => wallet.transactions.cancelTransaction(id, options));
    unwrap(await refund({ amount: 450, merchantTrns: 'a' }));
    expect((await refund({ merchantTrns: 'a', amount: 450 })).success).toBe(true);
    for (const other of [
      { amount: 451, merchantTrns: 'a' },
      { amount: 450, merchantTrns: 'b' },
    ])
      expect(await refund(other)).toMatchObject({ code: 'keyconflict', error: { outcome: 'not-sent' } });
    const order = await journal.once('refund-1', () => wallet.payments.createOrder({ amount: 450 }));
    expect(order).toMatchObject({ code: 'keyconflict' });
    expect(refundsOf(id)).toBe(1);
  });

  it('is refused for another merchant’s request: its order would be paid to the first one', async () => {
    const { credentials, endpoints, connectedMerchants } = simulator;
    const { merchantId } = connectedMerchants.connect().account.credentials.merchant;
    const other = new PayWallet({ ...credentials.merchant, merchantId, endpoints, dev: true });
    const order = (client: PayWallet) =>
      journalOf().once('order-1', () => client.payments.createOrder({ amount: 450 }));
    unwrap(await order(wallet));
    expect(await order(other)).toMatchObject({ code: 'keyconflict', error: { outcome: 'not-sent' } });
    await other.close();
  });

  it('is refused for another merchant’s request also where credentials come from a function, and is the same merchant’s there', async () => {
    const { credentials, endpoints, connectedMerchants } = simulator;
    const { merchantId } = connectedMerchants.connect().account.credentials.merchant;
    const clientOf = (id: string): PayWallet =>
      new PayWallet({
        endpoints,
        dev: true,
        maxRetries: 0,
        credentials: () => Promise.resolve({ ...credentials.merchant, merchantId: id }),
      });
    const [own, other] = [clientOf(credentials.merchant.merchantId), clientOf(merchantId)];
    const order = (client: PayWallet) =>
      journalOf().once('order-1', () => client.payments.createOrder({ amount: 450 }));
    const { orderCodeText } = unwrap(await order(wallet));
    expect(unwrap(await order(own)).orderCodeText).toBe(orderCodeText);
    expect(await order(other)).toMatchObject({ code: 'keyconflict', error: { outcome: 'not-sent' } });
    const locked = new PayWallet({
      endpoints,
      dev: true,
      credentials: () => Promise.reject(new Error('no')),
    });
    expect(await order(locked)).toMatchObject({ code: 'initerror', error: { outcome: 'not-sent' } });
    await Promise.all([own, other, locked].map((client) => client.close()));
  });

  it('makes of a lost answer the answer: the refund is found and not sent again', async () => {
    const id = await payment();
    simulator.faults.add({ operation: CANCEL, kind: 'executed-but-lost' });
    const refund = () =>
      journalOf().once('refund-1', () =>
        wallet.transactions.cancelTransaction(id, { amount: 450, merchantTrns: 'refund-1' }),
      );
    const first = unwrap(await refund());
    const [made] = simulator.transactions.list().filter(({ parentId }) => parentId === id);
    expect(first).toMatchObject({ TransactionId: made?.id, Amount: -4.5, Success: true, StatusId: 'F' });
    expect(unwrap(await refund())).toEqual(first);
    expect(refundsOf(id)).toBe(1);
  });

  it('sends what never arrived again only after the window, and what is refused stays free', async () => {
    const id = await payment();
    const refund = () =>
      journalOf({ resendAfterMs: 60_000 }).once('refund-1', () =>
        wallet.transactions.cancelTransaction(id, { amount: 450, merchantTrns: 'refund-1' }),
      );
    simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown', inquiry: { id } } });
    time += 59_000;
    expect(await refund()).toMatchObject({
      error: { outcome: 'unknown' },
      message: expect.stringContaining('not sent again'),
    });
    expect(refundsOf(id)).toBe(0);
    time += 1_000;
    unwrap(await refund());
    expect(refundsOf(id)).toBe(1);
    const tooMuch = () =>
      journalOf().once('refund-2', () => wallet.transactions.cancelTransaction(id, { amount: 99_999 }));
    expect(await tooMuch()).toMatchObject({ error: { outcome: 'rejected' } });
    expect(await journalOf().find('refund-2')).toBeNull();
  });

  it('does not send again where the service cannot be asked, or something fits that may be another’s', async () => {
    const id = await payment();
    unwrap(await wallet.transactions.cancelTransaction(id, { amount: 450 }));
    const refund = () =>
      journalOf({ resendAfterMs: 0 }).once('refund-1', () =>
        wallet.transactions.cancelTransaction(id, { amount: 450 }),
      );
    simulator.faults.add({ operation: CANCEL, kind: 'executed-but-lost' });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(refundsOf(id)).toBe(2);
    simulator.faults.add({
      operation: 'transactions.getLegacyTransactions',
      kind: 'status',
      status: 500,
      times: 'always',
    });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(sent(CANCEL)).toBe(2);
    expect((await journalOf().unknown()).map(({ key }) => key)).toEqual(['refund-1']);
    expect(await journalOf().resolve('refund-1', 'not-done')).toBe(true);
    expect(await journalOf().find('refund-1')).toBeNull();
  });

  it('does not take another key’s transaction for its own', async () => {
    const id = await payment();
    const refund = (key: string) =>
      journalOf({ resendAfterMs: 0 }).once(key, () =>
        wallet.transactions.cancelTransaction(id, { amount: 450 }),
      );
    unwrap(await refund('refund-1'));
    simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    expect(await refund('refund-2')).toMatchObject({ error: { outcome: 'unknown' } });
    await journalOf().resolve('refund-2', 'not-done');
    simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    const unheard = await brokenAt('complete').once('refund-3', () =>
      wallet.transactions.cancelTransaction(id, { amount: 450 }),
    );
    expect(unheard).toMatchObject({ error: { outcome: 'unknown' } });
    expect(refundsOf(id)).toBe(1);
  });

  it('sends an order again, for one that nobody knows is never paid, unless the customer was told of it', async () => {
    const order = (key: string, more = {}) =>
      journalOf().once(key, () => wallet.payments.createOrder({ amount: 1000, ...more }));
    const lose = () => simulator.faults.add({ operation: 'payments.createOrder', kind: 'executed-but-lost' });
    lose();
    expect(await order('order-1')).toMatchObject({ error: { outcome: 'unknown' } });
    const { orderCodeText } = unwrap(await order('order-1'));
    expect(unwrap(await order('order-1')).orderCodeText).toBe(orderCodeText);
    const told = { paymentNotification: true, customer: { email: 'jo@example.com' } };
    lose();
    expect(await order('order-2', told)).toMatchObject({ error: { outcome: 'unknown' } });
    expect(await order('order-2', told)).toMatchObject({
      message: expect.stringContaining('not sent again'),
    });
    expect(await journalOf().resolve('order-2', { done: { orderCode: 1 } })).toBe(true);
    expect(unwrap(await order('order-2', told))).toEqual({ orderCode: 1 });
  });

  it('stands for one call: reads pass, a second call is refused', async () => {
    const id = await payment();
    const results = await journalOf().once('refund-1', async () => [
      await wallet.transactions.getRemainingAmounts(id),
      await wallet.transactions.cancelTransaction(id, { amount: 450 }),
      await wallet.transactions.cancelTransaction(id, { amount: 450 }),
    ]);
    expect(results.map(({ success }) => success)).toEqual([true, true, false]);
    expect(results[2]).toMatchObject({ code: 'validationerror' });
    expect(refundsOf(id)).toBe(1);
  });

  it('tells a second call that the first is under way, where it may not wait', async () => {
    const id = await payment();
    simulator.faults.add({ operation: CANCEL, kind: 'delay', ms: 1_500 });
    const refund = () =>
      journalOf({ waitMs: 0 }).once('refund-1', () =>
        wallet.transactions.cancelTransaction(id, { amount: 450 }),
      );
    const first = refund();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(await refund()).toMatchObject({
      code: 'inprogress',
      error: { outcome: 'unknown', retryable: true },
    });
    unwrap(await first);
    expect(refundsOf(id)).toBe(1);
  });

  it('has one order where a process stood still for longer than its lease', async () => {
    simulator.faults.add({ operation: 'payments.createOrder', kind: 'delay', ms: 1_500 });
    const order = () => journalOf().once('order-1', () => wallet.payments.createOrder({ amount: 1000 }));
    const slow = order();
    await until(() => sent('payments.createOrder') > 0 || simulator.orders.list().length > 0);
    time += 60_000;
    const taken = unwrap(await order()).orderCodeText;
    expect(unwrap(await slow).orderCodeText).toBe(taken);
  });

  it('sends nothing where its store fails before, and tells the truth where it fails after', async () => {
    const id = await payment();
    const refund = (journal: PayJournal) =>
      journal.once('refund-1', () =>
        wallet.transactions.cancelTransaction(id, { amount: 450, merchantTrns: 'refund-1' }),
      );
    expect(await refund(brokenAt('begin'))).toMatchObject({ code: 'journalerror' });
    expect(refundsOf(id)).toBe(0);
    const first = unwrap(await refund(brokenAt('complete')));
    expect(refundsOf(id)).toBe(1);
    time += 60_000;
    expect(unwrap(await refund(journalOf())).TransactionId).toBe(first.TransactionId);
    expect(refundsOf(id)).toBe(1);
  });

  it.each(['', ' ', 'x'.repeat(256), 'a\0b', 'half of 😀'.slice(0, -1), null])(
    'refuses the key %j',
    async (key) => {
      await expect(journalOf().once(key as string, () => Promise.resolve())).rejects.toThrow(RangeError);
    },
  );

  it.each([
    { leaseMs: Infinity },
    { leaseMs: 2 ** 31 },
    { leaseMs: 0 },
    { waitMs: -1 },
    { settleMs: Number.NaN },
  ])('refuses %j', (options) => {
    expect(() => journalOf(options)).toThrow(RangeError);
  });

  it.each<[unknown, RegExp]>([
    [undefined, /store must be a journal store: postgresJournal\(\)/],
    [{}, /store must be a journal store/],
    [new MemoryJournalStore(), /store must be a journal store/],
    [{ store: new MemoryJournalStore(), leaseMS: 5 }, /leaseMS is not an option: did you mean leaseMs\?/],
  ])('is not made with %j', (options, problem) => {
    expect(() => new PayJournal(options as PayJournalOptions)).toThrow(problem);
  });

  it.each(['done', undefined, {}])('is not resolved as %j', async (outcome) => {
    await expect(journalOf().resolve('refund-1', outcome as never)).rejects.toThrow(/must be 'not-done', or/);
  });

  it('says that a call which was made already was not held back', async () => {
    const made = Promise.resolve();
    await expect(journalOf().once('refund-1', made as never)).rejects.toThrow(/must be a function/);
  });

  it('writes nothing of a card', async () => {
    const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount: 1000 }));
    const creditcard = { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' };
    const charge = (number: string) =>
      journalOf().once('moto-1', () =>
        wallet.transactions.makeMotoCardCharge({
          moto: true,
          orderCode: orderCodeText,
          creditcard: { ...creditcard, number },
        }),
      );
    unwrap(await charge(creditcard.number));
    const other = await charge('4111111111111111');
    expect(other.success).toBe(true);
    expect(JSON.stringify(await journalOf().find('moto-1'))).not.toContain(creditcard.number);
  });
});
