import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Controller, Injectable } from '@nestjs/common';
import {
  OnPayEvent,
  PayModule,
  PayEventType,
  PayReconciledEventType,
  PayReconciler,
  PayWallet,
  PayWebhook,
  unwrap,
} from 'nestjs-pay';
import type { PayOpenOrders, PayReconcileOptions, ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { BAD_CARD, GOOD_CARD } from '../cards.js';
import { walletOf } from './nest-app.js';
import { buy, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const HANDLED_EVENTS = [1796, 1797, 1798, 4865];
const DAY = 86_400_000;
/** Name of the simulator's operation that reads the transactions of an order. */
const LIST = 'transactions.getLegacyTransactions:list';

@Injectable()
class Expiries {
  readonly expired: ReceivedPayEvent<typeof PayReconciledEventType.OrderExpired>[] = [];

  @OnPayEvent(PayReconciledEventType.OrderExpired)
  expire(event: ReceivedPayEvent<typeof PayReconciledEventType.OrderExpired>): void {
    this.expired.push(event);
  }
}

/** The code under test does not depend on it. */
const platform = 'express';

describe('PayReconciler', () => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({
      seed: `reconciler ${platform}`,
      orderCodes: 'beyond-safe',
      clock: 'manual',
    });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await shop.close();
  });

  const open = async (options: ShopOptions = {}): Promise<void> => {
    shop = await startShop(platform, simulator, { providers: [Expiries], ...options });
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: HANDLED_EVENTS });
  };
  const reconcile = (options: PayReconcileOptions) => shop.app.get(PayReconciler).reconcile(options);
  const order = async (paymentTimeout?: number) =>
    unwrap(await shop.pay.payments.createOrder({ amount: 2450, merchantTrns: 'cart-1', paymentTimeout }))
      .orderCodeText;
  const dropAll = (): void => {
    for (const { id, state } of simulator.deliveries.list())
      if (state === 'held' || state === 'waiting') simulator.deliveries.drop(id);
  };
  const readsOf = (operation: string) =>
    simulator.requests().filter((request) => request.operation === operation).length;
  const dataServices = () => {
    const { credentials, endpoints } = simulator;
    return new PayWallet({ ...credentials.merchant, ...credentials.dataServices, endpoints, dev: true })
      .dataServices;
  };
  const window = () => {
    const now = simulator.clock.now();
    return { from: new Date(now - DAY), to: new Date(now + 1000), dataServices: dataServices() };
  };

  it('delivers lost events once, confirmed and with the source reconcile', async () => {
    await open();
    simulator.deliveries.hold();
    const { orderCode, transactionId } = await buy(shop, simulator);
    unwrap(await shop.pay.transactions.cancelTransaction(transactionId, { amount: 2450 }));
    dropAll();
    const report = await reconcile({ orders: [orderCode] });
    expect(report).toMatchObject({
      status: 'done',
      orders: 1,
      left: 0,
      failures: [],
      events: { handled: 2 },
    });
    expect(shop.ledger.payments).toMatchObject([
      {
        source: 'reconcile',
        confirmedBy: 'api',
        data: { OrderCodeText: orderCode, TransactionId: transactionId, Amount: 24.5, StatusId: 'F' },
        resource: { statusId: 'X' },
      },
    ]);
    expect(shop.ledger.others).toMatchObject([
      { eventTypeId: 1797, source: 'reconcile', data: { ParentId: transactionId, Amount: -24.5 } },
    ]);
    expect((await reconcile({ orders: [orderCode] })).events).toEqual({
      handled: 0,
      stored: 0,
      duplicate: 0,
      ignored: 0,
    });
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('does not handle an event again that a webhook brought, and a later webhook is a duplicate', async () => {
    await open();
    const first = await buy(shop, simulator);
    await simulator.deliveries.settled();
    simulator.deliveries.hold();
    const second = await buy(shop, simulator);
    const report = await reconcile({ orders: [first.orderCode, second.orderCode] });
    expect(report.events).toMatchObject({ duplicate: 1, handled: 1 });
    await simulator.deliveries.release();
    await simulator.deliveries.settled();
    const [delivery] = simulator.deliveries.list().slice(-1);
    expect(delivery?.state).toBe('delivered');
    for (const { id } of simulator.deliveries.list()) await simulator.deliveries.redeliver(id);
    expect(shop.ledger.payments.map(({ source, data }) => [data.OrderCodeText, source])).toEqual([
      [first.orderCode, 'webhook'],
      [second.orderCode, 'reconcile'],
    ]);
  });

  it('delivers one event for an expired order and one for a canceled order', async () => {
    await open();
    simulator.deliveries.hold();
    const expiring = await order(60);
    const canceled = await order();
    simulator.checkout.pay(expiring, BAD_CARD);
    unwrap(await shop.pay.payments.cancelOrder(canceled));
    dropAll();
    expect((await reconcile({ orders: [expiring] })).events).toMatchObject({ handled: 1 });
    await simulator.clock.advance(61_000);
    const { expired } = shop.app.get(Expiries);
    expect(expired).toEqual([]);
    for (let times = 0; times < 2; times++) await reconcile({ orders: [expiring, canceled] });
    expect(expired).toMatchObject([
      {
        eventTypeId: -1,
        name: 'OrderExpired',
        source: 'reconcile',
        confirmedBy: 'api',
        data: { OrderCodeText: expiring, Amount: 24.5, MerchantTrns: 'cart-1' },
        resource: { StateId: 1 },
      },
    ]);
    expect(shop.ledger.others.map(({ eventTypeId, source }) => [eventTypeId, source])).toEqual([
      [PayEventType.TransactionFailed, 'reconcile'],
      [PayEventType.OrderUpdated, 'reconcile'],
    ]);
  });

  it('reports no expiry of an order while a payment of the order is in progress', async () => {
    await open();
    simulator.deliveries.hold();
    const orders = [await order(60), await order(60)];
    const payments = orders.map((code) => simulator.trigger('payment-later', { orderCode: code }));
    await simulator.clock.advance(61_000);
    const { expired } = shop.app.get(Expiries);
    expect(await reconcile({ orders })).toMatchObject({ events: { handled: 0 }, failures: [] });
    // A payment can begin after its list was read and before the order expires.
    simulator.faults.add({ operation: LIST, kind: 'no-transactions' });
    expect(await reconcile({ orders: orders.slice(0, 1) })).toMatchObject({
      events: { handled: 0 },
      failures: [{ orderCode: orders[0], message: expect.stringMatching(/has not finished/) }],
    });
    expect(expired).toEqual([]);
    simulator.trigger('fail', { transactionId: payments[0]?.id });
    await reconcile({ orders });
    expect(expired.map(({ data }) => data.OrderCodeText)).toEqual(orders.slice(0, 1));
  });

  it('never takes an empty list for an unpaid order, and delivers payments that the search found', async () => {
    await open();
    simulator.deliveries.hold();
    const { orderCode, transactionId } = await buy(shop, simulator);
    dropAll();
    simulator.faults.add({ operation: LIST, kind: 'no-transactions', times: 'always' });
    const incomplete = { orderCode, message: expect.stringMatching(/the list of its transactions lacks/) };
    const report = await reconcile({ orders: [orderCode] });
    expect(report).toMatchObject({ failures: [incomplete], events: { handled: 0 } });
    expect(await reconcile({ window: window() })).toMatchObject({
      failures: [incomplete],
      events: { handled: 1 },
    });
    expect(shop.ledger.payments).toMatchObject([
      { source: 'reconcile', confirmedBy: 'api', data: { TransactionId: transactionId, Amount: 24.5 } },
    ]);
    await simulator.deliveries.release();
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('a delivery of an expiry event gets 400, because the service sends none', async () => {
    await open();
    const body = { EventTypeId: -1, EventData: { OrderCode: await order(60), Amount: 24.5 } };
    await simulator.clock.advance(61_000);
    expect((await post(shop.hook, JSON.stringify(body))).status).toBe(400);
    expect(shop.app.get(Expiries).expired).toEqual([]);
  });

  it('finds lost events of unlisted orders in a window, and reads each order once', async () => {
    await open();
    simulator.deliveries.hold();
    const first = await buy(shop, simulator);
    const second = await buy(shop, simulator);
    dropAll();
    expect((await reconcile({ window: window() })).events).toMatchObject({ handled: 2 });
    expect(shop.ledger.payments.map(({ data }) => data.OrderCodeText)).toEqual([
      first.orderCode,
      second.orderCode,
    ]);
    const before = readsOf(LIST);
    expect(before).toBe(2);
    expect(await reconcile({ window: window() })).toMatchObject({ orders: 0, failures: [] });
    expect(readsOf(LIST)).toBe(before);
  });

  it('reports and logs that the merchant’s credentials cannot search transactions', async () => {
    await open();
    const { failures } = await reconcile({ window: { from: new Date(simulator.clock.now() - DAY) } });
    expect(failures).toMatchObject([{ orderCode: null }]);
    expect(shop.logger.text()).toMatch(/warn .*searchTransactions/);
  });

  it('makes at most maxReads reads, and continues in the next run with the orders that are left', async () => {
    await open();
    simulator.deliveries.hold();
    const bought = [await buy(shop, simulator), await buy(shop, simulator), await buy(shop, simulator)];
    dropAll();
    const orders: PayOpenOrders = { openOrders: () => bought.map(({ orderCode }) => orderCode) };
    const first = await reconcile({ orders, maxReads: 3 });
    expect(first).toMatchObject({ orders: 1, left: 2, status: 'done' });
    expect(first.reads).toBeLessThanOrEqual(3);
    await reconcile({ orders, maxReads: 3 });
    await reconcile({ orders, maxReads: 3 });
    expect(shop.ledger.payments.map(({ data }) => data.OrderCodeText)).toEqual(
      bought.map(({ orderCode }) => orderCode),
    );
  });

  it('skips and counts transactions that the inbox may have forgotten', async () => {
    await open();
    const { orderCode } = await buy(shop, simulator);
    await simulator.deliveries.settled();
    const later = Date.now() + DAY;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect(await reconcile({ orders: [orderCode] })).toMatchObject({
      tooOld: 1,
      events: { duplicate: 0 },
    });
  });

  it('delivers a pre-authorization with its current amount', async () => {
    await open();
    simulator.permissions.set({ allowPreauthIncreases: true });
    simulator.deliveries.hold();
    const options = { amount: 2000, preauth: true };
    const { orderCodeText } = unwrap(await shop.pay.payments.createOrder(options));
    const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
    const { id } = outcome.kind === 'approved' ? outcome.transaction : { id: '' };
    unwrap(await shop.pay.transactions.increasePreauth(id, { amount: 550 }, { idempotencyKey: 'more' }));
    await reconcile({ orders: [orderCodeText] });
    expect(shop.ledger.payments).toMatchObject([{ data: { Amount: 25.5, TransactionTypeId: 1 } }]);
    await simulator.deliveries.release();
    expect(simulator.deliveries.list()).toMatchObject([{ state: 'delivered' }]);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('reports busy while another run of the endpoint is in progress', async () => {
    await open();
    const { orderCode } = await buy(shop, simulator);
    const [one, other] = await Promise.all([
      reconcile({ orders: [orderCode] }),
      reconcile({ orders: [orderCode] }),
    ]);
    expect([one.status, other.status]).toEqual(['done', 'busy']);
    expect((await reconcile({ orders: [orderCode] })).status).toBe('done');
  });

  it('reports a failed handler, continues with the next order, and tries again in the next run', async () => {
    await open();
    simulator.deliveries.hold();
    const first = await buy(shop, simulator);
    const second = await buy(shop, simulator);
    dropAll();
    shop.ledger.failures = 1;
    const orders = [first.orderCode, second.orderCode];
    const report = await reconcile({ orders });
    expect(report.failures).toMatchObject([
      { orderCode: first.orderCode, message: expect.stringMatching(/Ledger.paid failed/) },
    ]);
    expect(shop.ledger.payments).toHaveLength(1);
    expect((await reconcile({ orders })).events).toMatchObject({ handled: 1 });
    expect(shop.ledger.payments.map(({ data }) => data.OrderCodeText)).toEqual([
      second.orderCode,
      first.orderCode,
    ]);
  });

  it('stops after three failed reads in a row, and reports open orders that cannot be read', async () => {
    await open();
    const orders = [await order(), await order(), await order(), await order(), await order()];
    simulator.faults.add({ kind: 'status', operation: LIST, status: 500, times: 'always' });
    expect(await reconcile({ orders })).toMatchObject({ status: 'stopped', orders: 3, left: 2, reads: 3 });
    expect(shop.logger.text()).toMatch(/failed several times: 2 orders wait/);
    expect(readsOf('payments.getOrder')).toBe(0);
    const failing = { openOrders: () => Promise.reject(new Error('the database is not available')) };
    expect((await reconcile({ orders: failing })).failures).toMatchObject([
      { message: expect.stringMatching(/database is not available/) },
    ]);
  });
});

describe('the wiring of PayReconciler', () => {
  let simulator: PaySimulator;
  let shop: Shop;
  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: 'reconciler wiring', clock: 'manual' });
  });
  afterAll(() => simulator.close());
  afterEach(() => shop.close());
  const failure = (options: PayReconcileOptions = {}) =>
    shop.app
      .get(PayReconciler)
      .reconcile(options)
      .then(() => '', String);

  @Controller('one')
  @PayWebhook()
  class One {}
  @Controller('two')
  @PayWebhook()
  class Two {}

  it('fails if several endpoints are possible, and accepts the name of one', async () => {
    shop = await startShop('express', simulator, { controllers: [One, Two] });
    expect(await failure()).toMatch(/give one of One\.receivePayWebhook, Two\.receivePayWebhook/);
    expect(await failure({ endpoint: 'Two.receivePayWebhook' })).toBe('');
    expect(await failure({ endpoint: 'Three' })).toMatch(/finds no @PayWebhook\(\) Three/);
    expect(await failure({ account: 'other' })).toMatch(/names the account 'other'/);
  });

  it('reads with the client of the named account', async () => {
    @Controller('gr')
    @PayWebhook({ account: 'shop-gr' })
    class Greek {}
    const named = PayModule.forRoot({ name: 'shop-gr', wallet: walletOf(simulator) });
    shop = await startShop('express', simulator, { imports: [named], controllers: [One, Greek] });
    const { orderCode } = await buy(shop, simulator);
    const { events } = await shop.app
      .get(PayReconciler)
      .reconcile({ account: 'shop-gr', orders: [orderCode] });
    expect(events).toMatchObject({ handled: 1 });
    expect(shop.ledger.payments).toMatchObject([{ account: 'shop-gr', client: 'wallet' }]);
  });

  it('fails for an endpoint whose own method handles the events', async () => {
    @Controller('own')
    class Own {
      @PayWebhook()
      receive(): void {}
    }
    shop = await startShop('express', simulator, { controllers: [Own] });
    expect(await failure()).toMatch(/cannot run Own\.receive/);
  });

  it('fails for an endpoint with confirm: false', async () => {
    shop = await startShop('express', simulator, { webhooks: { confirm: false } });
    expect(await failure()).toMatch(/confirm: false/);
  });
});
