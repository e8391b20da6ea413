import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OrderState, PAYMENT_TIMEOUT_NEVER, PayWallet, toMinorUnits, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { TestingTransport, wallet, WEB } from '../../client.testing.js';

let world: World;
beforeAll(async () => {
  world = await World.create('payments');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('orders', () => {
  it('are created in minor units and read in MAJOR units, with an exact order code [payments.1] [payments.3]', async () => {
    const code = await world.order({ amount: 2450, tipAmount: 50, tags: ['spring'] });
    expect(Number.isSafeInteger(Number(code))).toBe(false);
    const read = unwrap(await world.wallet.payments.getOrder(code));
    expect(read).toMatchObject({
      OrderCodeText: code,
      RequestAmount: 24.5,
      TipAmount: 0.5,
      StateId: OrderState.Pending,
      Tags: ['spring'],
      MerchantTrns: 'order-1',
    });
    expect(toMinorUnits(read.RequestAmount, 'EUR')).toBe(2450);
  });

  it('are not sent if a firewall in front of the service refuses the token exchange with a web page', async () => {
    const { simulator, wallet: pay } = world;
    simulator.faults.add({ operation: 'auth.getPayAccessToken', kind: 'edge-403' });
    const before = simulator.requests().length;
    const result = await pay.payments.createOrder({ amount: 2450 });
    expect(result).toMatchObject({
      code: 'tokenerror',
      message: expect.stringMatching(/web page, not JSON: a firewall in front of the service/),
      error: {
        outcome: 'not-sent',
        httpStatus: 403,
        serviceText: expect.stringMatching(/^reference [\w.]+$/),
      },
    });
    const sent = simulator.requests().slice(before);
    expect(sent.map(({ operation, fault }) => [operation, fault])).toEqual([
      ['auth.getPayAccessToken', 'edge-403'],
    ]);
  });

  it.each([
    ['createOrder', { preauth: true }],
    ['createLegacyOrder', { isPreAuth: true }],
  ] as const)(
    '%s rejects a pre-authorization with a tip, because no payment of it succeeds [payments.15]',
    async (method, kind) => {
      const result = await world.wallet.payments[method]({ amount: 2450, tipAmount: 50, ...kind });
      expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
      expect(result.message).toMatch(/tipAmount .*set the tip at capture/);
    },
  );

  it('can be changed, canceled and reopened; cancelOrder reports success for a paid order but does not cancel it [payments.7] [payments.8]', async () => {
    const code = await world.order();
    unwrap(await world.wallet.payments.updateOrder(code, { amount: 3000, isCanceled: true }));
    expect(unwrap(await world.wallet.payments.getOrder(code))).toMatchObject({
      RequestAmount: 30,
      StateId: OrderState.Canceled,
    });
    unwrap(await world.wallet.payments.updateOrder(code, { isCanceled: false }));
    expect(world.simulator.checkout.pay(code, GOOD_CARD).kind).toBe('approved');
    expect(await world.wallet.payments.cancelOrder(code)).toMatchObject({ success: true });
    expect(unwrap(await world.wallet.payments.getOrder(code)).StateId).toBe(OrderState.Paid);
  });

  it('are read, changed and canceled with a code that is a number, a string or a bigint [payments.2]', async () => {
    const transport = new TestingTransport([]);
    const { payments } = wallet(transport);
    for (const code of [1272214778972604, '1272214778972604', 1272214778972604n]) {
      await payments.getOrder(code);
      await payments.updateOrder(code, { amount: 100 });
      await payments.cancelOrder(code);
    }
    const url = `${WEB}/api/orders/1272214778972604`;
    expect(transport.calls.map((call) => call.url)).toEqual(Array<string>(9).fill(url));
  });

  it('fail with `forbidden` if the token lacks the scope, and with `tokenerror` if the credentials are wrong [auth.1] [auth.9]', async () => {
    const { endpoints, credentials } = world.simulator;
    const pos = new PayWallet({ ...credentials.merchant, ...credentials.cloudTerminal, endpoints });
    expect(await pos.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'forbidden',
      error: { httpStatus: 403 },
      message: expect.stringMatching(/each set of credentials/),
    });
    const mixed = new PayWallet({
      ...credentials.merchant,
      clientId: credentials.merchant.merchantId,
      clientSecret: credentials.merchant.apikey,
      endpoints,
    });
    expect(await mixed.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'tokenerror',
      error: { httpStatus: 400, serviceCode: 'invalid_client' },
    });
    await Promise.all([pos.close(), mixed.close()]);
  });

  it('are returned with the service’s own ExpirationDate, because its time zone is not documented [payments.5]', async () => {
    const dates = ['2027-12-01T10:00:00', '2027-12-01T10:00:00.1', '2027-12-01T10:00:00.1234567'];
    const transport = new TestingTransport(
      dates.map((date) => ({
        body: `{"OrderCode":1272214778972604,"RequestAmount":1,"StateId":0,"ExpirationDate":"${date}"}`,
      })),
    );
    const { payments } = wallet(transport);
    for (const ExpirationDate of dates)
      expect(unwrap(await payments.getOrder('1272214778972604'))).toMatchObject({ ExpirationDate });
    expect(unwrap(await world.wallet.payments.getOrder(await world.order())).ExpirationDate).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?$/,
    );
  });

  it('have no transaction until the customer tries to pay [payments.16]', async () => {
    const orderCode = await world.order();
    const attempts = async () =>
      unwrap(await world.wallet.transactions.getLegacyTransactions(undefined, { orderCode })).Transactions;
    expect(await attempts()).toEqual([]);
    world.simulator.checkout.pay(orderCode, GOOD_CARD);
    expect(await attempts()).toHaveLength(1);
  });

  it('expire after paymentTimeout', async () => {
    const code = await world.order({ paymentTimeout: 60 });
    await world.simulator.clock.advance(61_000);
    expect(unwrap(await world.wallet.payments.getOrder(code)).StateId).toBe(OrderState.Expired);
  });

  it('never expire with PAYMENT_TIMEOUT_NEVER [payments.10]', async () => {
    const never = await world.order({ paymentTimeout: PAYMENT_TIMEOUT_NEVER });
    const nearly = await world.order({ paymentTimeout: PAYMENT_TIMEOUT_NEVER + 1 });
    await world.simulator.clock.advance(365 * 86_400_000);
    expect(unwrap(await world.wallet.payments.getOrder(never)).StateId).toBe(OrderState.Pending);
    expect(unwrap(await world.wallet.payments.getOrder(nearly)).StateId).toBe(OrderState.Expired);
  });
});
