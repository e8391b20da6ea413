import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Creates a source for your web shop, unless it exists. Set it as `sourceCode` in orders. */
export async function ensureSource(pay: PayWallet): Promise<void> {
  const created = await pay.source.createSource({
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
  await ensureSource(world.wallet);
  await ensureSource(world.wallet);
  expect(await world.wallet.payments.createOrder({ amount: 2450, sourceCode: '1234' })).toMatchObject({
    success: true,
  });
};
