import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PayIdempotency, PayWallet, unwrap } from 'nestjs-pay/client';
import type { LegacyTransaction } from 'nestjs-pay/client';
import { MemoryIdempotencyStore } from 'nestjs-pay/testing';
import { World } from '../contract/round-trips/world.js';
import { holdResponse } from '../hold-response.js';
import { until } from '../until.js';
import { withTimes } from '../times.js';
import type { TestTimes } from '../times.js';

let world: World;
let store: MemoryIdempotencyStore;
let time: number;
const wallets: PayWallet[] = [];
beforeEach(async () => {
  world = await World.create('uncertain outcomes');
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
const idempotencyOf = (
  options: Partial<ConstructorParameters<typeof PayIdempotency>[0]> & TestTimes = {},
): PayIdempotency => new PayIdempotency(withTimes({ store, lookupMs: 50, waitMs: 0, ...options }));
function walletOf(
  options: Partial<ConstructorParameters<typeof PayIdempotency>[0]> & TestTimes = {},
): PayWallet {
  const { credentials, endpoints } = world.simulator;
  const idempotency = idempotencyOf(options);
  const made = new PayWallet({ ...credentials.merchant, endpoints, dev: true, maxRetries: 0, idempotency });
  wallets.push(made);
  return made;
}
/** Creates a client that has received a response, so that it knows the service's clock. */
async function walletWithServiceClock(id: string): Promise<PayWallet> {
  const made = walletOf();
  unwrap(await made.transactions.getTransactionById(id));
  return made;
}
const sent = (operation: string): number =>
  world.simulator.requests().filter((request) => request.operation === operation).length;
const refundsOf = (id: string): number =>
  world.simulator.transactions.list().filter(({ parentId }) => parentId === id).length;

describe('an idempotency key of a call with an uncertain outcome', () => {
  it('does not get a refund whose response is still on its way to another key', async () => {
    const id = await world.payment();
    const wallet = await walletWithServiceClock(id);
    const refund = (key: string) =>
      wallet.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: key });
    const respond = holdResponse(/^DELETE /);
    const slow = refund('refund-1');
    await until(() => refundsOf(id) > 0);
    world.simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    expect(await refund('refund-2')).toMatchObject({
      error: { outcome: 'unknown' },
      message: expect.stringContaining('merchantTrns of its own'),
    });
    respond();
    unwrap(await slow);
    expect(refundsOf(id)).toBe(1);
    expect(await refund('refund-2')).toMatchObject({ error: { outcome: 'unknown' } });
  });

  it.each(['unknown', 'free'])(
    'keeps the response of a process whose lease expired while it was sending, although the key is %s',
    async (state) => {
      const id = await world.payment();
      const wallet = await walletWithServiceClock(id);
      const refund = (key: string) =>
        wallet.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: key });
      const respond = holdResponse(/^DELETE /);
      world.simulator.faults.add({
        operation: LIST,
        kind: 'status',
        status: 500,
      });
      const slow = refund('refund-1');
      await until(() => refundsOf(id) > 0);
      time += 60_000;
      expect(await refund('refund-1')).toMatchObject({ error: { outcome: 'unknown' } });
      if (state === 'free') await idempotencyOf().resolve('refund-1', 'not-done');
      respond();
      const made = unwrap(await slow);
      expect(unwrap(await refund('refund-1')).TransactionId).toBe(made.TransactionId);
      world.simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
      expect(await refund('refund-2')).toMatchObject({ error: { outcome: 'unknown' } });
      expect(refundsOf(id)).toBe(1);
    },
  );

  it('gets no response while its charge is in progress', async () => {
    const orderCode = await world.order({ merchantTrns: 'phone-1' });
    const wallet = walletOf();
    unwrap(await wallet.payments.getOrder(orderCode));
    const operation = 'transactions.makeMotoCardCharge';
    const charge = () =>
      wallet.transactions.makeMotoCardCharge(
        {
          moto: true,
          orderCode,
          merchantTrns: 'phone-1',
          creditcard: { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' },
        },
        { idempotencyKey: 'phone-1' },
      );
    world.simulator.faults.add({ operation, kind: 'reset-before' });
    expect(await charge()).toMatchObject({ error: { outcome: 'unknown' } });
    const { id } = world.simulator.trigger('payment-later', { orderCode });
    expect(await charge()).toMatchObject({
      error: { outcome: 'unknown' },
      message: expect.stringContaining('in progress'),
    });
    world.simulator.trigger('approve', { transactionId: id });
    expect(unwrap(await charge()).TransactionId).toBe(id);
    expect(sent(operation)).toBe(1);
    expect(world.simulator.transactions.list({ orderCode })).toHaveLength(1);
  });

  it('gets a response as soon as the service shows the terminal session, which can still be running', async () => {
    const { simulator } = world;
    const { merchant, cloudTerminal } = simulator.credentials;
    const wallet = new PayWallet({
      ...merchant,
      cloudTerminal,
      endpoints: simulator.endpoints,
      maxRetries: 0,
      dev: true,
      idempotency: idempotencyOf({ lookupMs: 10_000 }),
    });
    wallets.push(wallet);
    simulator.terminals.configure({ customer: 'waits' });
    simulator.faults.add({ operation: 'pos.transactions.initiateSaleRequest', kind: 'executed-but-lost' });
    const sale = {
      sessionId: 'sale-1',
      terminalId: '16000010',
      cashRegisterId: 'till',
      merchantReference: 'receipt-1',
      amount: 1170,
      currencyCode: '978',
    };
    unwrap(await wallet.pos.transactions.initiateSaleRequest(sale, { idempotencyKey: 'sale-1' }));
    expect(sent('pos.transactions.initiateSaleRequest')).toBe(1);
    expect(sent('pos.session.retrieveSessionById')).toBe(1);
  });

  it('is not sent again if the clock was wrong when it was sent', async () => {
    const id = await world.payment();
    const refund = () =>
      walletOf({ resendAfterMs: 30_000 }).transactions.cancelTransaction(
        id,
        { amount: 450 },
        { idempotencyKey: 'refund-1' },
      );
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    world.simulator.faults.add({ operation: CANCEL, kind: 'executed-but-lost' });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    clock.mockRestore();
    time += 30_000;
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(refundsOf(id)).toBe(1);
  });

  it('is not sent again after a declined call and a call without a response, which may still be executed', async () => {
    const id = await world.payment({ allowRecurring: true });
    const wallet = await walletWithServiceClock(id);
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

  it('stands for the same request after a decline, and stays free after any other rejection', async () => {
    const id = await world.payment({ allowRecurring: true });
    const wallet = await walletWithServiceClock(id);
    const charge = (amount: number, idempotencyKey = 'charge-1') =>
      wallet.transactions.createTransaction({ id, amount, merchantTrns: idempotencyKey }, { idempotencyKey });
    const declined = { error: { outcome: 'rejected', eventId: 10051 } };
    expect(await charge(9951)).toMatchObject(declined);
    expect(await charge(500)).toMatchObject({ code: 'idempotencyconflict', error: { outcome: 'not-sent' } });
    expect(await charge(9951)).toMatchObject(declined);
    expect(sent(CHARGE)).toBe(2);
    world.simulator.faults.add({ operation: CHARGE, kind: 'status', status: 429 });
    expect(await charge(500, 'charge-2')).toMatchObject({ error: { outcome: 'rejected', eventId: null } });
    unwrap(await charge(600, 'charge-2'));
  });

  it('is not sent again if the service lists no transactions, as it did for paid orders [transactions.31]', async () => {
    const id = await world.payment({ allowRecurring: true });
    const orderCode = await world.order();
    const { transactions } = walletOf({ resendAfterMs: 30_000 });
    const moto = {
      moto: true as const,
      orderCode,
      creditcard: { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' },
    };
    const calls = {
      [CANCEL]: () => transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: 'refund-1' }),
      [CHARGE]: () => transactions.createTransaction({ id, amount: 500 }, { idempotencyKey: 'charge-1' }),
      'transactions.makeMotoCardCharge': () =>
        transactions.makeMotoCardCharge(moto, { idempotencyKey: 'moto-1' }),
    };
    world.simulator.faults.add({ operation: LIST, kind: 'no-transactions', times: 'always' });
    for (const [operation, call] of Object.entries(calls)) {
      world.simulator.faults.add({ operation, kind: 'executed-but-lost' });
      for (let attempt = 0; attempt < 2; attempt++) {
        expect(await call()).toMatchObject({ error: { outcome: 'unknown' } });
        time += 30_000;
      }
      expect([operation, sent(operation)]).toEqual([operation, 1]);
    }
  });

  it('is sent again if the service lists no transactions of an order that is not paid', async () => {
    const orderCode = await world.order();
    const { transactions } = walletOf({ resendAfterMs: 30_000 });
    const operation = 'transactions.makeMotoCardCharge';
    const charge = () =>
      transactions.makeMotoCardCharge(
        {
          moto: true,
          orderCode,
          creditcard: { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' },
        },
        { idempotencyKey: 'moto-1' },
      );
    world.simulator.faults.add({ operation, kind: 'reset-before' });
    expect(await charge()).toMatchObject({ error: { outcome: 'unknown' } });
    time += 30_000;
    unwrap(await charge());
    expect(sent(operation)).toBe(2);
  });

  const changes: [string, Partial<LegacyTransaction>][] = [
    ['in another currency', { Amount: 5.4, CurrencyCode: '840' }],
    ['with an unknown type', { TransactionType: { TransactionTypeId: 999, Name: 'New' } }],
  ];
  it.each(changes)('is not sent again if the service shows its transaction %s', async (_title, members) => {
    const id = await world.payment({ allowRecurring: true });
    const { transactions } = world.wallet;
    const charge = () =>
      walletOf({ resendAfterMs: 30_000 }).transactions.createTransaction(
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
    time += 30_000;
    await charge();
    expect(sent(CHARGE)).toBe(1);
  });
});
