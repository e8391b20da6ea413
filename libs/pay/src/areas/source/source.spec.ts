import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { STOREFRONT } from '../../../../../test/contract/round-trips/source.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('sources');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('createSource', () => {
  it('creates a source for orders, with the addresses that customers return to [payments.13] [fees-sources.1] [fees-sources.9]', async () => {
    unwrap(await world.wallet.source.createSource(STOREFRONT));
    const outcome = world.simulator.checkout.pay(await world.order({ sourceCode: '1234' }), GOOD_CARD);
    expect(outcome).toMatchObject({
      kind: 'approved',
      redirectUrl: expect.stringMatching(/^https:\/\/www\.example\.com\/success\?/),
    });
    expect(world.simulator.sources.list().find(({ code }) => code === '1234')).toMatchObject({
      name: 'Storefront',
      successUrl: 'https://www.example.com/success',
      failureUrl: 'https://www.example.com/fail',
    });
    unwrap(await world.wallet.source.createSource({ ...STOREFRONT, sourceCode: '1235', isSecure: false }));
    expect(world.simulator.sources.list().find(({ code }) => code === '1235')?.successUrl).toBe(
      'http://www.example.com/success',
    );
  });

  it('uses the source code of the client if the call has none [fees-sources.4]', async () => {
    const { credentials, endpoints } = world.simulator;
    const client = new PayWallet({ ...credentials.merchant, endpoints, dev: true, sourceCode: 'Till' });
    unwrap(await client.source.createSource({ name: 'Till', isPhysical: true, address: 'Amarousiou 18' }));
    expect(world.simulator.sources.list().find(({ code }) => code === 'Till')?.name).toBe('Till');
    expect(await client.source.createSource(STOREFRONT)).toMatchObject({ success: true });
    await client.close();
  });

  it.each([
    ['no source code', { ...STOREFRONT, sourceCode: undefined }, 'sourceCode'],
    ['a scheme in the domain', { ...STOREFRONT, domain: 'https://www.example.com' }, 'domain'],
    ['an online shop without a path', { ...STOREFRONT, pathFail: undefined }, 'pathFail'],
    ['a latitude above 90', { ...STOREFRONT, isPhysical: true, latitude: 91 }, 'latitude'],
    ['options that are not an object', 'Storefront', 'options'],
  ])('rejects %s before sending [fees-sources.9]', async (_problem, options, field) => {
    const before = world.simulator.requests().length;
    expect(await world.wallet.source.createSource(options as never)).toMatchObject({
      code: 'validationerror',
      error: { fields: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
    expect(world.simulator.requests()).toHaveLength(before);
  });

  it('reports a source that exists already, which the service responds with HTTP 409 [fees-sources.5]', async () => {
    unwrap(await world.wallet.source.createSource(STOREFRONT));
    expect(await world.wallet.source.createSource(STOREFRONT)).toMatchObject({
      code: 'sourcecodeexist',
      error: { httpStatus: 409 },
    });
  });

  it('keeps the names of the redirect parameters, which only the banking app can change [fees-sources.8]', async () => {
    unwrap(await world.wallet.source.createSource(STOREFRONT));
    const pay = async (): Promise<readonly string[]> => {
      const outcome = world.simulator.checkout.pay(await world.order({ sourceCode: '1234' }), GOOD_CARD);
      const address = outcome.kind === 'approved' ? outcome.redirectUrl : '';
      return [...new URL(address).searchParams.keys()].slice(0, 2);
    };
    expect(await pay()).toEqual(['t', 's']);
    world.simulator.sources.save({ code: '1234', transactionParameter: 'payment', orderParameter: 'order' });
    expect(await pay()).toEqual(['payment', 'order']);
  });

  it('fails with `sourcecodeerror` unless the source exists already', async () => {
    world.simulator.faults.add({
      operation: 'source.createSource',
      kind: 'status',
      status: 400,
      times: 1,
    } as never);
    expect(await world.wallet.source.createSource(STOREFRONT)).toMatchObject({
      code: 'sourcecodeerror',
      error: { httpStatus: 400, outcome: 'rejected' },
    });
  });
});
