import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planReversals, planSplit, unwrap } from 'nestjs-pay/client';
import type { SplitRefund } from './split-refund.js';
import { DAY_MS } from '../../../../../test/contract/round-trips/data-services.js';
import { connectedSeller } from '../../../../../test/contract/round-trips/marketplace-transfers.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('marketplace split');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const sellerBalance = (accountId: string) => world.simulator.sellers.get(accountId).available;

/** Sends each transfer of a plan and returns the transfer IDs by seller. */
async function carryOut(
  plan: ReturnType<typeof planSplit>,
  transactionId: string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { connectedAccountId, amount } of plan.transfers) {
    const sent = await world.marketplace.transfers.sendFunds({ connectedAccountId, amount, transactionId });
    ids.set(connectedAccountId, unwrap(sent).transferId);
  }
  return ids;
}

it('a split pays two sellers of one order and refunds an item from its own seller', async () => {
  const [mugs, books] = [connectedSeller(world), connectedSeller(world)];
  const before = world.simulator.wallet.balance();
  const transactionId = await world.payment({ amount: 10_000 });
  const plan = planSplit({
    amount: 10_000,
    sellers: [
      { connectedAccountId: mugs, amount: 3333 },
      { connectedAccountId: books, amount: 6667 },
    ],
    platformFee: { basisPoints: 1000 },
  });
  const transfers = await carryOut(plan, transactionId);
  await world.simulator.clock.advance(2 * DAY_MS);
  expect([sellerBalance(mugs), sellerBalance(books)]).toEqual(
    plan.transfers.map(({ amount }) => BigInt(amount)),
  );

  const refund = { amount: 3333, connectedAccountId: mugs };
  unwrap(await world.marketplace.transactions.cancelTransaction(transactionId, { amount: refund.amount }));
  for (const { connectedAccountId, amount } of planReversals(plan, refund).reversals) {
    const transferId = transfers.get(connectedAccountId) ?? '';
    unwrap(await world.marketplace.transfers.createTransferReversal(transferId, { amount }));
  }
  expect([sellerBalance(mugs), sellerBalance(books)]).toEqual([0n, 6000n]);
  // The platform fee of the second seller, less the commission of 1.00.
  expect(world.simulator.wallet.balance() - before).toBe(667n - 100n);
  expect(world.simulator.ledger().totals).toEqual({ '978': 0n });
});

it('the service accepts every planned transfer and reversal, and sellers keep nothing after a full refund', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 30, max: 3300 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 3 }),
      async (prices, basisPoints, wanted) => {
        const amount = prices.reduce((sum, price) => sum + price, 0);
        const sellers = prices.map((price) => ({
          connectedAccountId: connectedSeller(world),
          amount: price,
        }));
        const plan = planSplit({ amount, sellers, platformFee: { basisPoints } });
        const transactionId = await world.payment({ amount });
        const transfers = await carryOut(plan, transactionId);
        await world.simulator.clock.advance(2 * DAY_MS);
        const done: SplitRefund[] = [];
        let left = amount;
        // The last refund is of all that is left.
        for (const part of [...wanted, Number.MAX_SAFE_INTEGER]) {
          const refund = { amount: Math.min(part, left) };
          if (refund.amount === 0) continue;
          unwrap(await world.marketplace.transactions.cancelTransaction(transactionId, refund));
          for (const reversal of planReversals(plan, refund, done).reversals) {
            const transferId = transfers.get(reversal.connectedAccountId) ?? '';
            unwrap(
              await world.marketplace.transfers.createTransferReversal(transferId, {
                amount: reversal.amount,
              }),
            );
          }
          done.push(refund);
          left -= refund.amount;
        }
        expect(sellers.map(({ connectedAccountId }) => sellerBalance(connectedAccountId))).toEqual(
          sellers.map(() => 0n),
        );
      },
    ),
    { numRuns: 15 },
  );
});
