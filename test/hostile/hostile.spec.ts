import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PayEventType, PayWallet, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { GOOD_CARD } from '../cards.js';
import { flood, Tally } from './flood.js';
import type { Known } from './made-up.js';
import { Random } from './random.js';
import { hostileRequests } from './requests.js';
import { Shop } from './shop.js';
import type { ShopState } from './shop.js';

/** For each platform. `npm run hostile` sends 200,000. */
const POSTS = Number(process.env['PAY_HOSTILE_POSTS'] ?? 2000);
const SEED = Number(process.env['PAY_HOSTILE_SEED'] ?? 20_260_101);
/** Until then the compiler, caches and buffers grow to the size that they keep. */
const WARM_UP = Math.min(20_000, POSTS / 2);
/** After each of which memory is looked at. */
const SLICES = 5;
const MEGABYTE = 1024 * 1024;
const MAX_HEAP_GROWTH = 16 * MEGABYTE;
const MAX_RSS_GROWTH = 64 * MEGABYTE;

const EVENTS = [
  PayEventType.TransactionPaymentCreated,
  PayEventType.TransactionReversalCreated,
  PayEventType.TransactionFailed,
  PayEventType.OrderUpdated,
];

/** A customer pays, in however many orders; what the service would deliver is written down, not sent to the shop. */
async function buy(
  simulator: PaySimulator,
  amount: number,
): Promise<{ transactionId: string; orderCode: string }> {
  const wallet = new PayWallet({ ...simulator.credentials.merchant, endpoints: simulator.endpoints });
  const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount }));
  const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
  await wallet.close();
  if (outcome.kind !== 'approved' && outcome.kind !== 'declined') throw new Error(outcome.kind);
  return { transactionId: outcome.transaction.id, orderCode: orderCodeText };
}

describe.each(['express', 'fastify'])('hostile requests to a shop on %s', (platform) => {
  let simulator: PaySimulator;
  let elsewhere: PaySimulator;
  let shop: Shop;

  beforeEach(async () => {
    simulator = await createPaySimulator({ seed: 'hostile', clock: 'manual' });
    elsewhere = await createPaySimulator({ seed: 'elsewhere', clock: 'manual' });
    shop = await Shop.start(platform, simulator);
  }, 60_000);
  afterEach(async () => {
    shop.stop();
    await Promise.all([simulator.close(), elsewhere.close()]);
  });

  /** Deliveries of all kinds that a shop gets, all of them handled. */
  async function realDeliveries(): Promise<string[]> {
    await simulator.webhooks.register({ url: shop.url.href, eventTypeIds: EVENTS });
    const wallet = new PayWallet({ ...simulator.credentials.merchant, endpoints: simulator.endpoints });
    const { transactionId } = await buy(simulator, 2450);
    await buy(simulator, 9951);
    unwrap(await wallet.transactions.cancelTransaction(transactionId, { amount: 2450 }));
    const { orderCode } = unwrap(await wallet.payments.createOrder({ amount: 1000 }));
    unwrap(await wallet.payments.cancelOrder(orderCode));
    await wallet.close();
    await simulator.deliveries.settled();
    return simulator.deliveries.list().flatMap(({ attempts }) => attempts.map(({ request }) => request));
  }

  it(
    `${POSTS} of them bring it neither down nor to its handler, and a true delivery still gets through`,
    async () => {
      const deliveries = await realDeliveries();
      const before = await shop.state();
      expect(before.handled).toHaveLength(EVENTS.length);
      const known: Known = {
        deliveries,
        foreign: [
          { ...(await buy(elsewhere, 2450)), merchantId: elsewhere.credentials.merchant.merchantId },
          { ...(await buy(elsewhere, 9951)), merchantId: elsewhere.credentials.merchant.merchantId },
        ],
        merchantId: simulator.credentials.merchant.merchantId,
      };
      const random = new Random(SEED);
      const path = shop.url.pathname;
      const tally = new Tally();
      const started = Date.now();
      await flood(shop.url, hostileRequests(random, known, path, WARM_UP), tally);
      const states = [await shop.state()];
      for (let slice = 0; slice < SLICES; slice++) {
        await flood(shop.url, hostileRequests(random, known, path, (POSTS - WARM_UP) / SLICES), tally);
        states.push(await shop.state());
      }
      report(platform, tally, Date.now() - started, states);
      const [warm, end] = [states.at(0)!, states.at(-1)!];

      expect(tally.sent).toBe(POSTS);
      // 503 where a read to confirm an event could not be made: documented.
      const fates = tally.byFate();
      const wrong = Object.entries(fates).filter(
        ([fate]) => fate === 'hung' || fate === 'dropped' || (Number(fate) >= 500 && fate !== '503'),
      );
      expect(wrong).toEqual([]);
      expect(end.handled).toEqual(before.handled);
      expect(end.polluted).toEqual([]);
      expect(end.heapUsed - warm.heapUsed).toBeLessThan(MAX_HEAP_GROWTH);
      expect(end.rss - warm.rss).toBeLessThan(MAX_RSS_GROWTH);
      expect(end.logLines['PayWebhook']).toBeLessThan(500 + POSTS / 50);

      const { orderCode } = await buy(simulator, 1999);
      await simulator.deliveries.settled();
      expect(simulator.deliveries.list().map(({ state }) => state)).toEqual(
        Array(EVENTS.length + 1).fill('delivered'),
      );
      // What was handled before all this is still known as a repeat.
      for (const delivery of deliveries) expect((await shop.post(delivery)).status).toBe(200);
      expect((await shop.state()).handled).toEqual([...before.handled, orderCode]);
    },
    60_000 + POSTS * 20,
  );
});

/** The numbers of a long run. */
function report(platform: string, tally: Tally, ms: number, states: readonly ShopState[]): void {
  if (process.env['PAY_HOSTILE_REPORT'] !== 'yes') return;
  const memory = states.map(({ heapUsed, rss }) => ({ heapUsed, rss }));
  const { counts, logLines } = states.at(-1)!;
  const numbers = { platform, posts: tally.sent, ms, memory, fates: tally.byFate(), counts, logLines };
  process.stdout.write(`${JSON.stringify(numbers)}\n`);
}
