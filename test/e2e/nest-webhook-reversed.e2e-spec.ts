import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  buildPayWebhookForTest,
  durableInbox,
  PayEventType,
  PaymentTimeline,
  PayReconciler,
  unwrap,
} from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { ReceivedPayEvent } from 'nestjs-pay';
import type { PaySimulator } from 'pay-simulator';
import { freePort } from '../free-port.mjs';
import { until } from '../until.js';
import { PAYMENT_KINDS, PAYMENTS } from './reversals.js';
import type { PaymentKind } from './reversals.js';
import { post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';
import { emptyInboxStores } from '../inbox/stores.js';
import { withTimes } from '../times.js';

const emptyStore = emptyInboxStores();

const { TransactionPaymentCreated, TransactionReversalCreated } = PayEventType;
const LIST = 'transactions.getLegacyTransactions:list';
const READ = 'transactions.getTransactionById';

const isReversal = ({ eventTypeId }: ReceivedPayEvent): boolean => eventTypeId === TransactionReversalCreated;

describe('a payment that the service reverses by itself', () => {
  let simulator: PaySimulator;
  let shop: Shop;
  let store: ReturnType<typeof emptyStore>;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: 'reversed', orderCodes: 'beyond-safe', clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(async () => {
    simulator.reset();
    store = emptyStore();
    await store.migrate();
  });
  afterEach(() => shop.close());

  const open = async (webhooks: ShopOptions['webhooks'] = {}): Promise<void> => {
    // A restart uses the same port.
    shop = await startShop('express', simulator, { webhooks, application: { port: await freePort() } });
    await simulator.webhooks.register({
      url: shop.hook,
      eventTypeIds: [TransactionPaymentCreated, TransactionReversalCreated],
    });
  };
  /** Makes a payment, and waits until the shop has handled it. */
  const make = async (kind: PaymentKind) => {
    const payment = await PAYMENTS[kind](shop, simulator);
    await until(() => shop.ledger.payments.some(({ data }) => data.TransactionId === payment.id));
    return payment;
  };
  const reconcile = (...orders: string[]) => shop.app.get(PayReconciler).reconcile({ orders });
  const durable = (): ReturnType<typeof durableInbox> =>
    durableInbox(withTimes({ store, pollMs: 50, retryMs: 10 }));
  /** Starts the shop again at its address, with the same store. */
  const restart = async (): Promise<void> => {
    const port = Number(new URL(shop.hook).port);
    await shop.close();
    shop = await startShop('express', simulator, { webhooks: { inbox: durable() }, application: { port } });
  };
  /** Delivers the last event that the service sent. */
  const arrive = async (): Promise<void> => {
    const [delivery] = simulator.deliveries.list().slice(-1);
    const { state } = await simulator.deliveries.redeliver(delivery?.id ?? '');
    expect(state).toBe('delivered');
  };

  /** How the shop learns of a reversal. */
  const WAYS: [way: string, isDurable: boolean, learn: (order: string) => Promise<unknown>][] = [
    ['by its webhook', false, arrive],
    ['by the reconciler, because the webhook was lost', false, reconcile],
    ['by its webhook after a restart, with a durable inbox', true, () => restart().then(arrive)],
    [
      'by the reconciler after a restart, with a durable inbox',
      true,
      (order) => restart().then(() => reconcile(order)),
    ],
  ];

  describe.each(PAYMENT_KINDS)('%s', (kind) => {
    it.each(WAYS)(
      'is reported %s, once, with the values of the payment [transactions.23]',
      async (_, isDurable, learn) => {
        await open(isDurable ? { inbox: durable() } : {});
        const payment = await make(kind);
        const paid = [...shop.ledger.payments];
        simulator.deliveries.hold();
        simulator.trigger('reversal', { transactionId: payment.id });
        await learn(payment.orderCode);
        await until(() => shop.ledger.others.some(isReversal));
        await arrive();
        expect(await reconcile()).toMatchObject({ contested: [payment.orderCode], failures: [] });
        expect(await reconcile(payment.orderCode)).toMatchObject({
          contested: [payment.orderCode],
          failures: [],
        });
        await until(async () => (await store.stats()).oldestAgeMs === null);
        const reversals = shop.ledger.others.filter(isReversal);
        expect(reversals).toMatchObject([
          {
            confirmedBy: 'parent',
            resource: null,
            data: {
              TransactionId: payment.id,
              ParentId: payment.id,
              OrderCodeText: payment.orderCode,
              Amount: -payment.amount / 100,
              CurrencyCode: '978',
              MerchantTrns: payment.merchantTrns,
            },
          },
        ]);
        const timeline = [...paid, ...reversals].reduce(
          (known, event) => known.withEvent(event),
          PaymentTimeline.of(payment.orderCode),
        );
        expect(timeline.state).toMatchObject({ refunded: payment.amount, contested: [payment.id] });
      },
    );
  });

  it('is read again by each run of the reconciler, and reported, until the service shows it again', async () => {
    await open();
    const [payment, other] = [await make('a sale'), await make('a sale')];
    expect(await reconcile(payment.orderCode)).toMatchObject({ orders: 1, contested: [] });
    simulator.trigger('reversal', { transactionId: payment.id });
    await until(() => shop.ledger.others.length === 1);
    for (let run = 0; run < 2; run++)
      expect(await reconcile(other.orderCode)).toMatchObject({
        orders: 2,
        contested: [payment.orderCode],
        failures: [],
      });
  });

  it('is not assumed because the list of the order is empty or fails, and the run reports the list', async () => {
    await open();
    const payment = await make('a sale');
    simulator.faults.add({ operation: LIST, kind: 'no-transactions', times: 'always' });
    expect(await reconcile(payment.orderCode)).toMatchObject({
      contested: [],
      failures: [{ orderCode: payment.orderCode, message: expect.stringMatching(/lacks a payment/) }],
    });
    const { status } = await post(shop.hook, forgedReversal(payment.id, payment.orderCode));
    expect(status).toBe(403);
    expect(shop.ledger.others).toEqual([]);
  });

  it('is reported by a run that reads its order, if the event of the reversal is lost', async () => {
    await open();
    const payment = await make('a sale');
    simulator.deliveries.hold();
    simulator.trigger('reversal', { transactionId: payment.id });
    expect(await reconcile()).toMatchObject({ orders: 0, contested: [] });
    expect(await reconcile(payment.orderCode)).toMatchObject({ contested: [payment.orderCode] });
    expect(await reconcile()).toMatchObject({ orders: 1, contested: [payment.orderCode] });
  });

  const forgedReversal = (ParentId: string | null, OrderCode: string, changes: object = {}): Buffer =>
    buildPayWebhookForTest(TransactionReversalCreated, {
      MerchantId: simulator.credentials.merchant.merchantId,
      TransactionId: randomUUID(),
      ParentId,
      OrderCode,
      Amount: -24.5,
      CurrencyCode: '978',
      StatusId: 'F',
      TransactionTypeId: 7,
      ...changes,
    });

  it('is not assumed after the application changed to another merchant with the same store', async () => {
    await open({ inbox: durable() });
    const { orderCode } = await make('a sale');
    await shop.close();
    const { merchant } = simulator.connectedMerchants.connect().account.credentials;
    shop = await startShop('express', simulator, { webhooks: { inbox: durable() }, wallet: merchant });
    expect(await reconcile(orderCode)).toMatchObject({ contested: [], failures: [{ orderCode }] });
    expect(await store.stats()).toMatchObject({ backlog: 0 });
  });

  it('cannot be forged with the IDs of payments and of unused orders', async () => {
    await open();
    const [payment, reversed] = [await make('a sale'), await make('a sale')];
    simulator.trigger('reversal', { transactionId: reversed.id });
    await until(() => shop.ledger.others.length === 1);
    const unpaid = simulator.trigger('decline').orderCode;
    const unused = unwrap(await shop.pay.payments.createOrder({ amount: 2450 })).orderCodeText;
    const unknown = '00000000-0000-4000-8000-00000000beef';
    const forgeries: [ParentId: string | null, OrderCode: string][] = [
      [payment.id, payment.orderCode], // the payment still exists
      [payment.id, unpaid],
      [payment.id, unused],
      [reversed.id, payment.orderCode], // the order has another payment
      [reversed.id, unused],
      [unknown, unpaid], // the payment was never confirmed
      [null, payment.orderCode],
    ];
    for (const forgery of forgeries)
      expect((await post(shop.hook, forgedReversal(...forgery))).status).toBe(403);
    // The service does not show the payment for a moment, but its list still does.
    simulator.faults.add({ operation: READ, kind: 'status', status: 404, times: 2 });
    expect((await post(shop.hook, forgedReversal(payment.id, payment.orderCode))).status).toBe(403);
    expect(shop.ledger.others).toHaveLength(1);
    // A forged event adds no order to the runs of the reconciler.
    expect(await reconcile()).toMatchObject({ orders: 1, contested: [reversed.orderCode] });
  });

  it('passes on no posted amount or reference, and one reversal of a payment, however many are posted', async () => {
    await open();
    const payment = await make('a sale');
    simulator.deliveries.hold();
    simulator.trigger('reversal', { transactionId: payment.id });
    const changes = [
      { Amount: -9999, MerchantTrns: 'cart-of-the-victim', FullName: 'x', SourceCode: '9' },
      { Amount: -1, MerchantTrns: 'y' },
      { TransactionId: payment.id, Amount: -2 },
      { TransactionId: payment.id.toUpperCase(), Amount: -3 },
    ];
    const posts = changes.map((change) =>
      post(shop.hook, forgedReversal(payment.id.toUpperCase(), payment.orderCode, change)),
    );
    for (const { status } of await Promise.all(posts)) expect(status).toBe(200);
    await arrive();
    expect(shop.ledger.others.map(({ data, messageId }) => ({ ...data, messageId }))).toEqual([
      {
        TransactionId: payment.id,
        ParentId: payment.id,
        OrderCode: payment.orderCode,
        OrderCodeText: payment.orderCode,
        MerchantId: simulator.credentials.merchant.merchantId,
        Amount: -24.5,
        CurrencyCode: '978',
        StatusId: 'F',
        MerchantTrns: '',
        SourceCode: payment.sourceCode,
        messageId: null,
      },
    ]);
  });

  it('is not denied while the service fails, and is reported when its webhook arrives again', async () => {
    await open();
    const payment = await make('a sale');
    simulator.deliveries.hold();
    simulator.trigger('reversal', { transactionId: payment.id });
    for (const [operation, after] of [
      [READ, 1],
      [LIST, 0],
    ] as const) {
      if (after === 1) simulator.faults.add({ operation, kind: 'status', status: 404 });
      simulator.faults.add({ operation, kind: 'status', status: 500 });
      const { status } = await post(shop.hook, forgedReversal(payment.id, payment.orderCode));
      expect(status).toBe(503);
    }
    await arrive();
    expect(shop.ledger.others).toHaveLength(1);
  });

  it('counts each read against the rate of the sender', async () => {
    await open({ readsPerMinute: 4 });
    const payment = await make('a sale'); // one read
    simulator.deliveries.hold();
    simulator.trigger('reversal', { transactionId: payment.id });
    const reads = () =>
      simulator.requests().filter(({ operation }) => [READ, LIST].includes(operation ?? '')).length;
    const before = reads();
    const first = await post(shop.hook, forgedReversal(payment.id, payment.orderCode));
    expect([first.status, reads() - before]).toEqual([200, 3]); // the reversal, its payment and the list of the order
    const second = await post(shop.hook, forgedReversal(payment.id, payment.orderCode));
    expect([second.status, reads() - before]).toEqual([503, 3]);
  });
});
