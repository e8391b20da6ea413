import { expect } from '@jest/globals';
import { DAY_MS, dataClient, dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Names the shop of each card purchase, by the ID of its movement. */
export async function shops(pay: PayWallet, DateFrom: string, DateTo: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let PageNumber = 1; ; PageNumber++) {
    const page = await pay.dataServices.searchMerchantExpenses({ DateFrom, DateTo }, { PageNumber });
    if (!page.success) throw new Error(page.message);
    if (page.data.data.length === 0) return names;
    for (const { walletTransactionId, description } of page.data.data)
      names.set(walletTransactionId, description?.split('\\')[0] ?? '');
  }
}
// #endregion

export const run = async (world: World): Promise<void> => {
  world.simulator.wallet.buy(1990);
  const today = world.simulator.clock.now();
  const named = await shops(dataClient(world), dayOf(today - DAY_MS), dayOf(today));
  expect([...named.values()]).toEqual(['ACME SUPPLIES']);
};
