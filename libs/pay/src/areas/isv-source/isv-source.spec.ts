import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayISV, unwrap } from 'nestjs-pay/client';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('isv sources');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const accountOf = (merchantId: string) => world.simulator.connectedMerchants.get(merchantId);

describe('createSource', () => {
  it('creates the source for the connected merchant only', async () => {
    const targetMerchantId = world.merchant();
    const { credentials, endpoints } = world.simulator;
    const isv = new PayISV({ ...credentials.isv, endpoints, sourceCode: 'Web' });
    const site = { domain: 'www.example.com', isSecure: true, pathSuccess: 'ok', pathFail: 'no' };
    unwrap(await isv.source.createSource({ targetMerchantId, name: 'Storefront', ...site }));
    await isv.close();
    expect(
      accountOf(targetMerchantId)
        .sources.list()
        .find(({ code }) => code === 'Web'),
    ).toMatchObject({
      name: 'Storefront',
      successUrl: 'https://www.example.com/ok',
    });
    expect(world.simulator.sources.list().find(({ code }) => code === 'Web')).toBeUndefined();
    expect(
      accountOf(world.merchant())
        .sources.list()
        .find(({ code }) => code === 'Web'),
    ).toBeUndefined();
  });
});
