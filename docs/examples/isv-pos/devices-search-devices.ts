import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Lists the terminals of a connected merchant that accept requests. */
export async function liveTerminals(isv: PayISV, merchantId: string): Promise<string[]> {
  const found = await isv.pos.devices.searchDevices({ merchantId, statusId: 1 });
  if (!found.success) throw new Error(found.message);
  return found.data.map(({ terminalId }) => terminalId);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await liveTerminals(world.isv, world.merchant())).toContain(SALE.terminalId);
};
