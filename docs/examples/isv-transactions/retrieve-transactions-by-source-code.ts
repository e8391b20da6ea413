import { expect } from '@jest/globals';
import { dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Counts the attempts to pay in one of a merchant's shops on a day. */
export async function attemptsAt(
  pay: PayISV,
  shop: { targetMerchantId: string; sourceCode: string },
  date: string,
): Promise<number> {
  const list = await pay.transactions.retrieveTransactionsBySourceCode({ ...shop, date });
  if (!list.success) throw new Error(list.message);
  return list.data.Transactions.filter(({ ParentId }) => ParentId === null).length;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { targetMerchantId } = await world.isvPayment();
  const today = dayOf(world.simulator.clock.now());
  expect(await attemptsAt(world.isv, { targetMerchantId, sourceCode: 'Default' }, today)).toBe(1);
  expect(await attemptsAt(world.isv, { targetMerchantId, sourceCode: 'Other' }, today)).toBe(0);
};
