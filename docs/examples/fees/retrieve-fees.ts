import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { toMinorUnits } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the fees for an order of 24.50, in minor units. */
export async function feeOf(pay: PayWallet, orderCode: string): Promise<number> {
  const fees = await pay.fees.retrieveFees({ orderCode, amount: 2450 }); // minor units
  if (!fees.success) throw new Error(fees.message);
  return toMinorUnits(fees.data.Fee ?? 0, 'EUR'); // from MAJOR units
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await feeOf(world.wallet, await world.order({ amount: 2450 }))).toBeGreaterThan(0);
};
