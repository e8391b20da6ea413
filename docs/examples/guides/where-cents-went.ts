import { expect } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { dataClient, DAY_MS, dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import { toMinorUnits } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Adds up a wallet's movements by kind, in minor units. `reports` needs the Data Services credentials. */
export async function whereCentsWent(reports: PayWallet, from: string, to: string, walletId: number) {
  const cents = new Map<number, number>();
  const days = { DateFrom: from, DateTo: to, WalletId: walletId }; // a wallet has one currency
  for await (const row of reports.dataServices.iterateAccountTransactions(days)) {
    if (row.isAuthorization) continue; // reserved, not moved
    const amount = toMinorUnits(row.amount, row.currencyCode); // convert each row: sums of fractions are inexact
    cents.set(row.subTypeId, (cents.get(row.subTypeId) ?? 0) + amount);
  }
  return cents; // AccountTransactionSubType, for example 83 for cleared payments and 13 for their commission
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { simulator, wallet } = world;
  const { primary } = simulator.wallets;
  const before = simulator.wallet.balance();
  const [kept, voided, refunded] = [
    await world.payment({ amount: 4000 }),
    await world.payment({ amount: 4000 }),
    await world.payment({ amount: 4000 }),
  ];
  expect(unwrap(await wallet.transactions.getRemainingAmounts(kept)).refundable).toBe(4000);
  unwrap(await wallet.transactions.cancelTransaction(voided, { amount: 4000, merchantTrns: 'void-1' }));
  await simulator.clock.advance(DAY_MS);
  unwrap(await wallet.transactions.cancelTransaction(refunded, { amount: 4000, merchantTrns: 'refund-1' }));
  const day = dayOf(simulator.clock.now() + DAY_MS);
  const cents = await whereCentsWent(dataClient(world), '2000-01-01', day, Number(primary.id));
  const moved = [...cents.values()].reduce((sum, one) => sum + one, 0);
  expect(BigInt(moved)).toBe(simulator.wallet.balance());
  // One sale of 40.00 is left. The commission of 0.40 was charged for it and for the sale refunded a day later, not for the void.
  expect(BigInt(moved) - before).toBe(4000n - 40n - 40n);
  expect([cents.get(83), cents.get(13)]).toEqual([8000, -80]);
};
