import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';
import { dataClient } from '../../../../../test/contract/round-trips/data-client.js';
import { SUBSCRIPTION } from '../../../../../test/contract/round-trips/webhooks.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { API, BASIC, TestingTransport, wallet, WEB } from '../../client.testing.js';

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
  it('are listed without their secret, updated and deleted [webhook-subscriptions.6]', async () => {
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

  it('are rejected for an unknown event [webhook-subscriptions.1]', async () => {
    const result = await client.webhooks.addSubscription({ ...SUBSCRIPTION, events: ['TransactionCreated'] });
    expect(result).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });

  it('are replaced as a whole, so an update needs a secret [webhook-subscriptions.7] [webhook-subscriptions.8]', async () => {
    const { subscriptionId } = unwrap(await client.webhooks.addSubscription(SUBSCRIPTION));
    const before = world.simulator.requests().length;
    const withoutSecret = { ...SUBSCRIPTION, secret: undefined };
    const result = await client.webhooks.updateSubscription(subscriptionId, withoutSecret as never);
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.message).toContain('secret');
    expect(world.simulator.requests()).toHaveLength(before);
  });

  it('go to the host of the environment, with a token; the key is read with Basic authentication from another host [webhook-subscriptions.4] [webhook-subscriptions.5]', async () => {
    const transport = new TestingTransport([{ body: '[]' }, { body: '{"Key":"0A1B"}' }]);
    const { webhooks } = wallet(transport);
    await webhooks.listSubscriptions();
    await webhooks.retrieveWebhookKey();
    expect(transport.calls.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
      [`${API}/dataservices/v1/webhooks/subscriptions`, 'Bearer tok-1'],
      [`${WEB}/api/messages/config/token`, BASIC],
    ]);
    expect(await world.wallet.webhooks.listSubscriptions()).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('Data Services credentials'),
    });
  });
});
