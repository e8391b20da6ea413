import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Returns whether a session was paid, or that it is not finished. */
export async function sessionState(
  pay: PayWallet,
  sessionId: string,
): Promise<'paid' | 'not paid' | 'running'> {
  const session = await pay.pos.session.retrieveSessionById({ sessionId });
  if (!session.success) throw new Error(session.message); // `notfound` right after the request: try again
  if (session.data === null) return 'running';
  return session.data.success ? 'paid' : 'not paid'; // `session.success` only means that the call succeeded
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await world.pos.pos.transactions.initiateSaleRequest(SALE);
  await world.simulator.clock.advance(1_000);
  expect(await sessionState(world.pos, SALE.sessionId)).toBe('running');
  await world.simulator.clock.advance(10_000);
  expect(await sessionState(world.pos, SALE.sessionId)).toBe('paid');
};
