import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Marketplace, unwrap } from 'nestjs-pay';
import { createPaySimulator, type PaySimulator } from 'nestjs-pay/simulator';
import { MemoryDatabase } from '../../testing/memory-database.testing.js';
import { GOOD_CARD } from '../../testing/running-shop.testing.js';
import type { MarketOrder } from '../orders/market-order.js';
import { MarketOrderStore } from '../orders/market-order.store.js';
import { SellerStore } from '../sellers/seller.store.js';
import { MoneyService } from './money.service.js';

let simulator: PaySimulator;
let client: Marketplace;
let store: DyingStore;
let order: MarketOrder;
let now = 0;

/** A process that dies before, or right after, one of its writes. */
class DyingStore extends MarketOrderStore {
  /** How many writes succeed still. */
  left = Infinity;

  override update(...args: Parameters<MarketOrderStore['update']>) {
    if (this.left === 0) return Promise.reject(new Error('the process died'));
    this.left--;
    return super.update(...args);
  }
}

/** The process, on the store that outlives it. */
function boot(): MoneyService {
  const environment = {
    now: () => now,
    newId: randomUUID,
    consoleUrl: null,
    openDatabase: () => Promise.reject(new Error('not needed here')),
    terminalUrl: () => null,
  };
  const { transfers, transactions } = client;
  return new MoneyService(transfers, transactions, store, new SellerStore(new MemoryDatabase()), environment);
}

/** Ends the process and starts another one, which goes on. */
async function restart(): Promise<MoneyService> {
  store.left = Infinity;
  const money = boot();
  await money.onApplicationBootstrap();
  return money;
}

const amounts = (): number[] => simulator.transfers.list().map(({ amount }) => amount);
const kept = async (): Promise<MarketOrder> => (await store.find(order.id)) ?? order;
const states = async (): Promise<string[]> =>
  (await kept()).moves.map(({ kind, state }) => `${kind} ${state.kind}`);

beforeAll(async () => {
  // What goes wrong here goes wrong on purpose.
  Logger.overrideLogger(false);
  simulator = await createPaySimulator();
  const { marketplace } = simulator.credentials;
  client = new Marketplace({ ...marketplace, dev: true, endpoints: simulator.endpoints });
});
afterAll(async () => {
  await client.close();
  await simulator.close();
});
beforeEach(async () => {
  simulator.reset();
  now = 1_000_000;
  store = new DyingStore(new MemoryDatabase());
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
  order = await store.add({
    id: randomUUID(),
    submission: randomUUID(),
    createdAt: now,
    customer: { name: 'Ada', email: 'ada@example.com' },
    lines: [line('mug', 2000), line('tea', 1000)],
    amount: 3000,
    service: { orderCode: orderCodeText, expiresAt: now },
    payment: { transactionId, matches: true },
    split: null,
    commission: null,
    moves: [],
    reports: [],
    refundsSeen: [],
  });
});

describe('a market that is restarted', () => {
  it.each(Array.from({ length: 8 }, (_, writes) => writes))(
    'after %i writes of a split pays nobody twice, and ends with each paid or honestly not known',
    async (writes) => {
      store.left = writes;
      await boot()
        .split(order.id)
        .catch(() => undefined);
      const money = await restart();
      // The webhook was not answered, so it comes again.
      await Promise.all([money.split(order.id), money.split(order.id)]);
      now += 11 * 60_000;
      await money.look(order.id);
      for (const { id } of (await kept()).moves) await money.sendAgain(order.id, id);
      const all = await states();
      expect(all).toHaveLength(2);
      const [mug, tea] = (await kept()).moves.map(({ state }) => state.kind);
      // What died between sending and hearing stays open: the transfer is there once, whatever is clicked.
      expect(amounts().filter((amount) => amount === 1800)).toHaveLength(1);
      expect(amounts().filter((amount) => amount === 900)).toHaveLength(mug === undefined ? 0 : 1);
      expect([mug, tea].every((kind) => kind === 'done' || kind === 'sending')).toBe(true);
    },
  );

  it.each(Array.from({ length: 8 }, (_, writes) => writes))(
    'after %i writes of a refund gives back once, and takes back once',
    async (writes) => {
      const refundId = randomUUID();
      await boot().split(order.id);
      store.left = writes;
      await boot()
        .refund(order.id, refundId, 'mug', 0)
        .catch(() => undefined);
      const money = await restart();
      await money.refund(order.id, refundId, 'mug', 0);
      now += 11 * 60_000;
      await money.look(order.id);
      // The same key: asking again gives the same refund.
      await money.sendAgain(order.id, refundId);
      const { refunded } = simulator.transactions.get(order.payment?.transactionId ?? '');
      expect(refunded).toBe(2000);
      const back = simulator.transfers.list().filter(({ parentId }) => parentId !== null);
      expect(back.map(({ amount }) => amount)).toEqual([1800]);
      expect((await states())[2]).toBe('refund done');
    },
  );

  it('learns from a report what became of what it had sent', async () => {
    store.left = 2;
    await boot()
      .split(order.id)
      .catch(() => undefined);
    const money = await restart();
    now += 6 * 60_000;
    const [sent] = simulator.transfers.list();
    await money.report(order.id, {
      transferId: sent?.id ?? '',
      parentId: null,
      amount: 1800,
      executed: null,
      personId: null,
    });
    expect(await states()).toEqual(['transfer done', 'transfer done']);
    expect(amounts()).toEqual([1800, 900]);
  });

  it('does not take a report for one of two transfers that it cannot tell apart', async () => {
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
    for (const { id } of (await kept()).moves) {
      await money.dismiss(order.id, id);
      await money.sendAgain(order.id, id);
    }
    expect(amounts()).toEqual([1350, 1350]);
  });
});
