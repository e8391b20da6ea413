import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Whether an order is certainly cancelled: the service says yes to a paid one, too, and answers get lost. */
export async function cancelled(pay: PayWallet, orderCode: string): Promise<boolean> {
  const result = await pay.payments.cancelOrder(orderCode, { maxRetries: 0 });
  const settled = await pay.payments.settle(result); // of an unknown outcome it reads the order
  return settled.success && settled.data.state === 'done';
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order();
  world.simulator.faults.add({ operation: 'payments.cancelOrder', kind: 'executed-but-lost' });
  expect(await cancelled(world.wallet, orderCode)).toBe(true);
};
