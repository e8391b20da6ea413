import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

/** Creates a source for a connected merchant's web shop, unless it exists. Set it as `sourceCode` in orders. */
export async function ensureSource(pay: PayISV, targetMerchantId: string): Promise<void> {
  const created = await pay.source.createSource({
    targetMerchantId,
    sourceCode: '1234',
    name: 'Web shop',
    domain: 'www.example.com', // no scheme: isSecure selects https
    isSecure: true,
    pathSuccess: 'pay/done',
    pathFail: 'pay/failed',
  });
  if (!created.success && created.code !== 'sourcecodeexist') throw new Error(created.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const merchant = world.merchant();
  await ensureSource(world.isv, merchant);
  await ensureSource(world.isv, merchant);
  const order = { amount: 2450, isvAmount: 100, sourceCode: '1234' };
  expect(await world.isv.payments.createOrder(merchant, order)).toMatchObject({ success: true });
};
