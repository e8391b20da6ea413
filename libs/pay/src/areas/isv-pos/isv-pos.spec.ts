import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { SALE } from '../../../../../test/contract/round-trips/pos.js';
import { isvSale, soldThroughIsv } from '../../../../../test/contract/round-trips/isv-pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

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
const ledger = () => world.simulator.ledger();
const session = async (id = sessionId) => unwrap(await pos().session.retrieveSessionById({ sessionId: id }));

describe('a sale at a connected merchant’s terminal', () => {
  it('credits the ISV’s fee when the payment clears', async () => {
    await soldThroughIsv(world, merchantId);
    expect(await session()).toMatchObject({
      success: true,
      amount: 1170,
      isvDetails: { amount: 58, merchantId: null, sourceCode: '7951', merchantSourceCode: null },
    });
    expect(ledger().balances['978']?.['isvPending'] ?? 0n).toBe(58n);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(ledger().balances['978']?.['isvPending'] ?? 0n).toBe(0n);
    expect(ledger().balances['978']?.['isvWallet'] ?? 0n).toBe(58n);
    // The commission of 1 % is charged in addition to the fee.
    expect(merchant().wallet.balance()).toBe(1170n - 11n - 58n);
    expect(ledger().totals).toEqual({ '978': 0n });
  });

  it('has its order code as a string, which keeps all digits [isv.12]', async () => {
    await soldThroughIsv(world, merchantId);
    const sold = await session();
    expect(sold?.orderCode).toMatch(/^\d{16}$/);
    expect(BigInt(sold?.orderCode ?? 0)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(merchant().orders.get(String(sold?.orderCode)).amount).toBe(1170);
  });

  it('can be awaited with waitForSession', async () => {
    unwrap(await pos().transactions.initiateSaleRequest(isvSale(merchantId)));
    const waiting = pos().session.waitForSession({ sessionId });
    await world.simulator.clock.advance(10_000);
    expect(await waiting).toMatchObject({
      success: true,
      data: { success: true, isvDetails: { amount: 58 } },
    });
  });

  it('is voided with its fee on the same day', async () => {
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
    expect(ledger().balances['978']?.['isvWallet'] ?? 0n).toBe(0n);
    expect(merchant().wallet.balance()).toBe(0n);
  });

  it('is hidden from the main merchant and from other connected merchants', async () => {
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

  it('needs a session ID that is unique across all merchants of the ISV', async () => {
    await soldThroughIsv(world, merchantId);
    expect(await pos().transactions.initiateSaleRequest(isvSale(world.merchant()))).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 409, eventId: 1201 },
    });
  });

  it('is listed with the sessions of all connected merchants', async () => {
    await soldThroughIsv(world, merchantId);
    const other = { ...isvSale(world.merchant()), sessionId: 'other' };
    unwrap(await pos().transactions.initiateSaleRequest(other));
    const date = new Date(world.simulator.clock.now()).toISOString().slice(0, 10);
    await world.simulator.clock.advance(10_000);
    const listed = unwrap(await pos().session.retrieveSessionInfoByDate({ date }));
    expect(listed.map((one) => one.sessionId)).toEqual([sessionId, 'other']);
  });

  it('can be aborted only by its own cash register', async () => {
    merchant().terminals.configure({ customer: 'waits' });
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

  it('fails while the merchant is not allowed to take payments', async () => {
    const { account } = merchant();
    world.simulator.accounts.verify(account.isv?.accountId ?? '', false);
    await soldThroughIsv(world, merchantId);
    expect(await session()).toMatchObject({ success: false, eventId: 1013 });
    expect(ledger().balances['978']?.['cardholders'] ?? 0n).toBe(0n);
  });

  it.each([
    [{ amount: 0 }, 'isvDetails.amount'],
    [{ amount: 1.5 }, 'isvDetails.amount'],
    [{ amount: 1170 }, 'isvDetails'],
    [{ terminalMerchantId: 'unknown' }, 'isvDetails.terminalMerchantId'],
  ])('is rejected before sending with the ISV details %j [isv.5]', async (details, field) => {
    const sale = isvSale(merchantId);
    const result = await pos().transactions.initiateSaleRequest({
      ...sale,
      isvDetails: { ...sale.isvDetails, ...details },
    });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map((one) => one.field)).toEqual([field]);
  });

  it('is rejected before sending as a pre-authorisation', async () => {
    const sale = { ...isvSale(merchantId), preauth: true };
    const result = await pos().transactions.initiateSaleRequest(sale as never);
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'preauth' }] } });
  });
});

it.each([
  [{ preauth: true }, 6000],
  [{ isvDetails: { amount: 1170 } }, 1013],
])('the service ends a session with %j with event %d', async (more, eventId) => {
  const { endpoints } = world.simulator;
  const token = unwrap(await world.isv.getCloudTerminalAccessToken());
  const sale = isvSale(merchantId);
  const response = await fetch(`${endpoints.api}/ecr/isv/v1/transactions:sale`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...sale,
      ...more,
      isvDetails: { ...sale.isvDetails, ...(more as { isvDetails?: object }).isvDetails },
    }),
  });
  expect(response.status).toBe(200);
  await world.simulator.clock.advance(10_000);
  expect(await session()).toMatchObject({ success: false, eventId });
});

it('searchDevices finds the terminals of the connected merchant, and none of a merchant that is not connected', async () => {
  merchant().terminals.save({ terminalId: '16009999', sourceCode: '77' });
  const found = unwrap(await pos().devices.searchDevices({ merchantId, sourceCode: '77' }));
  expect(found).toEqual([expect.objectContaining({ terminalId: '16009999', merchantId })]);
  const { merchantId: main } = world.simulator.credentials.merchant;
  expect(unwrap(await pos().devices.searchDevices({ merchantId: main }))).toEqual([]);
});

it('getDevices, initSale and getActionDatas are aliases with the names of the public SDK [isv.20]', async () => {
  const { devices, transactions } = pos();
  expect(unwrap(await devices.getDevices({ merchantId }))).toHaveLength(4);
  expect(await transactions.initSale(isvSale(merchantId))).toMatchObject({ success: true });
  expect(await transactions.getActionDatas({ actionId: 'none' })).toMatchObject({ code: 'notfound' });
});
