import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';
import { dataClient } from '../../../../../test/contract/round-trips/data-client.js';
import { SUBSCRIPTION } from '../../../../../test/contract/round-trips/webhooks.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
let client: PayWallet;
beforeAll(async () => {
  world = await World.create('subscriptions');
  client = dataClient(world);
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(async () => {
  await client.close();
  await world.close();
});

describe('subscriptions', () => {
  it('are listed without their secret, updated and deleted', async () => {
    const { subscriptionId } = unwrap(await client.webhooks.addSubscription(SUBSCRIPTION));
    const url = 'http://127.0.0.1:9/other';
    unwrap(await client.webhooks.updateSubscription(subscriptionId, { ...SUBSCRIPTION, url }));
    const listed = await client.webhooks.listSubscriptions();
    expect(unwrap(listed)).toEqual([{ subscriptionId, url, events: SUBSCRIPTION.events }]);
    expect(JSON.stringify(listed)).not.toContain(SUBSCRIPTION.secret);
    unwrap(await client.webhooks.deleteSubscription(subscriptionId));
    expect(unwrap(await client.webhooks.listSubscriptions())).toEqual([]);
  });

  it.each([
    [{ url: 'http://shop.example.com' }, 'url'],
    [{ secret: '' }, 'secret'],
    [{ events: [] }, 'events'],
  ])('are rejected before sending with %j', async (wrong, field) => {
    const result = await client.webhooks.addSubscription({ ...SUBSCRIPTION, ...wrong });
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field }] } });
  });

  it('are rejected for an unknown event', async () => {
    const result = await client.webhooks.addSubscription({ ...SUBSCRIPTION, events: ['TransactionCreated'] });
    expect(result).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });
});
