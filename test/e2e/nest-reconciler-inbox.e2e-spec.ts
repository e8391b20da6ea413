import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { PayReconciler, PayTransactions, unwrap } from 'nestjs-pay';
import type { PayDelivery, PayInbox, PayReconcileOptions } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { buy, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Stores deliveries, and can lose them: a durable inbox loses events that the service denies. */
class ForgetfulInbox implements PayInbox {
  readonly stored: PayDelivery[] = [];
  constructor(readonly retentionMs?: number) {}

  receive(delivery: PayDelivery): ReturnType<PayInbox['receive']> {
    const isStored = this.stored.some(({ key }) => key === delivery.key);
    if (!isStored) this.stored.push(delivery);
    return Promise.resolve(isStored ? 'duplicate' : 'stored');
  }

  lose(): void {
    this.stored.length = 0;
  }
}

let simulator: PaySimulator;
let shop: Shop;
beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'reconciler and inbox', clock: 'manual' });
});
afterAll(() => simulator.close());
afterEach(() => shop.close());

const open = async (options: ShopOptions = {}): Promise<void> => {
  shop = await startShop('express', simulator, options);
};
const reconcile = (options: PayReconcileOptions) => shop.app.get(PayReconciler).reconcile(options);

it('PayReconciler delivers a stored event again until it is handled', async () => {
  const inbox = new ForgetfulInbox();
  await open({ webhooks: { inbox } });
  const { orderCode } = await buy(shop, simulator);
  expect((await reconcile({ orders: [orderCode] })).events).toMatchObject({ stored: 1 });
  inbox.lose();
  expect((await reconcile({ orders: [orderCode] })).events).toMatchObject({ stored: 1 });
  expect((await reconcile({ orders: [orderCode] })).events).toMatchObject({ duplicate: 1 });
  expect(inbox.stored).toMatchObject([
    { source: 'reconcile', event: { data: { OrderCodeText: orderCode } } },
  ]);
});

it('PayReconciler finds a canceled order without transactions, also if the service responds with 404 for its transactions', async () => {
  await open();
  const { orderCodeText } = unwrap(await shop.pay.payments.createOrder({ amount: 2450 }));
  unwrap(await shop.pay.payments.cancelOrder(orderCodeText));
  const transactions = shop.app.get(PayTransactions, { strict: false });
  const none = jest
    .spyOn(transactions, 'getLegacyTransactions')
    .mockResolvedValue({ success: false, code: 'notfound', message: 'no transactions' } as never);
  const report = await reconcile({ orders: [orderCodeText] });
  none.mockRestore();
  expect(report).toMatchObject({ events: { handled: 1 }, failures: [], reads: 3 });
  expect(shop.ledger.others).toMatchObject([{ eventTypeId: 4865, data: { IsCancelled: true } }]);
});

it.each([
  [HOUR - DAY, 1, 0],
  [30 * DAY, 0, 1],
])(
  'PayReconciler skips and counts older transactions than an inbox with retentionMs %d remembers: %d skipped, %d stored',
  async (ms, tooOld, stored) => {
    await open({ webhooks: { inbox: new ForgetfulInbox(ms) } });
    const { orderCode } = await buy(shop, simulator);
    expect(await reconcile({ orders: [orderCode] })).toMatchObject({ tooOld, events: { stored } });
    expect(shop.logger.text().includes('1 transactions were skipped')).toBe(tooOld > 0);
  },
);
