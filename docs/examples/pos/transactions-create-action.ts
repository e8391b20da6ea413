import { expect } from '@jest/globals';
import { SALE, UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Starts an action at a terminal and returns its ID. */
export async function startControl(pay: PayWallet, terminalId: string, token: string): Promise<string> {
  const action = await pay.pos.transactions.createAction({
    terminalId,
    cashRegisterId: 'till-1',
    actionType: 'aade-fim-control',
    request: { token },
  });
  if (!action.success) throw new Error(action.message); // another call would start a second action
  return action.data.actionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(
    await startControl(
      world.pos,
      SALE.terminalId,
      'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3',
    ),
  ).toMatch(UUID);
};
