import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { durableInbox, OnPayEvent, PayEventType, PayReconciler, TransactionType, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { freePort } from '../free-port.mjs';
import { isFullSize } from '../full-size.js';
import { until } from '../until.js';
import { PAYMENT_KINDS, PAYMENTS } from './reversals.js';
import { startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';
import { emptyInboxStores } from '../inbox/stores.js';
import { withTimes } from '../times.js';

const emptyStore = emptyInboxStores();

const DAY = 86_400_000;
/** Days between the days on which the shop sells. */
const STEP = isFullSize ? 1 : 12;

/** The money of the shop: the amounts of all events that its handlers got, in minor units, by order. A restart keeps it. */
const books = new Map<string, number>();

@Injectable()
class Books {
  @OnPayEvent(PayEventType.TransactionPaymentCreated, PayEventType.TransactionReversalCreated)
  book({ data: { Amount, OrderCodeText, TransactionTypeId } }: ReceivedPayEvent): void {
    if (TransactionTypeId === TransactionType.CardPreAuthorisation) return;
    add(books, String(OrderCodeText), Math.round(Number(Amount) * 100));
  }
}

function add(sums: Map<string, number>, order: string, amount: number): void {
  sums.set(order, (sums.get(order) ?? 0) + amount);
}

function raise(): never {
  throw new Error('the list has no such element');
}

let simulator: PaySimulator;
let shop: Shop;
let store: ReturnType<typeof emptyStore>;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'a year with reversals', clock: 'manual' });
  simulator.permissions.set({ sameDayPartialRefunds: true });
  // Only the date is virtual: timers and connections need real time.
  const doNotFake = [
    'performance',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'nextTick',
    'queueMicrotask',
  ] as const;
  const others = ['clearTimeout', 'clearInterval', 'clearImmediate', 'hrtime'] as const;
  jest.useFakeTimers({ now: simulator.clock.now(), doNotFake: [...doNotFake, ...others] });
  store = emptyStore({ now: () => new Date(simulator.clock.now()) });
});
afterEach(() => shop.close());
afterAll(async () => {
  jest.useRealTimers();
  await simulator.close();
});

const start = async (port: number): Promise<void> => {
  shop = await startShop('express', simulator, {
    webhooks: { inbox: durableInbox(withTimes({ store, pollMs: 50, retryMs: 10 })) },
    application: { port },
    providers: [Books],
  });
};
const restart = async (): Promise<void> => {
  await shop.close();
  await start(Number(new URL(shop.hook).port));
};
const idle = () =>
  until(async () => {
    const { backlog, unconfirmed } = await store.stats();
    return backlog + unconfirmed === 0;
  });
const release = async (): Promise<void> => {
  await simulator.deliveries.release();
  await simulator.deliveries.settled();
};
const reconcile = async (orders: readonly string[]): Promise<void> => {
  const { failures, left } = await shop.app.get(PayReconciler).reconcile({ orders, maxReads: 10_000 });
  expect({ failures, left }).toEqual({ failures: [], left: 0 });
};
const dropHeld = (): void => {
  for (const { id, state } of simulator.deliveries.list())
    if (state === 'held') simulator.deliveries.drop(id);
};

/** How the shop learns of a reversal by the service. The deliveries are held when these functions are called. */
const WAYS: ((orders: readonly string[]) => Promise<void>)[] = [
  release,
  async (orders) => {
    dropHeld();
    await reconcile(orders);
  },
  async () => {
    await restart();
    await release();
  },
  async (orders) => {
    dropHeld();
    await restart();
    await reconcile(orders);
  },
];

it('the books of a shop equal the ledger after a year with reversals by the service of each kind, learned in each way', async () => {
  await start(await freePort());
  await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796, 1797, 1798] });
  const forms = PAYMENT_KINDS.flatMap((kind) => WAYS.map((learn) => ({ kind, learn })));
  let round = 0;
  for (let day = 0; day < 365; day += STEP, round++) {
    const { kind, learn } = forms[round % forms.length] ?? raise();
    const other = PAYMENT_KINDS[round % PAYMENT_KINDS.length] ?? raise();
    const reversed = await PAYMENTS[kind](shop, simulator);
    const refunded = await PAYMENTS[other](shop, simulator);
    const voided = await PAYMENTS['a sale'](shop, simulator);
    await simulator.deliveries.settled();
    await idle();
    simulator.deliveries.hold();
    unwrap(await shop.pay.transactions.refund(refunded.id, { amount: 100 + day }));
    unwrap(await shop.pay.transactions.refund(voided.id, { amount: voided.amount }));
    simulator.trigger('reversal', { transactionId: reversed.id });
    await learn([reversed, refunded, voided].map(({ orderCode }) => orderCode));
    await idle();
    await simulator.deliveries.release();
    await simulator.clock.advance(STEP * DAY);
    jest.setSystemTime(simulator.clock.now());
  }
  expect(round).toBeGreaterThanOrEqual(forms.length);
  const ledger = new Map<string, number>();
  for (const { orderCode, amount, status, type } of simulator.transactions.list())
    if (status !== 'E' && type !== TransactionType.CardPreAuthorisation) add(ledger, orderCode, amount);
  const withMoney = (all: ReadonlyMap<string, number>) =>
    [...all].filter(([, amount]) => amount !== 0).sort();
  expect(withMoney(books)).toEqual(withMoney(ledger));
  const taken = [...books.values()].reduce((total, amount) => total + amount, 0);
  expect(BigInt(-taken)).toBe(simulator.ledger().balances['978']?.['cardholders'] ?? 0n);
  expect(await store.stats()).toMatchObject({ dead: 0, unconfirmed: 0 });
}, 600_000);
