import { expect } from '@jest/globals';
import { inviteSeller } from './create-account.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Pauses a seller's automatic payouts and keeps the other payout settings. */
export async function pausePayouts(marketplace: Marketplace, accountId: string): Promise<void> {
  const changed = await marketplace.sellers.updateConnectedAccount(accountId, { payouts: { disable: true } });
  if (!changed.success) throw new Error(changed.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { accountId } = await inviteSeller(world.marketplace, 'seller@example.com', 'DE89370400440532013000');
  await pausePayouts(world.marketplace, accountId);
  expect(world.simulator.sellers.get(accountId).payouts).toMatchObject({ disable: true, interval: 2 });
};
