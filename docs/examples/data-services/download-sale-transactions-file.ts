import { expect } from '@jest/globals';
import { dataClient, fileLink } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Downloads the file of a webhook's link. Returns null if the link has expired. */
export async function readFile(pay: PayWallet, link: string): Promise<string | null> {
  const file = await pay.dataServices.downloadSaleTransactionsFile(link);
  if (file.success) return new TextDecoder().decode(file.data);
  if (file.code === 'notfound') return null;
  throw new Error(file.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await readFile(dataClient(world), await fileLink(world))).toContain('\n');
};
