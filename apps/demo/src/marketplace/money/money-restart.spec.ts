import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { Logger } from '@nestjs/common';
import { Marketplace, memoryIdempotency, unwrap } from 'nestjs-pay';
import type { PayIdempotency } from 'nestjs-pay';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import { newPglite } from '../../../../../test/pglite.js';
import { ShopDatabase } from '../../database/shop-database.js';
import type { ShopEnvironment } from '../../shop.environment.js';
import { GOOD_CARD } from '../../testing/running-shop.testing.js';
import type { MarketOrder } from '../orders/market-order.js';
import { MarketOrders } from '../orders/market-orders.service.js';
import { SellerService } from '../sellers/seller.service.js';
import { MoneyService } from './money.service.js';
import { withTimes } from '../../../../../test/times.js';

let simulator: PaySimulator;
let client: Marketplace;
let pglite: PGlite;
let database: ShopDatabase;
let idempotency: PayIdempotency;
let store: DyingStore;
let order: MarketOrder;
let now = 0;

/** A store whose process dies before one of its writes. */
class DyingStore extends MarketOrders {
  /** Number of writes that still succeed. */
  left = Infinity;

  override update(...args: Parameters<MarketOrders['update']>) {
    if (this.left === 0) return Promise.reject(new Error('the process died'));
    this.left--;
    return super.update(...args);
  }
}

const environment: ShopEnvironment = {
  now: () => now,
  newId: randomUUID,
  testTimes: {},
  maxRetries: 2,
  consoleUrl: null,
  visitor: { name: '', email: '' },
  openDatabase: () => Promise.reject(new Error('not needed here')),
  terminalUrl: () => null,
};

/** Starts the process on the orders, which outlive it. */
function boot(): MoneyService {
  const { transfers, transactions } = client;
  const sellers = new SellerService(client.sellers, idempotency, database);
  return new MoneyService(transfers, transactions, idempotency, store, sellers, environment);
}

/** Ends the process and starts another one, which continues. */
async function restart(): Promise<MoneyService> {
  store.left = Infinity;
  const money = boot();
  await money.resume();
  return money;
}

const amounts = (): number[] => simulator.transfers.list().map(({ amount }) => amount);
const stored = async (): Promise<MarketOrder> => (await store.find(order.id)) ?? order;
const states = async (): Promise<string[]> =>
  (await stored()).moves.map(({ kind, state }) => `${kind} ${state.kind}`);

beforeAll(async () => {
  // The failures are intended.
  Logger.overrideLogger(false);
  simulator = await createPaySimulator();
  const { marketplace } = simulator.credentials;
  idempotency = memoryIdempotency(withTimes({ leaseMs: 200, lookupMs: 100 }));
  const { endpoints } = simulator;
  client = new Marketplace({ ...marketplace, dev: true, endpoints, idempotency });
  pglite = await newPglite();
  database = await ShopDatabase.on(pglite);
});
afterAll(async () => {
  await client.close();
  await simulator.close();
  await pglite.close();
});
beforeEach(async () => {
  simulator.reset();
  now = 1_000_000;
  await pglite.exec('truncate records');
  store = new DyingStore(client.payments, {}, environment, database);
  const { orderCodeText } = unwrap(
    await client.payments.createOrder({ amount: 3000, customer: { email: 'ada@example.com' } }),
  );
  const outcome = simulator.checkout.pay(orderCodeText, {
    number: GOOD_CARD,
    expiry: '08/35',
    cvc: '111',
    holderName: 'A Buyer',
  });
  if (outcome.kind !== 'approved') throw new Error(`the card was ${JSON.stringify(outcome)}`);
  const transactionId = outcome.transaction.id;
  const line = (goodsId: string, unitPrice: number) => ({
    goodsId,
    sellerKey: goodsId,
    connectedAccountId: simulator.sellers.connect().accountId,
    name: goodsId,
    quantity: 1,
    unitPrice,
  });
  const { id } = await store.place({
    submission: randomUUID(),
    customer: { name: 'Ada', email: 'ada@example.com' },
    lines: [line('mug', 2000), line('tea', 1000)],
  });
  order = await store.update(id, (one) => ({
    ...one,
    service: { orderCode: orderCodeText, expiresAt: now },
    payment: { transactionId, matches: true },
  }));
});

describe('market after a restart', () => {
  it.each(Array.from({ length: 6 }, (_, writes) => writes))(
    'has paid each seller once if the process died after %i writes of a split',
    async (writes) => {
      store.left = writes;
      await boot()
        .split(order.id)
        .catch(() => undefined);
      const money = await restart();
      // The webhook got no response, so it arrives again.
      await Promise.all([money.split(order.id), money.split(order.id)]);
      expect(await states()).toEqual(['transfer done', 'transfer done']);
      expect(amounts()).toEqual([1800, 900]);
    },
  );

  it.each(Array.from({ length: 6 }, (_, writes) => writes))(
    'has refunded and reversed once if the process died after %i writes of a refund',
    async (writes) => {
      const refundId = randomUUID();
      await boot().split(order.id);
      store.left = writes;
      await boot()
        .refund(order.id, refundId, 'mug', 0)
        .catch(() => undefined);
      const money = await restart();
      await money.refund(order.id, refundId, 'mug', 0);
      const { refunded } = simulator.transactions.get(order.payment?.transactionId ?? '');
      expect(refunded).toBe(2000);
      const reversals = simulator.transfers.list().filter(({ parentId }) => parentId !== null);
      expect(reversals.map(({ amount }) => amount)).toEqual([1800]);
      expect((await states()).slice(2)).toEqual(['refund done', 'reversal done']);
    },
  );
});

describe('report of a transfer', () => {
  it('resolves no transfer if it fits two of them', async () => {
    await store.update(order.id, (known) => ({
      ...known,
      lines: known.lines.map((line) => ({ ...line, unitPrice: 1500 })),
    }));
    simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'executed-but-lost', times: 2 });
    const money = boot();
    await money.split(order.id);
    const report = { parentId: null, amount: 1350, executed: null, personId: null };
    for (const { id } of simulator.transfers.list())
      await money.report(order.id, { ...report, transferId: id });
    expect(await states()).toEqual(['transfer unknown', 'transfer unknown']);
    now += 20 * 60_000;
    for (const { id } of (await stored()).moves) {
      await money.dismiss(order.id, id);
      await money.sendAgain(order.id, id);
    }
    expect(amounts()).toEqual([1350, 1350]);
  });
});
