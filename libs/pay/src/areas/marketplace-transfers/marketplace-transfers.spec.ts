import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Marketplace, unwrap } from 'nestjs-pay/client';
import { TestingTransport } from '../../core/http/transport.testing.js';
import { SELLER } from '../../../../../test/contract/round-trips/marketplace-sellers.js';
import { DAY_MS } from '../../../../../test/contract/round-trips/data-services.js';
import {
  connectedSeller,
  sentFunds,
} from '../../../../../test/contract/round-trips/marketplace-transfers.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('marketplace');
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
const problemsOf = (result: Awaited<ReturnType<typeof world.marketplace.transfers.sendFunds>>) =>
  result.success ? [] : result.error.fields.map(({ field }) => field);

/** Creates a payment of 100.00 without an automatic transfer. */
const paid = () => world.payment({ amount: 10_000 });

describe('sendFunds', () => {
  it('is executed immediately without a payment, or with a payment that has cleared', async () => {
    const accountId = connectedSeller(world);
    const transactionId = await paid();
    await world.simulator.clock.advance(2 * DAY_MS);
    const { transfers } = world.marketplace;
    const free = unwrap(await transfers.sendFunds({ amount: 100, connectedAccountId: accountId }));
    const tied = unwrap(
      await transfers.sendFunds({ amount: 50, connectedAccountId: accountId, transactionId }),
    );
    expect([free.executed, tied.executed]).toEqual([
      expect.stringMatching(/^\d{4}-/),
      expect.stringMatching(/^\d{4}-/),
    ]);
    expect(sellerBalance(accountId)).toBe(150n);
  });

  it('waits until the payment clears, and is never executed for a voided payment [marketplace.3]', async () => {
    const accountId = connectedSeller(world);
    const [kept, voided] = [await paid(), await paid()];
    for (const transactionId of [kept, voided]) {
      const sent = await world.marketplace.transfers.sendFunds({
        amount: 9000,
        connectedAccountId: accountId,
        transactionId,
      });
      expect(unwrap(sent).executed).toBeNull();
    }
    expect(sellerBalance(accountId)).toBe(0n);
    unwrap(await world.marketplace.transactions.cancelTransaction(voided, { amount: 10_000 }));
    await world.simulator.clock.advance(3 * DAY_MS);
    expect(sellerBalance(accountId)).toBe(9000n);
  });

  it('pays several sellers from one payment, at most the paid amount', async () => {
    const transactionId = await paid();
    const [first, second] = [connectedSeller(world), connectedSeller(world)];
    const send = (connectedAccountId: string, amount: number) =>
      world.marketplace.transfers.sendFunds({ amount, connectedAccountId, transactionId });
    unwrap(await send(first, 6000));
    const { transferId } = unwrap(await send(second, 4000));
    expect(await send(second, 1)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    unwrap(await world.marketplace.transfers.createTransferReversal(transferId, { amount: 500 }));
    unwrap(await send(second, 300));
    await world.simulator.clock.advance(2 * DAY_MS);
    expect([sellerBalance(first), sellerBalance(second)]).toEqual([6000n, 3800n]);
  });

  it('is refused for a payment that a lost dispute paid back', async () => {
    const transactionId = await paid();
    const connectedAccountId = connectedSeller(world);
    const send = () =>
      world.marketplace.transfers.sendFunds({ amount: 10, connectedAccountId, transactionId });
    world.simulator.trigger('dispute', { transactionId });
    unwrap(await send());
    world.simulator.trigger('dispute-lost', { transactionId });
    expect(await send()).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(sellerBalance(connectedAccountId)).toBe(10n);
  });

  it('fails with status 452 until the platform’s balance is high enough', async () => {
    const accountId = connectedSeller(world);
    world.simulator.wallet.withdraw(Number(platformBalance()));
    const send = () => world.marketplace.transfers.sendFunds({ amount: 700, connectedAccountId: accountId });
    expect(await send()).toMatchObject({ success: false, error: { httpStatus: 452, outcome: 'rejected' } });
    world.simulator.wallet.deposit(700);
    unwrap(await send());
    expect([sellerBalance(accountId), platformBalance()]).toEqual([700n, 0n]);
  });

  it('is forbidden while transfers between accounts are not enabled', async () => {
    const accountId = connectedSeller(world);
    world.simulator.permissions.set({ allowTransfers: false });
    const sent = await world.marketplace.transfers.sendFunds({ amount: 1, connectedAccountId: accountId });
    expect(sent).toMatchObject({ code: 'forbidden' });
  });

  it('and createAccount take no idempotency key, and are not sent again after a lost response [marketplace.15]', async () => {
    const accountId = connectedSeller(world);
    const { endpoints, credentials } = world.simulator;
    const client = new Marketplace({ ...credentials.marketplace, endpoints, dev: true, maxRetries: 3 });
    for (const operation of ['transfers.sendFunds', 'sellers.createAccount'])
      world.simulator.faults.add({ operation, kind: 'executed-but-lost' });
    const unknown = { success: false, error: { outcome: 'unknown' } };
    const funds = { amount: 100, connectedAccountId: accountId };
    expect(await client.transfers.sendFunds(funds)).toMatchObject(unknown);
    expect(await client.sellers.createAccount(SELLER)).toMatchObject(unknown);
    expect(world.simulator.transfers.list()).toHaveLength(1);
    expect(sellerBalance(accountId)).toBe(100n);
    await client.close();
    const { clientId, clientSecret } = credentials.marketplace;
    const token = await fetch(`${endpoints.accounts}/connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': 'same',
    };
    const sent = { method: 'POST', headers, body: JSON.stringify(funds) };
    for (let count = 0; count < 2; count += 1)
      expect((await fetch(`${endpoints.api}/platforms/v1/transfers`, sent)).status).toBe(200);
    expect(sellerBalance(accountId)).toBe(300n);
  });

  it.each([{ amount: 0 }, { amount: 10.5 }, { amount: -1 }])('rejects %j before sending', async (options) => {
    const data = { connectedAccountId: UNKNOWN_ID, ...options };
    const result = await world.marketplace.transfers.sendFunds(data);
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(problemsOf(result)).toEqual(['amount']);
  });
});

describe('createTransferReversal', () => {
  it.each([[undefined], [null], [{ amount: null }]])(
    'reverses the whole transfer with %j',
    async (options) => {
      const accountId = connectedSeller(world);
      const before = platformBalance();
      const transferId = await sentFunds(world, accountId);
      const reversed = unwrap(await world.marketplace.transfers.createTransferReversal(transferId, options));
      expect(reversed).toEqual({
        transferId: expect.not.stringMatching(transferId),
        executed: expect.any(String),
      });
      expect([sellerBalance(accountId), platformBalance()]).toEqual([0n, before]);
    },
  );

  it('has `:reverse` at the end of the transfer’s ID in the path [marketplace.8]', async () => {
    const transport = new TestingTransport([{ body: `{"transferId":"${UNKNOWN_ID}","executed":null}` }]);
    const client = new Marketplace({ ...world.simulator.credentials.marketplace, dev: true, transport });
    unwrap(await client.transfers.createTransferReversal(UNKNOWN_ID, { amount: 5 }));
    const { pathname, search } = new URL(transport.calls.at(-1)?.url ?? '');
    expect([pathname, search]).toEqual([`/platforms/v1/transfers/${UNKNOWN_ID}:reverse`, '']);
  });

  it('reverses parts until nothing is left', async () => {
    const accountId = connectedSeller(world);
    const transferId = await sentFunds(world, accountId);
    const reverse = (amount: number | null) =>
      world.marketplace.transfers.createTransferReversal(transferId, { amount });
    unwrap(await reverse(450));
    expect(await reverse(2001)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(sellerBalance(accountId)).toBe(2000n);
    unwrap(await reverse(null));
    expect(await reverse(null)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(sellerBalance(accountId)).toBe(0n);
  });

  it('reduces a transfer that is still waiting', async () => {
    const accountId = connectedSeller(world);
    const sent = await world.marketplace.transfers.sendFunds({
      amount: 9000,
      connectedAccountId: accountId,
      transactionId: await paid(),
    });
    const { transferId } = unwrap(sent);
    const reversed = await world.marketplace.transfers.createTransferReversal(transferId, { amount: 2000 });
    expect(unwrap(reversed).executed).toBeNull();
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerBalance(accountId)).toBe(7000n);
  });

  it('fails with status 452 if the seller’s balance is too low', async () => {
    const accountId = connectedSeller(world);
    const transferId = await sentFunds(world, accountId);
    await fetch(`${world.simulator.url}/_simulator/sellers/${accountId}/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(DAILY),
    });
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerBalance(accountId)).toBe(0n);
    expect(await world.marketplace.transfers.createTransferReversal(transferId)).toMatchObject({
      success: false,
      error: { httpStatus: 452 },
    });
  });

  it.each([[{}], [{ amount: undefined }], [{ amount: 0 }], [{ amount: 1.5 }]])(
    'rejects %j before sending instead of reversing the whole transfer',
    async (options) => {
      const result = await world.marketplace.transfers.createTransferReversal(UNKNOWN_ID, options as never);
      expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
      expect(problemsOf(result)).toEqual(['amount']);
    },
  );
});

const DAILY = {
  interval: 1,
  bankAccount: {
    iban: 'DE89370400440532013000',
    friendlyName: null,
    beneficiaryName: 'Example Seller Ltd',
    branchCode: null,
    accountNumber: null,
    countryCode: null,
  },
};
