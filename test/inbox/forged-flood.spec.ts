import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { durableInbox, unwrap } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { paymentBody, post, startShop } from '../e2e/webhook-shop.js';
import { isFullSize } from '../full-size.js';
import { newPglite } from '../pglite.js';
import { newSchema } from '../stores/databases.js';
import { until } from '../until.js';

const FORGED = isFullSize ? 10_000 : 100;
/** Number of forged deliveries that are read in turn before the true one. */
const IN_TURN = isFullSize ? 1_000 : 100;
const IN_FLIGHT = 50;
/** Reads that the inbox makes at the same time: 32 for deliveries of the service, 2 for those of unknown senders. */
const CONCURRENT_READS = 34;
const ATTACKER = '203.0.113.1';
/** This machine's addresses stand for those that the service has published. */
const SERVICE = '127.0.0.9';

let db: PGlite;
let simulator: PaySimulator;
beforeAll(async () => {
  db = await newPglite();
  simulator = await createPaySimulator({ seed: 'forged flood' });
});
afterAll(async () => {
  await simulator.close();
  await db.close();
});

interface Setting {
  setting: string;
  sourceAddresses?: 'any' | string[];
  status?: number;
  /** Address of the true delivery. */
  from?: string;
  isInTurn?: boolean;
}

it.each<Setting>([
  { setting: 'not set', status: 403 },
  { setting: "the service's list", sourceAddresses: ['127.0.0.0/8'], status: 403 },
  { setting: "'any'", sourceAddresses: 'any' },
  { setting: 'a list of all addresses', sourceAddresses: ['0.0.0.0/0', '::/0'] },
  { setting: "the service's list and the attacker's address", sourceAddresses: ['127.0.0.9', ATTACKER] },
  // Nothing tells such senders apart, so forged deliveries are read in turn. A thousand are enough to see that.
  {
    setting: 'a list without published addresses',
    sourceAddresses: ['203.0.113.0/24'],
    from: '203.0.113.9',
    isInTurn: true,
  },
])(
  `an application handles the true event of an order at once beside forged deliveries of it, if sourceAddresses is $setting`,
  async ({ setting, sourceAddresses, status = 200, from = SERVICE, isInTurn = false }) => {
    simulator.reset();
    const schema = newSchema();
    const inbox = durableInbox({ store: pgliteStore(db, { schema }) });
    const shop = await startShop('express', simulator, {
      webhooks: { sourceAddresses, trustedProxies: ['127.0.0.1'], inbox },
    });
    try {
      const order = await shop.pay.payments.createOrder({ amount: 2450, merchantTrns: 'cart-1' });
      const { orderCodeText: orderCode } = unwrap(order);
      expect(await forge(shop.hook, orderCode, isInTurn ? IN_TURN : FORGED)).toEqual(new Set([status]));
      const outcome = simulator.checkout.pay(orderCode, GOOD_CARD);
      if (outcome.kind !== 'approved') throw new Error(`the card was ${outcome.kind}`);
      const { id: transactionId } = outcome.transaction;
      const first = reads().length;
      await post(shop.hook, paymentBody(simulator, { orderCode, transactionId }), postedFrom(from));
      await until(() => shop.ledger.payments.length > 0, { forMs: 300_000, everyMs: 5 });
      const all = reads();
      // Only the read of the true transaction succeeds.
      const index = all.findLastIndex((read) => read.status === 200);
      if (!isInTurn) expect(index - first).toBeLessThan(CONCURRENT_READS);
      expect(index).toBeGreaterThanOrEqual(0);
      expect(all.length - index).toBeLessThanOrEqual(3 * CONCURRENT_READS);
      if (isFullSize) {
        const seconds = await handledAfter(schema);
        process.stdout.write(`${setting}: ${seconds} s after its read\n`);
        // The forged deliveries take minutes.
        expect(seconds).toBeLessThan(20);
      }
    } finally {
      await shop.close();
    }
  },
  isFullSize ? 900_000 : 120_000,
);

const reads = () => simulator.requests().filter(({ operation }) => operation?.endsWith('getTransactionById'));

const postedFrom = (address: string) => ({ 'x-forwarded-for': address });

/** Returns the time between the confirmation of the only event and its completion, in seconds. */
async function handledAfter(schema: string): Promise<number> {
  let seconds: number | null | undefined;
  await until(async () => {
    const { rows } = await db.query<{ seconds: number | null }>(
      `select extract(epoch from finished_at - received_at)::float8 as seconds from ${schema}.inbox_events`,
    );
    seconds = rows[0]?.seconds;
    return typeof seconds === 'number';
  });
  return seconds ?? Number.NaN;
}

/** Posts forged deliveries of an order from an unknown address, each with a transaction that does not exist. Returns their statuses. */
async function forge(hook: string, orderCode: string, count: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const transactionId = `aaaaaaaa-0000-4000-8000-${String(next++).padStart(12, '0')}`;
      const body = paymentBody(simulator, { orderCode, transactionId });
      // On a busy machine, the server can close an idle connection while the post is sent.
      const response = await post(hook, body, postedFrom(ATTACKER)).catch(() => null);
      if (response !== null) statuses.add(response.status);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return statuses;
}
