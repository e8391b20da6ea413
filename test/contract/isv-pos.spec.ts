import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { SALE } from './round-trips/pos.js';
import { isvSale, soldThroughIsv } from './round-trips/isv-pos.js';
import { World } from './round-trips/world.js';

const DAY_MS = 86_400_000;
const { sessionId, cashRegisterId } = SALE;

let world: World;
let merchantId: string;
beforeAll(async () => {
  world = await World.create('isv pos');
});
beforeEach(() => {
  world.simulator.reset();
  merchantId = world.merchant();
});
afterAll(() => world.close());

const pos = () => world.isv.pos;
const merchant = () => world.simulator.connectedMerchants.get(merchantId);
const ledger = () => world.simulator.ledger;
const session = async (id = sessionId) => unwrap(await pos().session.retrieveSessionById({ sessionId: id }));

describe('a sale at a connected merchant’s terminal', () => {
  it('is paid, and the fee is the ISV’s once it clears', async () => {
    await soldThroughIsv(world, merchantId);
    expect(await session()).toMatchObject({
      success: true,
      amount: 1170,
      isvDetails: { amount: 58, merchantId: null, sourceCode: '7951', merchantSourceCode: null },
    });
    expect(ledger().balance('isvPending', '978')).toBe(58n);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(ledger().balance('isvPending', '978')).toBe(0n);
    expect(ledger().balance('isvWallet', '978')).toBe(58n);
    // 1 % commission beside the fee.
    expect(merchant().wallet.balance()).toBe(1170n - 11n - 58n);
    expect(ledger().totals()).toEqual({ '978': 0n });
  });

  it('is waited for as a merchant’s is', async () => {
    unwrap(await pos().transactions.initiateSaleRequest(isvSale(merchantId)));
    const waiting = pos().session.waitForSession({ sessionId });
    await world.simulator.clock.advance(10_000);
    expect(await waiting).toMatchObject({
      success: true,
      data: { success: true, isvDetails: { amount: 58 } },
    });
  });

  it('is voided with its fee on the day', async () => {
    await soldThroughIsv(world, merchantId);
    unwrap(
      await pos().transactions.refundTransaction({
        ...SALE,
        sessionId: 'back',
        parentSessionId: sessionId,
        isvDetails: { terminalMerchantId: merchantId },
      }),
    );
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(await session('back')).toMatchObject({ success: true });
    expect((await session('back'))?.isvDetails).toBeUndefined();
    expect(ledger().balance('isvWallet', '978')).toBe(0n);
    expect(merchant().wallet.balance()).toBe(0n);
  });

  it('is not the main merchant’s, nor another connected one’s', async () => {
    await soldThroughIsv(world, merchantId);
    expect(await world.pos.pos.session.retrieveSessionById({ sessionId })).toMatchObject({
      code: 'notfound',
    });
    expect(unwrap(await world.pos.pos.session.retrieveSessionInfoByDate())).toEqual([]);
    const refund = { ...SALE, sessionId: 'back', parentSessionId: sessionId };
    expect(
      await pos().transactions.refundTransaction({
        ...refund,
        isvDetails: { terminalMerchantId: world.merchant() },
      }),
    ).toMatchObject({ code: 'notfound' });
  });

  it('has an id that no other of the ISV’s may have, at any merchant’s terminal', async () => {
    await soldThroughIsv(world, merchantId);
    expect(await pos().transactions.initiateSaleRequest(isvSale(world.merchant()))).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 409, eventId: 1201 },
    });
  });

  it('is listed with those of all connected merchants', async () => {
    await soldThroughIsv(world, merchantId);
    const other = { ...isvSale(world.merchant()), sessionId: 'other' };
    unwrap(await pos().transactions.initiateSaleRequest(other));
    await world.simulator.clock.advance(10_000);
    const listed = unwrap(await pos().session.retrieveSessionInfoByDate());
    expect(listed.map((one) => one.sessionId)).toEqual([sessionId, 'other']);
  });

  it('is aborted by the cash register that asked for it', async () => {
    merchant().cardTerminals.configure({ customer: 'waits' });
    unwrap(await pos().transactions.initiateSaleRequest(isvSale(merchantId)));
    await world.simulator.clock.advance(2_000);
    expect(await pos().session.abortSession({ sessionId, cashRegisterId: 'another' })).toMatchObject({
      code: 'forbidden',
      error: { eventId: 1206 },
    });
    unwrap(await pos().session.abortSession({ sessionId, cashRegisterId }));
    await world.simulator.clock.advance(10_000);
    expect(await session()).toMatchObject({ success: false, abortSuccess: true, eventId: 1016 });
  });

  it('does not start while the merchant may not take payments', async () => {
    const { account } = merchant();
    world.simulator.isvAccounts.verify(account.isv?.accountId ?? '', false);
    await soldThroughIsv(world, merchantId);
    expect(await session()).toMatchObject({ success: false, eventId: 1013 });
    expect(ledger().balance('cardholders', '978')).toBe(0n);
  });

  it.each([
    [{ amount: 0 }, 'isvDetails.amount'],
    [{ amount: 1.5 }, 'isvDetails.amount'],
    [{ amount: 1170 }, 'isvDetails'],
    [{ terminalMerchantId: 'nobody' }, 'isvDetails.terminalMerchantId'],
  ])('is not sent with details of %j', async (details, field) => {
    const sale = isvSale(merchantId);
    const result = await pos().transactions.initiateSaleRequest({
      ...sale,
      isvDetails: { ...sale.isvDetails, ...details },
    });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map((one) => one.field)).toEqual([field]);
  });

  it('is not sent as a pre-authorisation', async () => {
    const sale = { ...isvSale(merchantId), preauth: true };
    const result = await pos().transactions.initiateSaleRequest(sale as never);
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'preauth' }] } });
  });
});

it.each([
  [{ preauth: true }, 6000],
  [{ isvDetails: { amount: 1170 } }, 1013],
])('the service ends a session that asks for %j with event %d', async (more, eventId) => {
  const { endpoints } = world.simulator;
  const token = unwrap(await world.isv.getCloudTerminalAccessToken());
  const sale = isvSale(merchantId);
  const answer = await fetch(`${endpoints.api}/ecr/isv/v1/transactions:sale`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...sale,
      ...more,
      isvDetails: { ...sale.isvDetails, ...(more as { isvDetails?: object }).isvDetails },
    }),
  });
  expect(answer.status).toBe(200);
  await world.simulator.clock.advance(10_000);
  expect(await session()).toMatchObject({ success: false, eventId });
});

it('terminals are those of the merchant that is named, and nobody’s of one who is not connected', async () => {
  merchant().cardTerminals.save({ terminalId: '16009999', sourceCode: '77' });
  const found = unwrap(await pos().devices.searchDevices({ merchantId, sourceCode: '77' }));
  expect(found).toEqual([expect.objectContaining({ terminalId: '16009999', merchantId })]);
  const { merchantId: main } = world.simulator.credentials.merchant;
  expect(unwrap(await pos().devices.searchDevices({ merchantId: main }))).toEqual([]);
});

it('the names of the public SDK are the same calls', async () => {
  const { devices, transactions } = pos();
  expect(unwrap(await devices.getDevices({ merchantId }))).toHaveLength(4);
  expect(await transactions.initSale(isvSale(merchantId))).toMatchObject({ success: true });
  expect(await transactions.getActionDatas({ actionId: 'none' })).toMatchObject({ code: 'notfound' });
});
