import { expect } from '@jest/globals';
import { connectedSeller, DAY_MS } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Sends the sellers' shares of a payment and returns their transfer IDs, which a reversal needs. */
export async function splitPayment(
  marketplace: Marketplace,
  transactionId: string,
  shares: { seller: string; amount: number }[], // minor units
): Promise<Map<string, string>> {
  const transferOf = new Map<string, string>();
  for (const { seller, amount } of shares) {
    const sent = await marketplace.transfers.sendFunds({ connectedAccountId: seller, amount, transactionId });
    // Another call would pay the seller twice: if the outcome is unknown, look for event 8448 first.
    if (!sent.success) throw new Error(`${sent.error.outcome}: ${sent.message}`);
    // executed is null until the payment clears; this is not a failure
    transferOf.set(seller, sent.data.transferId);
  }
  return transferOf;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const [first, second] = [connectedSeller(world), connectedSeller(world)];
  const shares = [
    { seller: first, amount: 1200 },
    { seller: second, amount: 700 },
  ];
  const payment = await world.payment({ amount: 2000 });
  expect((await splitPayment(world.marketplace, payment, shares)).size).toBe(2);
  await world.simulator.clock.advance(2 * DAY_MS);
  const { sellers } = world.simulator;
  expect([sellers.get(first).available, sellers.get(second).available]).toEqual([1200n, 700n]);
};
