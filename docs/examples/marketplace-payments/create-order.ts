import { expect } from '@jest/globals';
import { connectedSeller, DAY_MS, GOOD_CARD } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Creates an order of 100.00. The seller gets 80.00 automatically when the payment clears. */
export async function sellOne(marketplace: Marketplace, connectedAccountId: string): Promise<string> {
  const order = await marketplace.payments.createOrder({
    amount: 10_000, // minor units
    merchantTrns: 'order-1001',
    transfer: {
      connectedAccountId,
      amount: 9000, // goes to the seller
      platformFee: 1000, // is deducted from it
    },
  });
  if (!order.success) throw new Error(order.message);
  return order.data.orderCodeText; // for getSmartCheckout; a string, because codes can exceed 2^53
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const seller = connectedSeller(world);
  world.simulator.checkout.pay(await sellOne(world.marketplace, seller), GOOD_CARD);
  await world.simulator.clock.advance(2 * DAY_MS);
  expect(world.simulator.sellers.get(seller).available).toBe(8000n);
};
