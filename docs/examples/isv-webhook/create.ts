import { expect } from '@jest/globals';
import { respondingKey } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayISV } from 'nestjs-pay/client';

const EVENTS = [1796, 1797, 1798, 8193, 8194];

/**
 * Registers the ISV's endpoint. Call it once for each environment, not at every start: registrations cannot be listed, and
 * each event type allows ten. The endpoint must be running, because the service requests the key from it.
 */
export async function registerWebhooks(isv: PayISV, url: string): Promise<void> {
  for (const eventTypeId of EVENTS) {
    const registered = await isv.webhook.create({ url, eventTypeId });
    if (!registered.success) throw new Error(`${eventTypeId}: ${registered.message}`);
  }
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const key = await world.isv.webhook.retrieveWebhookKey();
  await respondingKey({ key: key.data ?? '' }, (url) => registerWebhooks(world.isv, url));
  expect(world.simulator.isvWebhooks.list().map(({ eventTypeId }) => eventTypeId)).toEqual(EVENTS);
};
