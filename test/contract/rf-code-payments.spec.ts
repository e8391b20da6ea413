import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRfPaymentCode, PayWallet, unwrap } from 'nestjs-pay/client';
import { World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('RF codes');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

/** A client whose service answers this body, whatever is asked. */
function answering(body: string): PayWallet {
  const transport = { send: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) }) };
  return new PayWallet({ ...world.simulator.credentials.merchant, transport });
}

describe('RF codes', () => {
  it('belong to the order, are the same each time, and have right check digits', async () => {
    const orderCode = await world.order();
    const [first, second] = [
      unwrap(await world.wallet.rfCodePayments.generateRfCodes({ orderCode })),
      unwrap(await world.wallet.rfCodePayments.generateRfCodes({ orderCode })),
    ];
    expect(first).toEqual(second);
    expect(first?.rfPaymentCode).toContain(orderCode);
    expect(isRfPaymentCode(first?.rfPaymentCode)).toBe(true);
  });

  it('say the service’s event id for an order that it does not know', async () => {
    expect(
      await world.wallet.rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' }),
    ).toMatchObject({ code: 'notfound', error: { eventId: 5501 } });
  });

  it.each([
    ['an object', '{"rfPaymentCode":"RF18539007547034"}', { rfPaymentCode: 'RF18539007547034' }],
    ['quoted text', '"RF18 5390 0754 7034"', { rfPaymentCode: 'RF18539007547034' }],
    ['bare text', 'RF18539007547034\n', { rfPaymentCode: 'RF18539007547034' }],
    ['nothing', '', null],
  ])('are read from %s', async (_form, body, data) => {
    const result = await answering(body).rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' });
    expect(result).toMatchObject({ success: true, data });
  });

  it.each(['{"rfPaymentCode":"RF19539007547034"}', '<html>Welcome</html>', '{}', '{"rfPaymentCode":null}'])(
    'are not believed from %s',
    async (body) => {
      const result = await answering(body).rfCodePayments.generateRfCodes({ orderCode: '1272214778972604' });
      expect(result).toMatchObject({
        success: false,
        code: 'nodatas',
        error: { outcome: 'unknown', retryable: true },
      });
    },
  );

  it('are not asked for with an order code that was rounded', async () => {
    expect(await world.wallet.rfCodePayments.generateRfCodes({ orderCode: 2 ** 53 })).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'orderCode', problem: expect.stringMatching(/text or bigint/) }] },
    });
  });
});
