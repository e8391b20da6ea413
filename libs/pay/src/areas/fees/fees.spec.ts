import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('fees');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('retrieveFees', () => {
  it('returns the commission and the fee of the payment method in MAJOR units for an amount in minor units [fees-sources.6]', async () => {
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
  ])('rejects %j before sending, because %s is invalid', async (options, field) => {
    expect(await world.wallet.fees.retrieveFees(options as never)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field }] },
    });
  });
});
