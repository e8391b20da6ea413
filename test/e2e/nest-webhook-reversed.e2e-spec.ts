import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildPayWebhookForTest,
  durableInbox,
  PayEventType,
  PaymentTimeline,
  PayReconciler,
} from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { MemoryInboxStore } from 'nestjs-pay/testing';
import { until } from '../until.js';
import { post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const { TransactionPaymentCreated, TransactionReversalCreated } = PayEventType;

describe('a payment that the service reverses by itself', () => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: 'reversed', clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (webhooks: ShopOptions['webhooks'] = {}): Promise<void> => {
    shop = await startShop('express', simulator, { webhooks });
    await simulator.webhooks.register({
      url: shop.hook,
      eventTypeIds: [TransactionPaymentCreated, TransactionReversalCreated],
    });
  };
  /** Sells at a terminal, and waits until the shop has handled the payment. */
  const sell = async () => {
    const handled = shop.ledger.payments.length;
    const { transactionId } = await simulator.sellAtTerminal({ amount: 2450 });
    await until(() => shop.ledger.payments.length > handled);
    return simulator.transactions.get(transactionId ?? '');
  };

  it.each([
    ['an inline inbox', () => ({})],
    [
      'a durable inbox',
      () => ({ inbox: durableInbox({ store: new MemoryInboxStore(), pollMs: 20, retryMs: 10 }) }),
    ],
  ])(
    'reaches handlers as confirmed by its parent, with %s, and the timeline shows it [transactions.23]',
    async (_, webhooks) => {
      await open(webhooks());
      const payment = await sell();
      const reversal = simulator.reverse(payment.id);
      await until(() => shop.ledger.others.length === 1);
      const [paid, reversed] = [...shop.ledger.payments, ...shop.ledger.others];
      expect(reversed).toMatchObject({
        confirmedBy: 'parent',
        resource: null,
        data: { TransactionId: reversal.id, ParentId: payment.id, Amount: -24.5 },
      });
      if (paid === undefined || reversed === undefined) throw new Error('an event is missing');
      const timeline = PaymentTimeline.of(payment.orderCode).withEvent(paid).withEvent(reversed);
      expect(timeline.state).toMatchObject({ status: 'refunded', contested: [payment.id] });
    },
  );

  const reconcile = (...orders: string[]) => shop.app.get(PayReconciler).reconcile({ orders });

  it('is read again by each run of the reconciler, and reported, until the service shows it again', async () => {
    await open();
    const [payment, other] = [await sell(), await sell()];
    expect(await reconcile(payment.orderCode)).toMatchObject({ orders: 1, contested: [] });
    simulator.reverse(payment.id);
    await until(() => shop.ledger.others.length === 1);
    for (let run = 0; run < 2; run++)
      expect(await reconcile(other.orderCode)).toMatchObject({
        orders: 2,
        contested: [payment.orderCode],
        failures: [],
      });
    // The service denies the other payment once, and then shows it again.
    simulator.faults.add({
      operation: 'transactions.getLegacyTransactions:list',
      kind: 'status',
      status: 404,
    });
    expect(await reconcile(other.orderCode)).toMatchObject({
      contested: expect.arrayContaining([payment.orderCode, other.orderCode]),
    });
    expect(await reconcile()).toMatchObject({ orders: 2, contested: [payment.orderCode] });
    expect(await reconcile()).toMatchObject({ orders: 1, contested: [payment.orderCode] });
  });

  it('is reported by a run that reads its order, if the event of the reversal is lost', async () => {
    await open();
    const payment = await sell();
    simulator.deliveries.hold();
    simulator.reverse(payment.id);
    expect(await reconcile()).toMatchObject({ orders: 0, contested: [] });
    expect(await reconcile(payment.orderCode)).toMatchObject({ contested: [payment.orderCode] });
    expect(await reconcile()).toMatchObject({ orders: 1, contested: [payment.orderCode] });
  });

  it('cannot be forged with the IDs of payments', async () => {
    await open();
    const [payment, reversed] = [await sell(), await sell()];
    simulator.reverse(reversed.id);
    await until(() => shop.ledger.others.length === 1);
    const unpaid = simulator.decline().orderCode;
    const unknown = '00000000-0000-4000-8000-00000000beef';
    const forgeries: [ParentId: string | null, OrderCode: string][] = [
      [payment.id, payment.orderCode], // the payment still exists
      [payment.id, unpaid],
      [reversed.id, payment.orderCode], // the order has another payment
      [unknown, unpaid], // the payment was never confirmed
      [null, payment.orderCode],
    ];
    for (const [index, [ParentId, OrderCode]] of forgeries.entries()) {
      const forged = buildPayWebhookForTest(TransactionReversalCreated, {
        MerchantId: simulator.credentials.merchant.merchantId,
        TransactionId: `00000000-0000-4000-8000-00000000000${index}`,
        ParentId,
        OrderCode,
        Amount: -24.5,
        CurrencyCode: '978',
        StatusId: 'F',
        TransactionTypeId: 7,
      });
      expect((await post(shop.hook, forged)).status).toBe(403);
    }
    expect(shop.ledger.others).toHaveLength(1);
    // A forged event adds no order to the runs of the reconciler.
    expect(await reconcile()).toMatchObject({ orders: 1, contested: [reversed.orderCode] });
  });
});
