import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import { DeviceStatus } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Lists the terminals that can take payments. `pay` needs the POS credentials. */
export async function liveTerminals(pay: PayWallet): Promise<string[]> {
  const devices = await pay.pos.devices.searchDevices({ statusId: DeviceStatus.Live });
  if (!devices.success) throw new Error(devices.message);
  return devices.data.map(({ terminalId }) => terminalId);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await liveTerminals(world.pos)).toContain(SALE.terminalId);
};
