import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns whether an action was processed, or undefined if it is not finished. */
export async function actionResult(pay: PayWallet, actionId: string): Promise<boolean | undefined> {
  const details = await pay.pos.transactions.getActionDetails({ actionId });
  if (!details.success) throw new Error(details.message);
  return details.data?.successfullyProcessed; // `pending` with `data: null`: try again
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const action = await world.pos.pos.transactions.createAction({
    terminalId: SALE.terminalId,
    cashRegisterId: 'till-1',
    actionType: 'aade-fim-control',
    request: { token: 'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3' },
  });
  const actionId = action.success ? action.data.actionId : '';
  expect(await actionResult(world.pos, actionId)).toBeUndefined();
  await world.simulator.clock.advance(5_000);
  expect(await actionResult(world.pos, actionId)).toBe(true);
};
