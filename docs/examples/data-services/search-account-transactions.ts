import { expect } from '@jest/globals';
import { dataClient } from '../world.js';
import type { World } from '../world.js';
// #region example
import { AccountTransactionType } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Lists the newest movements of a wallet, without reservations. */
export async function lastMovements(pay: PayWallet, walletId: number | string): Promise<string[]> {
  const page = await pay.dataServices.searchAccountTransactions(
    { DateFrom: '2026-01-01', DateTo: '2026-12-31', WalletId: walletId },
    { PageSize: 20, OrderBy: 'Descending' },
  );
  if (!page.success) throw new Error(page.message);
  return page.data.data
    .filter(({ typeId }) => typeId !== AccountTransactionType.AvailableOnly)
    .map(({ valueDate, amount }) => `${valueDate}: ${amount}`); // signed, MAJOR units
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { primary } = world.simulator.wallets;
  expect(await lastMovements(dataClient(world), primary.id)).toEqual(expect.any(Array));
};
