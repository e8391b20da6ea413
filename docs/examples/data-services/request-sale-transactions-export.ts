import { expect } from '@jest/globals';
import { dataClient } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** Requests the file with the sales of a day. A webhook sends its link. `requestId` is a UUID that you create. */
export async function requestFile(pay: PayWallet, day: string, requestId: string): Promise<void> {
  const requested = await pay.dataServices.requestSaleTransactionsExport({
    Date: day, // YYYY-MM-DD
    Id: requestId, // a call with the same ID creates no second file
  });
  if (!requested.success) throw new Error(requested.message);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const request = requestFile(dataClient(world), '2026-03-18', 'c90d4902-6245-449f-b2b0-51d99cd09cfe');
  await expect(request).resolves.toBeUndefined();
};
