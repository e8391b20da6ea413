import { createHmac } from 'node:crypto';
import { expect } from '@jest/globals';
import { SUBSCRIPTION, dataClient, fileLink } from '../world.js';
import type { World } from '../world.js';
// #region example
import { verifyPayDataServicesWebhookSignature } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';

/** Returns the link in a delivery after checking its signature. */
export async function linkIn(
  pay: PayWallet,
  delivery: { rawBody: Buffer; headers: Record<string, string> },
  secret: string,
): Promise<string> {
  const signature = verifyPayDataServicesWebhookSignature({ ...delivery, secret });
  if (!signature.valid) throw new Error('This delivery is not from the service.');
  const payload: unknown = JSON.parse(delivery.rawBody.toString());
  const parsed = await pay.dataServices.parseSaleTransactionsWebhook(payload);
  if (!parsed.success) throw new Error(parsed.message);
  return parsed.data.Link;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const Link = await fileLink(world);
  const body = world.simulator.fileNotices().at(-1)?.request ?? '';
  const signature = createHmac('sha256', SUBSCRIPTION.secret).update(body).digest('hex');
  const delivery = { rawBody: Buffer.from(body), headers: { 'viva-signature-256': signature } };
  expect(await linkIn(dataClient(world), delivery, SUBSCRIPTION.secret)).toBe(Link);
  await expect(linkIn(dataClient(world), delivery, 'another')).rejects.toThrow('not from the service');
};
