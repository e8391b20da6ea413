import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PayEventType, PayWallet, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { isFullSize } from '../full-size.js';
import { flood, Tally } from './flood.js';
import type { AttackerKnowledge } from './forgeries.js';
import { Random } from './random.js';
import { hostileRequests } from './requests.js';
import { Shop } from './shop.js';
import type { ShopState } from './shop.js';

/** Requests for each platform. */
const POSTS = isFullSize ? 200_000 : 1_000;
const SEED = 20_260_101;
/** Requests until the compiler, caches and buffers have their final size. */
const WARM_UP = Math.min(20_000, POSTS / 2);
/** Number of memory measurements after the warm-up. */
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

/** Creates an order and pays it. */
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
  let otherService: PaySimulator;
  let shop: Shop;

  beforeEach(async () => {
    simulator = await createPaySimulator({ seed: 'hostile', clock: 'manual' });
    otherService = await createPaySimulator({ seed: 'other', clock: 'manual' });
    shop = await Shop.start(platform, simulator);
  });
  afterEach(async () => {
    shop.stop();
    await Promise.all([simulator.close(), otherService.close()]);
  });

  /** Returns deliveries of all kinds that the shop receives. All of them were handled. */
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
    `${POSTS} requests neither crash the shop nor reach its handler, and a genuine delivery is still handled`,
    async () => {
      const deliveries = await realDeliveries();
      const before = await shop.state();
      expect(before.handled).toHaveLength(EVENTS.length);
      const known: AttackerKnowledge = {
        deliveries,
        foreign: [
          { ...(await buy(otherService, 2450)), merchantId: otherService.credentials.merchant.merchantId },
          { ...(await buy(otherService, 9951)), merchantId: otherService.credentials.merchant.merchantId },
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
      // The webhook documents 503 for an event that cannot be confirmed at the moment.
      const wrong = Object.entries(tally.byOutcome()).filter(
        ([outcome]) =>
          outcome === 'hung' || outcome === 'dropped' || (Number(outcome) >= 500 && outcome !== '503'),
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
      // The events from before are still recognized as duplicates.
      for (const delivery of deliveries) expect((await shop.post(delivery)).status).toBe(200);
      expect((await shop.state()).handled).toEqual([...before.handled, orderCode]);
    },
    60_000 + POSTS * 20,
  );
});

/** Prints the numbers of a long run. */
function report(platform: string, tally: Tally, ms: number, states: readonly ShopState[]): void {
  if (!isFullSize) return;
  const memory = states.map(({ heapUsed, rss }) => ({ heapUsed, rss }));
  const { counts, logLines } = states.at(-1)!;
  const numbers = { platform, posts: tally.sent, ms, memory, outcomes: tally.byOutcome(), counts, logLines };
  process.stdout.write(`${JSON.stringify(numbers)}\n`);
}
