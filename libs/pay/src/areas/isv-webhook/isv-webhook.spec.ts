import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { Endpoint } from '../../../../../test/contract/round-trips/endpoint.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
let receiver: Endpoint;
beforeAll(async () => {
  world = await World.create('isv webhooks');
});
beforeEach(async () => {
  world.simulator.reset();
  receiver = new Endpoint({ key: await webhookKey() });
  await receiver.listen();
});
afterEach(() => receiver.close());
afterAll(() => world.close());

const webhookKey = async () => unwrap(await world.isv.webhook.retrieveWebhookKey());
const register = async (...eventTypeIds: number[]) => {
  for (const eventTypeId of eventTypeIds)
    unwrap(await world.isv.webhooks.create({ url: receiver.url, eventTypeId }));
};
/** Waits until all events are delivered and returns them in order. */
async function deliveredEvents() {
  await world.simulator.deliveries.settled();
  return receiver.received;
}

describe('webhooks of an ISV', () => {
  it('receive the events of all connected merchants and of no other merchant', async () => {
    await register(1796, 1799);
    const first = await world.isvOrder();
    const second = await world.isvOrder();
    for (const { orderCode } of [first, second]) world.simulator.checkout.pay(orderCode, GOOD_CARD);
    await world.payment();
    const events = (await deliveredEvents()).filter(({ EventTypeId }) => EventTypeId === 1796);
    expect(events.map(({ EventData }) => EventData['MerchantId'])).toEqual([
      first.targetMerchantId,
      second.targetMerchantId,
    ]);
    expect((await deliveredEvents()).filter(({ EventTypeId }) => EventTypeId === 1799)).toHaveLength(2);
  });

  it('are rejected if the endpoint does not return the key in a lower-case member [webhook-subscriptions.3]', async () => {
    receiver.key = { Key: await webhookKey() };
    const result = await world.isv.webhook.create({ url: receiver.url, eventTypeId: 1796 });
    expect(result).toMatchObject({ code: 'rejected', error: { httpStatus: 400, outcome: 'rejected' } });
    expect(world.simulator.isvWebhooks.list()).toEqual([]);
  });

  it('are accepted if the endpoint returns the key in both spellings [isv.16]', async () => {
    const key = await webhookKey();
    receiver.key = { Key: key, key };
    await register(1796);
    expect(world.simulator.isvWebhooks.list()).toHaveLength(1);
  });

  it('are limited to ten for each event type [webhook-subscriptions.9]', async () => {
    for (let count = 0; count < 10; count += 1) await register(1796);
    expect(await world.isv.webhook.create({ url: receiver.url, eventTypeId: 1796 })).toMatchObject({
      code: 'rejected',
      error: { eventId: 3732, serviceText: 'SecurityCreateWebhookFailedLimitReached' },
    });
    await register(1797);
    expect(world.simulator.isvWebhooks.list()).toHaveLength(11);
  });

  it.each([4865, 2054, 1])('are rejected for event type %d', async (eventTypeId) => {
    expect(await world.isv.webhook.create({ url: receiver.url, eventTypeId })).toMatchObject({
      code: 'rejected',
    });
  });

  it.each(['http://shop.example.com/hooks', 'hooks'])(
    'are rejected before sending for the address %s',
    async (url) => {
      expect(await world.isv.webhook.create({ url, eventTypeId: 1796 })).toMatchObject({
        code: 'validationerror',
      });
    },
  );

  it('are available as `webhook` and as `webhooks`', () => {
    expect(world.isv.webhooks).toBe(world.isv.webhook);
  });
});
