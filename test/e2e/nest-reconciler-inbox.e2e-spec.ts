import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { PayReconciler, PayTransactions, unwrap } from 'nestjs-pay';
import type { PayDelivery, PayInbox, PayInboxOutcome, PayReconcileOptions } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { buy, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Keeps what it gets, and may lose it afterwards: what is stored can be refused. */
class ForgetfulInbox implements PayInbox {
  readonly kept: PayDelivery[] = [];
  constructor(readonly retentionMs?: number) {}

  receive(delivery: PayDelivery): Promise<PayInboxOutcome> {
    const isKept = this.kept.some(({ key }) => key === delivery.key);
    if (!isKept) this.kept.push(delivery);
    return Promise.resolve(isKept ? 'duplicate' : 'stored');
  }

  lose(): void {
    this.kept.length = 0;
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

it('brings what was only stored again, until it was handled', async () => {
  const inbox = new ForgetfulInbox();
  await open({ webhooks: { inbox } });
  const { orderCode } = await buy(shop, simulator);
  expect((await reconcile({ orders: [orderCode] })).events).toMatchObject({ stored: 1 });
  inbox.lose();
  expect((await reconcile({ orders: [orderCode] })).events).toMatchObject({ stored: 1 });
  expect((await reconcile({ orders: [orderCode] })).events).toMatchObject({ duplicate: 1 });
  expect(inbox.kept).toMatchObject([{ source: 'reconcile', event: { data: { OrderCodeText: orderCode } } }]);
});

it('sees the end of an order that nobody tried to pay, also where the service then knows no transactions', async () => {
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
  'leaves alone what an inbox that remembers for %d ms has forgotten, and counts it',
  async (ms, tooOld, stored) => {
    await open({ webhooks: { inbox: new ForgetfulInbox(ms) } });
    const { orderCode } = await buy(shop, simulator);
    expect(await reconcile({ orders: [orderCode] })).toMatchObject({ tooOld, events: { stored } });
    expect(shop.logger.text().includes('left alone')).toBe(tooOld > 0);
  },
);
