import { expect } from '@jest/globals';
import { UUID } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Starts an action at a connected merchant's terminal and returns its ID. */
export async function startControl(isv: PayISV, merchantId: string, token: string): Promise<string> {
  const action = await isv.pos.transactions.createAction({
    terminalId: '16000010',
    cashRegisterId: 'till-1',
    actionType: 'aade-fim-control',
    request: { token },
    isvDetails: { terminalMerchantId: merchantId },
  });
  if (!action.success) throw new Error(action.message); // another call would start a second action
  return action.data.actionId;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(
    await startControl(
      world.isv,
      world.merchant(),
      'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3',
    ),
  ).toMatch(UUID);
};
