import { expect } from '@jest/globals';
import { startControl } from './transactions-create-action.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Returns whether the terminal processed the action, or null if it is not finished. */
export async function controlDone(isv: PayISV, actionId: string): Promise<boolean | null> {
  const action = await isv.pos.transactions.getActionDetails({ actionId });
  if (!action.success) throw new Error(action.message);
  return action.data === null ? null : action.data.successfullyProcessed;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const actionId = await startControl(
    world.isv,
    world.merchant(),
    'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3',
  );
  expect(await controlDone(world.isv, actionId)).toBeNull();
  await world.simulator.clock.advance(5_000);
  expect(await controlDone(world.isv, actionId)).toBe(true);
};
