import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Name of `pos.devices.searchDevices` in the public SDK. */
export async function terminalIds(isv: PayISV, merchantId: string): Promise<string[]> {
  const found = await isv.pos.devices.getDevices({ merchantId });
  if (!found.success) throw new Error(found.message);
  return found.data.map(({ terminalId }) => terminalId);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await terminalIds(world.isv, world.merchant())).toContain(SALE.terminalId);
};
