import { expect } from '@jest/globals';
import { DAY_MS, dataClient, dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Collects the movements of some days by ID. The IDs are stable, so days can overlap. */
export async function ledger(pay: PayWallet, from: string, to: string): Promise<Map<string, number>> {
  const amounts = new Map<string, number>();
  for await (const row of pay.dataServices.iterateAccountTransactions({ DateFrom: from, DateTo: to })) {
    amounts.set(row.accountTransactionId, row.amount); // signed, MAJOR units
  }
  return amounts;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { primary, other } = world.simulator.wallets;
  await world.wallet.wallets.balanceTransfer(primary.id, other.id, { amount: 2450 });
  const day = dayOf(world.simulator.clock.now() + DAY_MS);
  expect([...(await ledger(dataClient(world), '2000-01-01', day)).values()]).toContain(-24.5);
};
