import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { PayISV, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('isv payments');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

it('credits the ISV’s fee when the payment of a connected merchant’s order clears [isv.5]', async () => {
  const { orderCode, targetMerchantId } = await world.isvOrder({ amount: 2450, isvAmount: 100 });
  const { wallet, orders } = world.simulator.connectedMerchants.get(targetMerchantId);
  expect(world.simulator.orders.list().find(({ code }) => code === orderCode)).toBeUndefined();
  expect(world.simulator.checkout.pay(orderCode, GOOD_CARD)).toMatchObject({ kind: 'approved' });
  expect(unwrap(await world.isv.payments.getOrder({ orderCode, targetMerchantId }))).toMatchObject({
    OrderCodeText: orderCode,
    RequestAmount: 24.5,
    StateId: 3,
  });
  expect(orders.get(orderCode).isv).toEqual({ amount: 100, resellerSourceCode: 'Default' });
  const main = world.simulator.wallet.balance();
  await world.simulator.clock.advance(2 * 86_400_000);
  const { ledger } = world.simulator;
  expect(wallet.balance()).toBe(2450n - 24n - 100n);
  expect(ledger().balances['978']?.['isvWallet'] ?? 0n).toBe(100n);
  expect(world.simulator.wallet.balance()).toBe(main);
  expect(ledger().totals).toEqual({ '978': 0n });
});

it('hides an order of one connected merchant from another', async () => {
  const { orderCode } = await world.isvOrder();
  expect(await world.isv.payments.getOrder({ orderCode, targetMerchantId: world.merchant() })).toMatchObject({
    success: false,
    code: 'notfound',
  });
  expect(await world.isv.payments.getOrder({ orderCode, targetMerchantId: UNKNOWN_ID })).toMatchObject({
    success: false,
    code: 'forbidden',
  });
});

it.each([{ isvAmount: 1000 }, { isvAmount: 1.5 }, { isvAmount: 10, preauth: true }])(
  'rejects the fee in %j before sending [isv.5]',
  async (options) => {
    const result = await world.isv.payments.createOrder(world.merchant(), { amount: 1000, ...options });
    expect(result).toMatchObject({ success: false, code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toEqual(['isvAmount']);
  },
);

it.each([undefined, null, 0])(
  'verifies a card for a connected merchant with the fee %s',
  async (isvAmount) => {
    const { orderCode } = await world.isvOrder({ amount: 0, isCardVerification: true, isvAmount });
    expect(world.simulator.checkout.pay(orderCode, GOOD_CARD)).toMatchObject({ kind: 'approved' });
  },
);

it('rejects a fee for a card verification', async () => {
  const options = { amount: 0, isCardVerification: true, isvAmount: 1 };
  const result = await world.isv.payments.createOrder(world.merchant(), options);
  expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'isvAmount' }] } });
});

it('names the client options that reseller calls need', async () => {
  const { clientId, clientSecret } = world.simulator.credentials.isv;
  const isv = new PayISV({ clientId, clientSecret, endpoints: world.simulator.endpoints });
  const result = await isv.payments.getOrder({ orderCode: 12, targetMerchantId: UNKNOWN_ID });
  expect(result).toMatchObject({ success: false, code: 'initerror', error: { outcome: 'not-sent' } });
  expect(result.message).toContain('resellerId and resellerApiKey are missing');
});

it.each(['x', `${UNKNOWN_ID}:${UNKNOWN_ID}`, undefined])(
  'rejects the target merchant %s before sending',
  async (targetMerchantId) => {
    const result = await world.isv.payments.getOrder({
      orderCode: 12,
      targetMerchantId: targetMerchantId as string,
    });
    expect(result).toMatchObject({ success: false, code: 'validationerror' });
    expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toEqual(['targetMerchantId']);
  },
);
