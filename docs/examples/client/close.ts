import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { PayWallet } from 'nestjs-pay/client';
import type { PayWalletOptions } from 'nestjs-pay/client';

/** A script's client: closed, so that no idle connection keeps the process. */
export async function withClient<T>(
  options: PayWalletOptions,
  work: (pay: PayWallet) => Promise<T>,
): Promise<T> {
  const pay = new PayWallet(options);
  try {
    return await work(pay);
  } finally {
    await pay.close();
  }
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { credentials, endpoints } = world.simulator;
  const order = await withClient({ ...credentials.merchant, endpoints }, (pay) =>
    pay.payments.createOrder({ amount: 2450 }),
  );
  expect(order).toMatchObject({ success: true });
};
