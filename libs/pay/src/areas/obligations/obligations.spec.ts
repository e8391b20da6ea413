import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ObligationStatus, PayWallet, unwrap } from 'nestjs-pay/client';
import type { Transport, TransportRequest } from 'nestjs-pay/client';
import { claim } from '../../../../../test/contract/round-trips/obligations.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

const HOUR = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await World.create('obligations');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const balance = () => world.simulator.wallets.primary.available;

describe('createObligation', () => {
  it('claims an amount in MAJOR units, which is captured from the seller within an hour [legacy-misc.1]', async () => {
    expect(unwrap(await claim(world, { amount: 110.5 }))).toMatchObject({
      statusId: ObligationStatus.Active,
      captureId: null,
      completed: null,
    });
    expect(balance()).toBe(1_000_000n);
    await world.simulator.clock.advance(HOUR);
    expect(balance()).toBe(1_011_050n);
    expect(world.simulator.ledger().totals).toEqual({ '978': 0n });
  });

  it('waits until the seller’s balance covers the whole amount', async () => {
    unwrap(await claim(world, { amount: 600 }));
    await world.simulator.clock.advance(3 * HOUR);
    expect(balance()).toBe(1_000_000n);
    const { primary, other } = world.simulator.wallets;
    unwrap(await world.wallet.wallets.balanceTransfer(primary.id, other.id, { amount: 10_000 }));
    await world.simulator.clock.advance(HOUR);
    expect(balance()).toBe(1_050_000n);
  });

  it('rejects an unknown person, and every obligation while obligations are not enabled', async () => {
    const unknownPerson = { amount: 1, currencyCode: 978, personId: UNKNOWN_ID };
    expect(await world.wallet.obligations.createObligation(unknownPerson)).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 400 },
    });
    world.simulator.permissions.set({ allowObligations: false });
    expect(await claim(world)).toMatchObject({ code: 'forbidden', error: { outcome: 'rejected' } });
  });

  it.each([0, -1, 0.001, Number.NaN, '10' as unknown as number])(
    'rejects the amount %p before sending',
    async (amount) => {
      const result = await claim(world, { amount });
      expect(result).toMatchObject({ code: 'validationerror' });
      expect(result.success === false ? result.error.fields.map(({ field }) => field) : []).toContain(
        'amount',
      );
    },
  );

  it('rejects a currency that is a string before sending [legacy-misc.8]', async () => {
    expect(await claim(world, { currencyCode: '978' as never })).toMatchObject({
      code: 'validationerror',
      error: {
        fields: expect.arrayContaining([{ field: 'currencyCode', problem: 'must be an integer number' }]),
      },
    });
  });

  it.each([
    ['{"ObligationId":"c90d4902-6245-449f-b2b0-51d99cd09cfe","StatusId":"A"}', { success: true }],
    ['{"obligationId":"c90d4902-6245-449f-b2b0-51d99cd09cfe","statusId":"A"}', { success: true }],
    ['{}', { success: false, error: { outcome: 'unknown', retryable: false } }],
  ])('reads both letter cases, and fails for an empty object: %s', async (body, expected) => {
    const client = new PayWallet({ ...world.simulator.credentials.merchant, transport: responding(body) });
    const result = await client.obligations.createObligation({
      amount: 1,
      currencyCode: 978,
      personId: UNKNOWN_ID,
    });
    expect(result).toMatchObject(expected);
    if (result.success) expect(result.data).toMatchObject({ obligationId: UNKNOWN_ID, captureId: null });
  });
});

/** Responds to a token exchange with a token and every other request with the body. */
function responding(body: string): Transport {
  return {
    send: ({ url }: TransportRequest) => {
      const token = '{"access_token":"token","expires_in":3600,"token_type":"Bearer"}';
      const text = url.endsWith('/connect/token') ? token : body;
      return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(text) });
    },
  };
}
