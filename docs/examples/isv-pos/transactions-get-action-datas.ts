import { expect } from '@jest/globals';
import { startControl } from './transactions-create-action.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Name of `pos.transactions.getActionDetails` in the public SDK. */
export async function isDone(isv: PayISV, actionId: string): Promise<boolean> {
  const action = await isv.pos.transactions.getActionDatas({ actionId });
  if (!action.success) throw new Error(action.message);
  return action.data?.successfullyProcessed === true;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const actionId = await startControl(
    world.isv,
    world.merchant(),
    'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3',
  );
  await world.simulator.clock.advance(5_000);
  expect(await isDone(world.isv, actionId)).toBe(true);
};
