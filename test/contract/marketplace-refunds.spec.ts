import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Marketplace, unwrap } from 'nestjs-pay/client';
import type { MarketplaceRefundOptions, Transport, TransportRequest } from 'nestjs-pay/client';
import { until } from '../until.js';
import { DAY_MS } from './round-trips/data-services.js';
import { connectedSeller, paidWithTransfer } from './round-trips/marketplace.js';
import { UNKNOWN_ID, World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('marketplace refunds');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(async () => {
  expect(world.simulator.ledger.totals()).toEqual({ '978': 0n });
  await world.close();
});

const sellerHas = (accountId: string) => world.simulator.sellers.balance(accountId).available;
const platformHas = () => world.simulator.wallet.balance();
const refund = (transactionId: string, options: MarketplaceRefundOptions) =>
  world.marketplace.transactions.cancelTransaction(transactionId, options);

/** 100.00 paid and settled: 80.00 with the seller, 10.00 of the fee with the platform. */
async function settled() {
  const payment = await paidWithTransfer(world);
  await world.simulator.clock.advance(2 * DAY_MS);
  return payment;
}
const BOTH = { reverseTransfers: true, refundPlatformFee: true };

it.each([
  // [refunded, flags, seller after, platform's change]
  [10_000, BOTH, 0n, -2000n],
  [5000, BOTH, 4000n, -1000n],
  [3333, BOTH, 5333n, -666n],
  [5000, { reverseTransfers: true }, 3500n, -500n],
  [5000, { refundPlatformFee: true }, 8500n, -5500n],
  [5000, {}, 8000n, -5000n],
] as const)('a refund of %i with %j leaves the seller %s', async (amount, flags, seller, change) => {
  const { accountId, transactionId } = await settled();
  const before = platformHas();
  expect(unwrap(await refund(transactionId, { amount, ...flags })).transactionId).not.toBe(transactionId);
  expect([sellerHas(accountId), platformHas() - before]).toEqual([seller, change]);
});

it('parts sum to the whole, to the cent', async () => {
  const { accountId, transactionId } = await settled();
  for (const amount of [3333, 3333, 3334]) unwrap(await refund(transactionId, { amount, ...BOTH }));
  expect(sellerHas(accountId)).toBe(0n);
  expect(await refund(transactionId, { amount: 1 })).toMatchObject({
    code: 'rejected',
    error: { httpStatus: 400 },
  });
});

it('before the payment has settled a refund makes the waiting transfer smaller', async () => {
  const { accountId, transactionId } = await paidWithTransfer(world);
  unwrap(await refund(transactionId, { amount: 5000, ...BOTH }));
  await world.simulator.clock.advance(2 * DAY_MS);
  expect(sellerHas(accountId)).toBe(4000n);
});

it('leaves what the platform split itself to the platform’s own reversals', async () => {
  const accountId = connectedSeller(world);
  const transactionId = await world.payment({ amount: 10_000 });
  const sent = await world.marketplace.transfers.sendFunds({
    amount: 9000,
    connectedAccountId: accountId,
    transactionId,
  });
  await world.simulator.clock.advance(2 * DAY_MS);
  unwrap(await refund(transactionId, { amount: 10_000, reverseTransfers: true }));
  expect(sellerHas(accountId)).toBe(9000n);
  unwrap(await world.marketplace.transfers.createTransferReversal(unwrap(sent).transferId));
  expect(sellerHas(accountId)).toBe(0n);
});

it('does all of it or nothing: 452 when the seller or the platform cannot pay', async () => {
  const { accountId, transactionId } = await settled();
  const state = () => [sellerHas(accountId), platformHas(), world.simulator.transfers.list().length];
  const before = state();
  // Without the fee the seller has 80.00 of the 90.00.
  const poorSeller = await refund(transactionId, { amount: 10_000, reverseTransfers: true });
  expect(poorSeller).toMatchObject({ success: false, error: { httpStatus: 452, outcome: 'rejected' } });
  expect(state()).toEqual(before);
  world.simulator.wallet.withdraw(Number(platformHas()) - 9999);
  const poorPlatform = await refund(transactionId, { amount: 10_000, ...BOTH });
  expect(poorPlatform).toMatchObject({ success: false, error: { httpStatus: 452 } });
  expect(world.simulator.transactions.get(transactionId).refunded).toBe(0);
});

it('the caller’s key has one effect, however often it is sent', async () => {
  const { accountId, transactionId } = await settled();
  const options = { amount: 2000, ...BOTH, idempotencyKey: 'refund-1' };
  const [first, again] = [await refund(transactionId, options), await refund(transactionId, options)];
  expect(unwrap(again)).toEqual(unwrap(first));
  expect(sellerHas(accountId)).toBe(6400n);
});

it('after a lost answer the same key tells of the refund that was made; while it is made, it is 423', async () => {
  const { accountId, transactionId } = await settled();
  const options = { amount: 2000, ...BOTH, idempotencyKey: 'refund-2' };
  const operation = 'marketplace:transactions.cancelTransaction';
  world.simulator.faults.add({ operation, kind: 'delay', ms: 'never' });
  const lost = new AbortController();
  const first = world.marketplace.transactions.cancelTransaction(transactionId, options, {
    signal: lost.signal,
  });
  await until(() => world.simulator.transactions.get(transactionId).refunded > 0);
  expect(await refund(transactionId, options)).toMatchObject({ success: false, error: { httpStatus: 423 } });
  lost.abort();
  expect(await first).toMatchObject({ success: false, error: { outcome: 'unknown' } });
  let again = await refund(transactionId, options);
  while (!again.success && again.error.httpStatus === 423) again = await refund(transactionId, options);
  expect(world.simulator.transactions.get(transactionId).refunded).toBe(2000);
  expect(world.simulator.transactions.get(unwrap(again).transactionId).amount).toBe(-2000);
  expect(sellerHas(accountId)).toBe(6400n);
});

it('is forbidden with a flag while transfers between accounts are switched off', async () => {
  const { transactionId } = await settled();
  world.simulator.permissions.set({ allowTransfers: false });
  expect(await refund(transactionId, { amount: 100, reverseTransfers: true })).toMatchObject({
    code: 'forbidden',
  });
  unwrap(await refund(transactionId, { amount: 100 }));
});

it('is told from a rebate’s cancellation on the same URL by the credentials, without any flag', async () => {
  const { transactionId } = await settled();
  unwrap(await refund(transactionId, { amount: 100 }));
  const merchant = await world.wallet.transactions.cancelRebateOrFastRefund(transactionId, { amount: 100 });
  expect(merchant).toMatchObject({ success: false, error: { httpStatus: 400 } });
});

it('leaves absent options out of the query', async () => {
  const sent: TransportRequest[] = [];
  const transport: Transport = {
    send: (request) => {
      sent.push(request);
      const body = request.url.endsWith('/connect/token')
        ? '{"access_token":"t","expires_in":3600,"token_type":"Bearer"}'
        : `{"transactionId":"${UNKNOWN_ID}"}`;
      return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) });
    },
  };
  const client = new Marketplace({ ...world.simulator.credentials.marketplace, transport });
  const options = { amount: 5, sourceCode: undefined, merchantTrns: undefined, reverseTransfers: false };
  unwrap(await client.transactions.cancelTransaction(UNKNOWN_ID, options));
  expect(new URL(sent.at(-1)?.url ?? '').search).toBe('?amount=5&reverseTransfers=false');
});

it.each([{}, { amount: 0 }, { amount: 0.5 }])('refuses %j before anything leaves', async (options) => {
  const result = await refund(UNKNOWN_ID, options as MarketplaceRefundOptions);
  expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
  expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toEqual(['amount']);
});
