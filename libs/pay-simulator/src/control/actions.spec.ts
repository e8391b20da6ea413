import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { TEST_CARDS } from '../domain/contract.generated.js';
import { OrderState, type PaySimulator } from '../index.js';

let merchant: Merchant;
let simulator: PaySimulator;
beforeEach(async () => {
  merchant = await Merchant.start();
  ({ simulator } = merchant);
});
afterEach(() => simulator.close());

describe('actions on the handle', () => {
  it('pays and declines an existing order and a new order', async () => {
    const code = await merchant.order({ amount: 2450, merchantTrns: 'cart-1' });
    expect(simulator.trigger('decline', { orderCode: code })).toMatchObject({
      orderCode: code,
      status: 'E',
      amount: 2450,
    });
    expect(simulator.pay(code)).toMatchObject({ orderCode: code, status: 'F', merchantTrns: 'cart-1' });
    expect(() => simulator.pay(code)).toThrow(/cannot be paid: it is paid/);
    const own = simulator.pay(undefined, { amount: 300, merchantTrns: 'cart-2' });
    expect(own).toMatchObject({ amount: 300, merchantTrns: 'cart-2', status: 'F' });
    expect(simulator.orders.get(own.orderCode).state).toBe(OrderState.Paid);
  });

  it('accepts an order as a number, as a bigint and as the data of createOrder', async () => {
    const safe = simulator.orders.get(simulator.trigger('cancel').code);
    expect(() => simulator.pay(Number(safe.code))).toThrow();
    const code = await merchant.order();
    expect(simulator.trigger('decline', { orderCode: BigInt(code) }).orderCode).toBe(code);
    expect(simulator.trigger('decline', { orderCode: { OrderCodeText: code } }).orderCode).toBe(code);
    expect(simulator.pay({ orderCodeText: code }).orderCode).toBe(code);
    expect(() => simulator.pay(2 ** 53)).toThrow('order: expected orderCodeText');
    expect(() => simulator.pay({} as never)).toThrow('order: expected an order code');
  });

  it('pays with another test card', async () => {
    const card = { number: '5239290700000101', holderName: 'Alex' };
    expect(simulator.pay(await merchant.order(), { card }).card).toMatchObject({ scheme: 'Mastercard' });
    const challenge = TEST_CARDS.find(({ result }) => result.startsWith('3DS challenge'));
    const order = await merchant.order();
    expect(() => simulator.pay(order, { card: { number: challenge?.number ?? '' } })).toThrow(
      /checkout\.pay/,
    );
    expect(() => simulator.pay(order, { card: { number: '4111' } })).toThrow(
      'number: Card number is not valid',
    );
  });

  it('moves the clock by a duration with a unit', async () => {
    const start = simulator.clock.now();
    await simulator.clock.advance('1.5 hours');
    await simulator.clock.advance(1000);
    expect(simulator.clock.now() - start).toBeGreaterThanOrEqual(5_401_000);
    await expect(async () => simulator.clock.advance('soon' as never)).rejects.toThrow("not 'soon'");
  });

  it('pays an order with a customer-defined amount or required installments', async () => {
    const open = await merchant.order({ disableExactAmount: true });
    expect(simulator.pay(open, { amount: 777 }).amount).toBe(777);
    const parts = await merchant.order({ maxInstallments: 3, forceMaxInstallments: true });
    expect(simulator.pay(parts).installments).toBe(3);
  });

  it('pays an order of a connected merchant', () => {
    const side = simulator.connectedMerchants.connect();
    const { orderCode } = simulator.pay();
    const order = side.orders.create({ ...simulator.orders.get(orderCode) });
    expect(simulator.pay(order.code).orderCode).toBe(order.code);
    const [payment] = side.transactions.list();
    expect(simulator.trigger('void', { transactionId: payment?.id })).toMatchObject({
      parentId: payment?.id,
    });
  });

  it('cancels and expires pending orders only', async () => {
    expect(simulator.trigger('cancel').state).toBe(OrderState.Cancelled);
    const code = await merchant.order();
    expect(simulator.trigger('expire', { orderCode: code })).toMatchObject({
      code,
      state: OrderState.Expired,
    });
    expect(() => simulator.trigger('cancel', { orderCode: code })).toThrow(`Order ${code} is not pending`);
    expect(() => simulator.trigger('cancel', { orderCode: '1' })).toThrow('Order 1 was not found');
  });

  it('refunds a payment of the same day as a refund, not as a void', () => {
    const payment = simulator.pay(undefined, { amount: 2450 });
    const refund = simulator.refund(payment.id);
    expect(refund).toMatchObject({ parentId: payment.id, amount: -2450, type: 4 });
    expect(simulator.transactions.get(payment.id)).toMatchObject({ status: 'R', refunded: 2450 });
    expect(simulator.ledger().totals).toEqual({ '978': 0n });
    expect(() => simulator.refund(payment.id)).toThrow();
  });

  it('approves a failed payment later, as the same transaction, with its event', async () => {
    const code = await merchant.order();
    const failed = simulator.trigger('decline', { orderCode: code });
    expect(simulator.trigger('approve', { transactionId: failed.id })).toMatchObject({
      id: failed.id,
      status: 'F',
      eventId: 0,
    });
    expect(simulator.orders.get(code).state).toBe(OrderState.Paid);
    expect(simulator.ledger().totals).toEqual({ '978': 0n });
    expect(simulator.transactions.list({ orderCode: code })).toHaveLength(1);
    expect(() => simulator.trigger('approve', { transactionId: failed.id })).toThrow(/has not failed/);
    const other = simulator.trigger('decline');
    simulator.trigger('expire', { orderCode: other.orderCode });
    expect(() => simulator.trigger('approve', { transactionId: other.id })).toThrow(/is not pending/);
  });

  it('starts a payment that is confirmed later, and ends it as approved or failed', async () => {
    const code = await merchant.order();
    const started = simulator.trigger('payment-later', { orderCode: code });
    expect(started).toMatchObject({ status: 'A', type: 15, eventId: 0 });
    expect(simulator.orders.get(code).state).toBe(OrderState.Pending);
    expect(simulator.deliveries.list()).toHaveLength(0);
    expect(simulator.trigger('fail', { transactionId: started.id })).toMatchObject({
      id: started.id,
      status: 'E',
    });
    expect(() => simulator.trigger('fail', { transactionId: started.id })).toThrow(/is not in progress/);
    const second = simulator.trigger('payment-later', { orderCode: code });
    expect(simulator.trigger('approve', { transactionId: second.id })).toMatchObject({ status: 'F' });
    expect(simulator.orders.get(code).state).toBe(OrderState.Paid);
    expect(simulator.refund(second.id)).toMatchObject({ amount: -1000 });
    expect(simulator.ledger().totals).toEqual({ '978': 0n });
  });

  it('reverses a payment as the service does: no read finds it afterwards [transactions.23]', async () => {
    const session = await simulator.trigger('terminal-sale', { amount: 2450 });
    const paymentId = session.transactionId ?? '';
    const { orderCode } = simulator.transactions.get(paymentId);
    const reversal = simulator.trigger('reversal', { transactionId: paymentId });
    expect(reversal).toMatchObject({ parentId: paymentId, amount: -2450, type: 7 });
    for (const id of [paymentId, reversal.id])
      expect((await merchant.api('GET', `/checkout/v2/transactions/${id}`)).status).toBe(404);
    const list = await merchant.web('GET', `/api/transactions/?ordercode=${orderCode}`);
    expect(list.json).toMatchObject({ Transactions: [], Success: true });
    await merchant.nextDay();
    expect(simulator.ledger().totals).toEqual({ '978': 0n });
    expect(simulator.wallet.balance()).toBe(1_000_000n);
    expect(() => simulator.trigger('reversal', { transactionId: paymentId })).toThrow(/was not found/);
  });

  it('refunds part of a payment, then the rest', () => {
    const payment = simulator.pay(undefined, { amount: 2450 });
    expect(simulator.refund(payment.id, { amount: 450 }).amount).toBe(-450);
    expect(simulator.refund(payment.id).amount).toBe(-2000);
    expect(() => simulator.trigger('void', { transactionId: payment.id })).toThrow(/can no longer be voided/);
  });

  it('clears a refunded payment once, and the others at midnight', async () => {
    const first = simulator.pay(undefined, { amount: 1000 });
    const second = simulator.pay(undefined, { amount: 1000 });
    simulator.refund(first.id);
    const third = simulator.pay(undefined, { amount: 1000 });
    expect(simulator.transactions.get(second.id).clearedAt).toBeNull();
    await merchant.nextDay();
    expect(simulator.ledger().balances['978']?.['pending'] ?? 0n).toBe(0n);
    for (const { id } of [second, third]) expect(simulator.transactions.get(id).clearedAt).not.toBeNull();
  });

  it('voids a payment and releases a pre-authorization', () => {
    expect(simulator.trigger('void', { amount: 500 })).toMatchObject({ amount: -500, type: 7 });
    const preauth = simulator.trigger('preauth', { amount: 900 });
    simulator.trigger('void', { transactionId: preauth.id });
    expect(simulator.transactions.get(preauth.id).status).toBe('X');
  });

  it('captures a pre-authorization in full or in part', () => {
    const preauth = simulator.trigger('preauth', { amount: 900 });
    expect(simulator.trigger('capture', { transactionId: preauth.id, amount: 400 })).toMatchObject({
      parentId: preauth.id,
      amount: 400,
      type: 0,
    });
    expect(() => simulator.trigger('capture', { transactionId: simulator.pay().id })).toThrow(
      /is not a pre-authorization/,
    );
    expect(simulator.trigger('capture')).toMatchObject({ amount: 1000, type: 0 });
  });

  it('pays out to the card of a payment, and sends funds to a seller', () => {
    const payment = simulator.pay();
    expect(simulator.trigger('payout', { transactionId: payment.id, amount: 200 })).toMatchObject({
      parentId: payment.id,
      amount: -200,
      type: 19,
    });
    const transfer = simulator.trigger('transfer', { amount: 300 });
    expect(simulator.sellers.get(transfer.accountId).available).toBe(300n);
    expect(simulator.trigger('transfer').accountId).toBe(transfer.accountId);
    expect(simulator.trigger('transfer', { transactionId: payment.id }).executedAt).toBeNull();
  });

  it('sells at the first available terminal, also if customers wait', async () => {
    simulator.terminals.configure({ customer: 'waits' });
    const [first] = simulator.terminals.list();
    if (!first) throw new Error('expected a terminal');
    simulator.terminals.save({ terminalId: first.terminalId, offline: true });
    const session = await simulator.trigger('terminal-sale', { amount: 1500, merchantTrns: 'till-1' });
    expect(session).toMatchObject({ state: 'approved', amount: 1500, merchantReference: 'till-1' });
    expect(session.terminalId).not.toBe(first.terminalId);
    expect(simulator.transactions.get(session.transactionId ?? '').amount).toBe(1500);
    expect(await simulator.trigger('terminal-sale', { terminalId: first.terminalId })).toMatchObject({
      state: 'failed',
      transactionId: null,
    });
    for (const { terminalId } of simulator.terminals.list())
      simulator.terminals.save({ terminalId, offline: true });
    await expect(simulator.trigger('terminal-sale')).rejects.toThrow('No terminal is free');
  });

  it('names the invalid value and changes nothing', async () => {
    const code = await merchant.order();
    for (const [act, message] of [
      [() => simulator.pay(code, { amount: 5 }), /^amount: expected none, because the order has its own/],
      [() => simulator.pay(code, { merchantTrns: 'x' }), /^merchantTrns: expected none/],
      [
        () => simulator.pay(undefined, { amount: 29 }),
        /^amount: expected a whole number of minor units \(1050 for 10\.50\), at least 30/,
      ],
      [
        () => simulator.trigger('capture', { amount: 9951 }),
        /^amount: expected an amount that the issuer approves/,
      ],
      [
        () => simulator.trigger('void', { transactionId: '1', amount: 5 }),
        /^amount: expected none, because a void is always for the full amount/,
      ],
    ] as const)
      expect(act).toThrow(message);
    expect(simulator.orders.get(code).state).toBe(OrderState.Pending);
  });
});
