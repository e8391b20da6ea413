import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Injectable } from '@nestjs/common';
import { OnPayEvent, PaymentTimeline, PayReconciler, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { BAD_CARD, GOOD_CARD } from '../cards.js';
import { startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

/** Records a timeline for each order, and how often each event was handled. */
@Injectable()
class Timelines {
  readonly times = new Map<string, number>();
  readonly byOrder = new Map<string, PaymentTimeline>();

  @OnPayEvent('*')
  note(event: ReceivedPayEvent): void {
    this.times.set(event.idempotencyKey, (this.times.get(event.idempotencyKey) ?? 0) + 1);
    const order = String(event.data['OrderCodeText']);
    const known = this.byOrder.get(order) ?? PaymentTimeline.of(order);
    this.byOrder.set(order, known.withEvent(event));
  }
}

let simulator: PaySimulator;
let shop: Shop;
beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'reconciler chaos', clock: 'manual' });
  simulator.permissions.set({ sameDayPartialRefunds: true });
  shop = await startShop('express', simulator, { providers: [Timelines] });
  await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796, 1797, 1798, 4865] });
});
afterAll(async () => {
  await shop.close();
  await simulator.close();
});

type Step = 'pay' | 'fail' | 'refund' | 'void' | 'cancel' | 'reconcile';
const STEPS: readonly Step[] = [
  'pay',
  'pay',
  'fail',
  'fail',
  'refund',
  'refund',
  'void',
  'cancel',
  'reconcile',
];
/** What happens to a delivery. `late`: it arrives after all others. */
const FATES = ['delivered', 'lost', 'lost', 'twice', 'late'] as const;

it('timelines agree with the service’s books if webhooks are lost, late or duplicated, and each event is handled once', async () => {
  const seen = { webhook: 0, reconcile: 0 };
  const { times, byOrder } = shop.app.get(Timelines);
  const reconciler = shop.app.get(PayReconciler);
  const pay = shop.pay.transactions;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: fc.constantFrom(...STEPS), amount: fc.integer({ min: 1, max: 1500 }) }), {
        minLength: 2,
        maxLength: 8,
      }),
      fc.infiniteStream(fc.constantFrom(...FATES)),
      async (steps, fates) => {
        const made = await shop.pay.payments.createOrder({ amount: 1000, paymentTimeout: 600 });
        const { orderCodeText: order } = unwrap(made);
        const reconcile = async (): Promise<void> => {
          const { events, failures } = await reconciler.reconcile({ orders: [order] });
          expect(failures).toEqual([]);
          seen.reconcile += events.handled;
        };
        const paid = () =>
          simulator.transactions
            .list({ orderCode: order })
            .find(({ type, status }) => type === 5 && status !== 'E')?.id ?? '';
        const late: string[] = [];
        for (const { step, amount } of steps) {
          simulator.deliveries.hold();
          if (step === 'pay' || step === 'fail')
            simulator.checkout.pay(order, step === 'pay' ? GOOD_CARD : BAD_CARD);
          if (step === 'refund' && paid() !== '') await pay.cancelTransaction(paid(), { amount });
          if (step === 'void' && paid() !== '') await pay.cancelTransaction(paid(), { amount: 1000 });
          if (step === 'cancel') await shop.pay.payments.cancelOrder(order);
          if (step === 'reconcile') await reconcile();
          for (const { id, state } of simulator.deliveries.list()) {
            if (state !== 'held' || late.includes(id)) continue;
            const fate = fates.next().value;
            if (fate === 'lost') simulator.deliveries.drop(id);
            else if (fate === 'late') late.push(id);
            else await simulator.deliveries.redeliver(id);
            if (fate === 'twice') await simulator.deliveries.redeliver(id);
          }
        }
        await simulator.clock.advance(700_000);
        await reconcile();
        for (const id of late) await simulator.deliveries.redeliver(id);
        await simulator.deliveries.settled();
        await reconcile();

        const { state } = byOrder.get(order) ?? PaymentTimeline.of(order);
        const all = simulator.transactions.list({ orderCode: order });
        const payments = all.filter(({ type, status }) => type === 5 && status !== 'E');
        const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
        expect(state).toMatchObject({
          captured: sum(payments.map(({ amount }) => amount)),
          refunded: sum(payments.map(({ amount, status, refunded }) => (status === 'X' ? amount : refunded))),
          missing: [],
        });
        expect(state.attempts.filter(({ outcome }) => outcome === 'failed')).toHaveLength(
          all.filter(({ status }) => status === 'E').length,
        );
        // An unpaid order was canceled or has expired by now.
        if (payments.length === 0) expect(state.status).toBe('failed');
        expect([...times.values()].every((count) => count === 1)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
  seen.webhook = times.size - seen.reconcile;
  expect(Math.min(seen.webhook, seen.reconcile)).toBeGreaterThan(20);
});
