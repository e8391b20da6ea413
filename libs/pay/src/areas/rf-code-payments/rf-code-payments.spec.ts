import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRfPaymentCode, OrderState, PayEventType, PayWallet, unwrap } from 'nestjs-pay/client';
import { Endpoint } from '../../../../../test/contract/round-trips/endpoint.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { TestingTransport, wallet, WEB } from '../../client.testing.js';

let world: World;
beforeAll(async () => {
  world = await World.create('RF codes');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

/** Creates a client whose service responds to every call with this body. */
function responding(body: string): PayWallet {
  const transport = { send: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) }) };
  return new PayWallet({ ...world.simulator.credentials.merchant, transport });
}

describe('generateRfCodes', () => {
  it('returns the same code with valid check digits each time', async () => {
    const orderCode = await world.order();
    const [first, second] = [
      unwrap(await world.wallet.rfCodePayments.generateRfCodes({ orderCode })),
      unwrap(await world.wallet.rfCodePayments.generateRfCodes({ orderCode })),
    ];
    expect(first).toEqual(second);
    expect(first?.rfPaymentCode).toContain(orderCode);
    expect(isRfPaymentCode(first?.rfPaymentCode)).toBe(true);
  });

  it('is requested on the web host without credentials [legacy-misc.2]', async () => {
    const transport = new TestingTransport([{ body: '{"rfPaymentCode":"RF58907127221477897260400"}' }]);
    await wallet(transport).rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' });
    const [request] = transport.sent;
    expect(request?.url).toMatch(new RegExp(`^${WEB}/web2/`));
    expect(request?.headers['authorization']).toBeUndefined();
  });

  it('pays its order by a bank transfer, without a transaction [legacy-misc.4]', async () => {
    const endpoint = new Endpoint({ Key: unwrap(await world.wallet.webhooks.retrieveWebhookKey()) });
    await endpoint.listen();
    const eventTypeIds = [PayEventType.TransactionPaymentCreated, PayEventType.AccountTransactionCreated];
    await world.simulator.webhooks.register({ url: endpoint.url, eventTypeIds });
    const orderCode = await world.order({ amount: 2450 });
    world.simulator.trigger('bank-transfer', { orderCode });
    await world.simulator.deliveries.settled();
    await endpoint.close();
    expect(unwrap(await world.wallet.payments.getOrder(orderCode)).StateId).toBe(OrderState.Paid);
    const listed = await world.wallet.transactions.getLegacyTransactions(undefined, { orderCode });
    expect(unwrap(listed).Transactions).toEqual([]);
    expect(endpoint.received.map(({ EventTypeId, EventData }) => [EventTypeId, EventData['Amount']])).toEqual(
      [[PayEventType.AccountTransactionCreated, 24.5]],
    );
  });

  it('fails with the service’s event ID for an unknown order', async () => {
    expect(
      await world.wallet.rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' }),
    ).toMatchObject({ code: 'notfound', error: { eventId: 5501 } });
  });

  it.each([
    ['an object', '{"rfPaymentCode":"RF18539007547034"}', { rfPaymentCode: 'RF18539007547034' }],
    ['quoted text', '"RF18 5390 0754 7034"', { rfPaymentCode: 'RF18539007547034' }],
    ['bare text', 'RF18539007547034\n', { rfPaymentCode: 'RF18539007547034' }],
    ['an empty response', '', null],
  ])('reads the code from %s', async (_form, body, data) => {
    const result = await responding(body).rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' });
    expect(result).toMatchObject({ success: true, data });
  });

  it.each(['{"rfPaymentCode":"RF19539007547034"}', '<html>Welcome</html>', '{}', '{"rfPaymentCode":null}'])(
    'fails for the response %s',
    async (body) => {
      const result = await responding(body).rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' });
      expect(result).toMatchObject({
        success: false,
        code: 'nodatas',
        error: { outcome: 'unknown', retryable: true },
      });
    },
  );

  it('rejects a rounded order code before sending', async () => {
    expect(await world.wallet.rfCodePayments.generateRfCodes({ orderCode: 2 ** 53 })).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'orderCode', problem: expect.stringMatching(/text or bigint/) }] },
    });
  });
});
