import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Interval, ScheduleModule } from '@nestjs/schedule';
import { durableInbox, PayReconciler, PayWallet } from 'nestjs-pay';
import type { PayReconcileReport } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { buy, startShop } from '../e2e/webhook-shop.js';
import type { Shop } from '../e2e/webhook-shop.js';
import { newPglite } from '../pglite.js';
import { until } from '../until.js';
import { withTimes } from '../times.js';

let db: PGlite;
let simulator: PaySimulator;
let shop: Shop | undefined;
const openOrders: string[] = [];

beforeAll(async () => {
  db = await newPglite();
  simulator = await createPaySimulator({ seed: 'inbox and reconciler', clock: 'manual' });
});
afterAll(async () => {
  await shop?.close();
  await simulator.close();
  await db.close();
});

const open = async (providers: (typeof Nightly)[] = []): Promise<Shop> => {
  shop = await startShop('express', simulator, {
    webhooks: { inbox: durableInbox(withTimes({ store: pgliteStore(db), pollMs: 50, retryMs: 10 })) },
    imports: [ScheduleModule.forRoot()],
    providers,
  });
  return shop;
};

/** A scheduled job like that of an application, with a short interval. */
@Injectable()
class Nightly {
  readonly reports: PayReconcileReport[] = [];

  constructor(private readonly reconciler: PayReconciler) {}

  @Interval(10)
  async run(): Promise<void> {
    this.reports.push(await this.reconciler.reconcile({ orders: { openOrders: () => openOrders } }));
  }
}

it('stores a missed event, handles it once, and recognizes it in the next process and in a late webhook', async () => {
  const first = await open();
  await simulator.webhooks.register({ url: first.hook, eventTypeIds: [1796] });
  simulator.deliveries.hold();
  const { orderCode, transactionId } = await buy(first, simulator);
  const report = await first.app.get(PayReconciler).reconcile({ orders: [orderCode] });
  expect(report.events).toMatchObject({ stored: 1, handled: 0 });
  await until(() => first.ledger.payments.length === 1);
  expect(first.ledger.payments).toMatchObject([
    { source: 'reconcile', confirmedBy: 'api', data: { TransactionId: transactionId } },
  ]);
  await simulator.deliveries.release();
  await simulator.deliveries.settled();
  expect(simulator.deliveries.list()).toMatchObject([{ state: 'delivered' }]);
  expect(first.counts()).toMatchObject({ stored: 1, duplicate: 1, handled: 1 });
  await first.close();

  // A new process with the same database.
  const second = await open();
  expect((await second.app.get(PayReconciler).reconcile({ orders: [orderCode] })).events).toMatchObject({
    stored: 0,
    duplicate: 1,
  });
  expect(second.ledger.payments).toEqual([]);
  await second.close();
});

it('reads each order of a window once after an outage, also when its reads end several runs', async () => {
  const own = await open();
  simulator.deliveries.hold();
  await simulator.clock.advance(60_000);
  const from = new Date(simulator.clock.now() - 1_000);
  for (let order = 0; order < 6; order++) await buy(own, simulator);
  const readsOf = (operation: string): number =>
    simulator.requests().filter((request) => request.operation === operation).length;
  const before = readsOf('payments.getOrder');
  const { credentials, endpoints } = simulator;
  const { dataServices } = new PayWallet({
    ...{ ...credentials.merchant, ...credentials.dataServices, endpoints, dev: true },
  });
  const window = { from, to: new Date(simulator.clock.now() + 60_000), dataServices };
  const reconciler = own.app.get(PayReconciler);
  for (let run = 0; run < 6; run++) await reconciler.reconcile({ window, maxReads: 6 });
  await until(() => own.ledger.payments.length >= 6);
  expect(readsOf('payments.getOrder') - before).toBe(6);
  await own.close();
});

it('reports a reversal by the service once, after a restart', async () => {
  const first = await open();
  const { orderCode, transactionId } = await buy(first, simulator);
  await first.app.get(PayReconciler).reconcile({ orders: [orderCode] });
  await until(() => first.ledger.payments.length === 1);
  await first.close();
  simulator.trigger('reversal', { transactionId });
  const second = await open();
  const reconciler = second.app.get(PayReconciler);
  expect(await reconciler.reconcile({ orders: [orderCode] })).toMatchObject({
    contested: [orderCode],
    events: { stored: 1 },
  });
  await until(() => second.counts().handled === 1);
  expect(await reconciler.reconcile({})).toMatchObject({ contested: [orderCode], events: { stored: 0 } });
  expect(second.ledger.others).toMatchObject([
    { confirmedBy: 'parent', data: { ParentId: transactionId, OrderCodeText: orderCode, Amount: -24.5 } },
  ]);
  await second.close();
});

it('runs as a job of @nestjs/schedule, one run at a time', async () => {
  const { app, ledger, pay, hook } = await open([Nightly]);
  simulator.deliveries.hold();
  const { orderCode } = await buy({ pay, hook } as Shop, simulator);
  openOrders.push(orderCode);
  await until(() => ledger.payments.length === 1);
  const { reports } = app.get(Nightly);
  const stored = (): number => reports.reduce((sum, { events }) => sum + events.stored, 0);
  // A handler may run before the run of the reconciler ends that stored its event.
  await until(() => stored() > 0);
  const before = reports.length;
  await until(() => reports.length > before + 2);
  expect(ledger.payments).toMatchObject([{ source: 'reconcile', data: { OrderCodeText: orderCode } }]);
  expect(stored()).toBe(1);
});
