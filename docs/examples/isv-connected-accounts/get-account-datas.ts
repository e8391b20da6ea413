import { expect } from '@jest/globals';
import { inviteMerchant } from './create.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Returns the merchant ID of an account that can take payments. Call it after events 8193 and 8194. */
export async function payableMerchant(isv: PayISV, accountId: string): Promise<string | null> {
  const account = await isv.connectedAccounts.getAccountDatas({ accountId });
  if (!account.success) throw new Error(account.message);
  // Not verified means not yet verified, or rejected. The service does not distinguish them.
  return account.data.acquiringEnabled ? account.data.merchantId : null;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { accountId } = await inviteMerchant(world.isv, 'merchant@example.com');
  expect(await payableMerchant(world.isv, accountId)).toBeNull();
  world.simulator.accounts.accept(accountId, { legalName: 'Naxos Tickets Ltd' });
  world.simulator.accounts.verify(accountId, true);
  const merchantId = await payableMerchant(world.isv, accountId);
  expect(world.simulator.connectedMerchants.get(merchantId ?? '').account.companyName).toBe(
    'Naxos Tickets Ltd',
  );
};
