import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { STOREFRONT } from './round-trips/source.js';
import { World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('fees and sources');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('fees', () => {
  it('are asked in minor and answered in MAJOR units: 1 % commission and the fee of the payment method', async () => {
    const orderCode = await world.order({
      amount: 2450,
      paymentMethodFees: [{ paymentMethodId: '0', fee: 35 }],
    });
    const fees = unwrap(await world.wallet.fees.retrieveFees({ orderCode, amount: 2450 }));
    expect(fees).toMatchObject({ Fee: 0.59, ServiceFee: 0.35, ResellerFee: 0 });
  });

  it.each([
    [{ amount: 100 }, 'orderCode'],
    [{ orderCode: null, amount: 100 }, 'orderCode'],
    [{ orderCode: 2 ** 53, amount: 100 }, 'orderCode'],
    [{ orderCode: '1272214778972604', amount: 10.5 }, 'amount'],
  ])('of %j are not asked for: %s is wrong', async (options, field) => {
    expect(await world.wallet.fees.retrieveFees(options as never)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field }] },
    });
  });
});

describe('sources', () => {
  it('take orders and decide where the customer goes', async () => {
    unwrap(await world.wallet.source.createSource(STOREFRONT));
    const outcome = world.simulator.checkout.pay(await world.order({ sourceCode: '1234' }), GOOD_CARD);
    expect(outcome.kind).toBe('approved');
    expect(world.simulator.sources.find('1234')).toMatchObject({
      name: 'Storefront',
      successUrl: 'https://www.example.com/success',
      failureUrl: 'https://www.example.com/fail',
    });
  });

  it('take the client’s code where the call names none, and send it', async () => {
    const { credentials, endpoints } = world.simulator;
    const client = new PayWallet({ ...credentials.merchant, endpoints, dev: true, sourceCode: 'Till' });
    unwrap(await client.source.createSource({ name: 'Till', isPhysical: true, address: 'Amarousiou 18' }));
    expect(world.simulator.sources.find('Till')?.name).toBe('Till');
    expect(await client.source.createSource(STOREFRONT)).toMatchObject({ success: true });
    await client.close();
  });

  it.each([
    ['no code anywhere', { ...STOREFRONT, sourceCode: undefined }, 'sourceCode'],
    ['a scheme in the domain', { ...STOREFRONT, domain: 'https://www.example.com' }, 'domain'],
    ['a shop on the web without a path', { ...STOREFRONT, pathFail: undefined }, 'pathFail'],
    ['a latitude beyond the pole', { ...STOREFRONT, isPhysical: true, latitude: 91 }, 'latitude'],
    ['no object', 'Storefront', 'options'],
  ])('with %s are not sent', async (_what, options, field) => {
    const before = world.simulator.requests().length;
    expect(await world.wallet.source.createSource(options as never)).toMatchObject({
      code: 'validationerror',
      error: { fields: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
    expect(world.simulator.requests()).toHaveLength(before);
  });

  it('are refused with sourcecodeerror for any other reason than that they exist', async () => {
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
