import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Claims 12.50 back from a seller. Event 5633 reports when it was captured. */
export async function claimBack(pay: PayWallet, sellerId: string): Promise<string> {
  const claimed = await pay.obligations.createObligation({
    amount: 12.5, // MAJOR units, only in this method
    currencyCode: 978,
    personId: sellerId,
    description: 'Order 42 was returned',
  });
  if (claimed.success) return claimed.data.obligationId;
  if (claimed.error.outcome === 'unknown')
    throw new Error('The claim may exist: wait for event 5632 before you repeat this.');
  throw new Error(claimed.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await claimBack(world.wallet, world.simulator.wallets.other.ownerId)).toMatch(UUID);
};
