import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { PayWallet } from 'nestjs-pay/client';
import type { PayWalletOptions } from 'nestjs-pay/client';

/** Creates a client for a script and closes it, so that no idle connection keeps the process running. */
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
