import { expect } from '@jest/globals';
import { inviteSeller } from './create-account.js';
import type { World } from '../world.js';
// #region example
import type { Marketplace } from 'nestjs-pay/client';

/** Returns whether a seller is verified. The demo environment never sends event 8194, so poll this there. */
export async function isVerified(marketplace: Marketplace, accountId: string): Promise<boolean> {
  const account = await marketplace.sellers.retrieveConnectedAccount(accountId);
  if (!account.success) throw new Error(account.message);
  return account.data.verified;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { accountId } = await inviteSeller(world.marketplace, 'seller@example.com', 'DE89370400440532013000');
  expect(await isVerified(world.marketplace, accountId)).toBe(false);
  world.simulator.sellers.connect({ accountId });
  expect(await isVerified(world.marketplace, accountId)).toBe(true);
};
