import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { buildPayWebhookVerificationResponse } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Returns your endpoint's response to the verification request (GET). In Nest, `@PayWebhook()` does this. */
export async function respondToVerification(pay: PayWallet) {
  const key = await pay.webhooks.retrieveWebhookKey();
  if (!key.success) throw new Error(key.message);
  return buildPayWebhookVerificationResponse(key.data);
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await respondToVerification(world.wallet)).toMatchObject({
    statusCode: 200,
    body: { Key: expect.any(String) },
  });
};
