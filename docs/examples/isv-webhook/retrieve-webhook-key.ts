import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import { buildPayWebhookVerificationResponse } from 'nestjs-pay/client';
import type { PayISV } from 'nestjs-pay/client';

/** Returns the response of an ISV's endpoint to the verification request (GET) of the service. */
export async function respondToVerification(pay: PayISV) {
  const key = await pay.webhook.retrieveWebhookKey();
  if (!key.success) throw new Error(key.message);
  return buildPayWebhookVerificationResponse(key.data, { isv: true });
}
// #endregion

export const run = async (world: World): Promise<void> => {
  expect(await respondToVerification(world.isv)).toMatchObject({
    statusCode: 200,
    body: { key: expect.any(String) },
  });
};
