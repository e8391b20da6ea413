import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Marketplace, PayWallet, unwrap } from 'nestjs-pay/client';
import type { CallOptions, MarketplaceRefundOptions, Transport, TransportRequest } from 'nestjs-pay/client';
import { until } from '../../../../../test/until.js';
import { DAY_MS } from '../../../../../test/contract/round-trips/data-services.js';
import {
  connectedSeller,
  paidWithTransfer,
} from '../../../../../test/contract/round-trips/marketplace-transfers.js';
import { TestingTransport } from '../../core/http/transport.testing.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('marketplace refunds');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(async () => {
  expect(world.simulator.ledger().totals).toEqual({ '978': 0n });
  await world.close();
});

const sellerBalance = (accountId: string) => world.simulator.sellers.get(accountId).available;
const platformBalance = () => world.simulator.wallet.balance();
const refund = (transactionId: string, options: MarketplaceRefundOptions, call?: CallOptions) =>
  world.marketplace.transactions.cancelTransaction(transactionId, options, call);

/** Creates a payment of 100.00 that has cleared: 80.00 to the seller and a fee of 10.00 to the platform. */
async function clearedPayment() {
  const payment = await paidWithTransfer(world);
  await world.simulator.clock.advance(2 * DAY_MS);
  return payment;
}
const BOTH = { reverseTransfers: true, refundPlatformFee: true };

it.each([
  // [refunded amount, flags, seller's balance, change of the platform's balance]
  [10_000, BOTH, 0n, -2000n],
  [5000, BOTH, 4000n, -1000n],
  [3333, BOTH, 5333n, -666n],
  [5000, { reverseTransfers: true }, 3500n, -500n],
  [5000, { refundPlatformFee: true }, 8500n, -5500n],
  [5000, {}, 8000n, -5000n],
] as const)('a refund of %i with %j leaves the seller %s', async (amount, flags, seller, change) => {
  const { accountId, transactionId } = await clearedPayment();
  const before = platformBalance();
  expect(unwrap(await refund(transactionId, { amount, ...flags })).transactionId).not.toBe(transactionId);
  expect([sellerBalance(accountId), platformBalance() - before]).toEqual([seller, change]);
});

it('partial refunds add up to the whole payment', async () => {
  const { accountId, transactionId } = await clearedPayment();
  for (const amount of [3333, 3333, 3334]) unwrap(await refund(transactionId, { amount, ...BOTH }));
  expect(sellerBalance(accountId)).toBe(0n);
  expect(await refund(transactionId, { amount: 1 })).toMatchObject({
    code: 'rejected',
    error: { httpStatus: 400 },
  });
});

it('a refund before the payment clears reduces the waiting transfer', async () => {
  const { accountId, transactionId } = await paidWithTransfer(world);
  unwrap(await refund(transactionId, { amount: 5000, ...BOTH }));
  await world.simulator.clock.advance(2 * DAY_MS);
  expect(sellerBalance(accountId)).toBe(4000n);
});

it('a refund does not reverse transfers that the platform sent itself', async () => {
  const accountId = connectedSeller(world);
  const transactionId = await world.payment({ amount: 10_000 });
  const sent = await world.marketplace.transfers.sendFunds({
    amount: 9000,
    connectedAccountId: accountId,
    transactionId,
  });
  await world.simulator.clock.advance(2 * DAY_MS);
  unwrap(await refund(transactionId, { amount: 10_000, reverseTransfers: true }));
  expect(sellerBalance(accountId)).toBe(9000n);
  unwrap(await world.marketplace.transfers.createTransferReversal(unwrap(sent).transferId));
  expect(sellerBalance(accountId)).toBe(0n);
});

it('a refund fails as a whole with status 452 if the seller or the platform cannot pay', async () => {
  const { accountId, transactionId } = await clearedPayment();
  const state = () => [sellerBalance(accountId), platformBalance(), world.simulator.transfers.list().length];
  const before = state();
  // Without the refunded platform fee, the seller has 80.00 of the 90.00.
  const sellerShort = await refund(transactionId, { amount: 10_000, reverseTransfers: true });
  expect(sellerShort).toMatchObject({ success: false, error: { httpStatus: 452, outcome: 'rejected' } });
  expect(state()).toEqual(before);
  world.simulator.wallet.withdraw(Number(platformBalance()) - 9999);
  const platformShort = await refund(transactionId, { amount: 10_000, ...BOTH });
  expect(platformShort).toMatchObject({ success: false, error: { httpStatus: 452 } });
  expect(world.simulator.transactions.get(transactionId).refunded).toBe(0);
});

it('repeated refunds with one idempotency key have one effect', async () => {
  const { accountId, transactionId } = await clearedPayment();
  const once = () => refund(transactionId, { amount: 2000, ...BOTH }, { idempotencyKey: 'refund-1' });
  const [first, again] = [await once(), await once()];
  expect(unwrap(again)).toEqual(unwrap(first));
  expect(sellerBalance(accountId)).toBe(6400n);
});

it('the same idempotency key returns the refund after a lost response, and status 423 while it is in progress', async () => {
  const { accountId, transactionId } = await clearedPayment();
  const options = { amount: 2000, ...BOTH };
  const key = { idempotencyKey: 'refund-2' };
  const operation = 'marketplace:transactions.cancelTransaction';
  world.simulator.faults.add({ operation, kind: 'delay', ms: 'never' });
  const lost = new AbortController();
  const first = world.marketplace.transactions.cancelTransaction(transactionId, options, {
    ...key,
    signal: lost.signal,
  });
  await until(() => world.simulator.transactions.get(transactionId).refunded > 0);
  expect(await refund(transactionId, options, key)).toMatchObject({
    success: false,
    error: { httpStatus: 423 },
  });
  lost.abort();
  expect(await first).toMatchObject({ success: false, error: { outcome: 'unknown' } });
  let again = await refund(transactionId, options, key);
  while (!again.success && again.error.httpStatus === 423) again = await refund(transactionId, options, key);
  expect(world.simulator.transactions.get(transactionId).refunded).toBe(2000);
  expect(world.simulator.transactions.get(unwrap(again).transactionId).amount).toBe(-2000);
  expect(sellerBalance(accountId)).toBe(6400n);
});

it('a refund with reverseTransfers is forbidden while transfers between accounts are not enabled', async () => {
  const { transactionId } = await clearedPayment();
  world.simulator.permissions.set({ allowTransfers: false });
  expect(await refund(transactionId, { amount: 100, reverseTransfers: true })).toMatchObject({
    code: 'forbidden',
  });
  unwrap(await refund(transactionId, { amount: 100 }));
});

it('the credentials decide whether a platform or a merchant refunds at the same URL [marketplace.9]', async () => {
  const { transactionId } = await clearedPayment();
  unwrap(await refund(transactionId, { amount: 100 }));
  unwrap(await world.wallet.transactions.acquiringRefund(transactionId, { amount: 200 }));
  const [platform, merchant] = world.simulator
    .requests()
    .slice(-3)
    .filter(({ method }) => method === 'DELETE');
  expect([platform?.operation, merchant?.operation]).toEqual([
    'marketplace:transactions.cancelTransaction',
    'transactions.acquiringRefund',
  ]);
  expect(world.simulator.transactions.get(transactionId).refunded).toBe(300);
});

it('a refund uses a token on the API host, and the merchant’s refund Basic auth on the web host [marketplace.10] [marketplace.11]', async () => {
  const { marketplace, merchant } = world.simulator.credentials;
  const legacy = '{"Success":true,"ErrorCode":0,"StatusId":"F","TransactionId":"t","Amount":-5}';
  const transport = new TestingTransport([{ body: `{"transactionId":"${UNKNOWN_ID}"}` }, { body: legacy }]);
  const clients = [
    new Marketplace({ ...marketplace, dev: true, transport }),
    new PayWallet({ ...merchant, dev: true, transport }),
  ] as const;
  const refunds = [
    unwrap(await clients[0].transactions.cancelTransaction(UNKNOWN_ID, { amount: 500 })),
    unwrap(await clients[1].transactions.cancelTransaction(UNKNOWN_ID, { amount: 500 })),
  ];
  expect(
    transport.calls.map(({ method, url, headers }) => [method, url, headers['authorization']?.split(' ')[0]]),
  ).toEqual([
    [
      'DELETE',
      `https://demo-api.vivapayments.com/acquiring/v1/transactions/${UNKNOWN_ID}?amount=500`,
      'Bearer',
    ],
    ['DELETE', `https://demo.vivapayments.com/api/transactions/${UNKNOWN_ID}?amount=500`, 'Basic'],
  ]);
  expect(refunds).toMatchObject([{ transactionId: UNKNOWN_ID }, { TransactionId: 't' }]);
});

it('a refund leaves undefined options out of the query', async () => {
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

it.each([{}, { amount: 0 }, { amount: 0.5 }])(
  'a refund with %j is rejected before sending [marketplace.9]',
  async (options) => {
    const result = await refund(UNKNOWN_ID, options as MarketplaceRefundOptions);
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toEqual(['amount']);
  },
);
