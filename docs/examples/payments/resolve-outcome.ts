import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Cancels an order and finds out whether it is canceled, also after a lost response. */
export async function cancelled(pay: PayWallet, orderCode: string): Promise<boolean> {
  const result = await pay.payments.cancelOrder(orderCode, { maxRetries: 0 });
  const resolved = await pay.payments.resolveOutcome(result); // reads the order if the outcome is unknown
  return resolved.success && resolved.data.state === 'done';
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const orderCode = await world.order();
  world.simulator.faults.add({ operation: 'payments.cancelOrder', kind: 'executed-but-lost' });
  expect(await cancelled(world.wallet, orderCode)).toBe(true);
};
