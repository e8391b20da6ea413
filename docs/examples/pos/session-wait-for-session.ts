import { expect } from '@jest/globals';
import { SALE, soldAtTill } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Waits until the session ends, for 120 seconds unless you set `timeoutMs`. */
export async function waitUntilPaid(pay: PayWallet, sessionId: string): Promise<boolean> {
  const session = await pay.pos.session.waitForSession({ sessionId }, { timeoutMs: 60_000 });
  // After a failure, the payment is unknown: abort the session, then read it once more.
  if (!session.success) throw new Error(session.message);
  return session.data.success;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await soldAtTill(world);
  expect(await waitUntilPaid(world.pos, SALE.sessionId)).toBe(true);
};
