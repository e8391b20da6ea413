import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Marketplace, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { DAY_MS } from './round-trips/data-services.js';
import { connectedSeller, paidWithTransfer, sentFunds } from './round-trips/marketplace.js';
import { UNKNOWN_ID, World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('marketplace');
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
const problemsOf = (result: Awaited<ReturnType<typeof world.marketplace.transfers.sendFunds>>) =>
  result.success ? [] : result.error.fields.map(({ field }) => field);

/** A payment of 100.00 that nothing goes to a seller from by itself. */
const paid = () => world.payment({ amount: 10_000 });

describe('an order with a transfer', () => {
  it('moves the seller’s amount when the payment settles, and keeps the platform’s fee out of it', async () => {
    const before = platformHas();
    const { accountId } = await paidWithTransfer(world);
    expect(sellerHas(accountId)).toBe(0n);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerHas(accountId)).toBe(8000n);
    // 100.00, less 1.00 commission, less 80.00.
    expect(platformHas()).toBe(before + 1900n);
    expect(world.simulator.transfers.list()).toMatchObject([{ amount: 9000, fee: 1000, isAutomatic: true }]);
  });

  it('moves all that is paid when it names no amount', async () => {
    const accountId = connectedSeller(world);
    const order = await world.marketplace.payments.createOrder({
      amount: 5000,
      transfer: { connectedAccountId: accountId },
    });
    world.simulator.checkout.pay(unwrap(order).orderCodeText, GOOD_CARD);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerHas(accountId)).toBe(5000n);
  });

  it('waits each night until the platform’s balance covers what the payment did not bring', async () => {
    const accountId = connectedSeller(world);
    const order = await world.marketplace.payments.createOrder({
      amount: 10_000,
      transfer: { connectedAccountId: accountId },
    });
    world.simulator.checkout.pay(unwrap(order).orderCodeText, GOOD_CARD);
    world.simulator.wallet.withdraw(Number(platformHas()));
    await world.simulator.clock.advance(3 * DAY_MS);
    // The service kept its commission of 1.00.
    expect([platformHas(), sellerHas(accountId)]).toEqual([9900n, 0n]);
    world.simulator.wallet.deposit(100);
    await world.simulator.clock.advance(DAY_MS);
    expect([platformHas(), sellerHas(accountId)]).toEqual([0n, 10_000n]);
  });

  it('moves its amount with the capture of a pre-authorisation, and no more than is captured', async () => {
    const accountId = connectedSeller(world);
    const order = await world.marketplace.payments.createOrder({
      amount: 10_000,
      preauth: true,
      transfer: { amount: 9000, connectedAccountId: accountId },
    });
    const held = world.simulator.checkout.pay(unwrap(order).orderCodeText, GOOD_CARD);
    expect(world.simulator.transfers.list()).toEqual([]);
    const id = held.kind === 'approved' ? held.transaction.id : '';
    unwrap(await world.marketplace.transactions.createTransaction({ id, amount: 5000 }));
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerHas(accountId)).toBe(5000n);
  });

  it('moves its amount once, not with each later charge of a series', async () => {
    const accountId = connectedSeller(world);
    const order = await world.marketplace.payments.createOrder({
      amount: 1000,
      allowRecurring: true,
      transfer: { amount: 900, connectedAccountId: accountId },
    });
    const first = world.simulator.checkout.pay(unwrap(order).orderCodeText, GOOD_CARD);
    const id = first.kind === 'approved' ? first.transaction.id : '';
    unwrap(await world.marketplace.transactions.createTransaction({ id, amount: 1000 }));
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerHas(accountId)).toBe(900n);
  });

  it.each([
    { transfer: { amount: 10_001, connectedAccountId: UNKNOWN_ID }, field: 'transfer' },
    {
      transfer: { amount: 900, platformFee: 901, connectedAccountId: UNKNOWN_ID },
      field: 'transfer.platformFee',
    },
    { transfer: { amount: 0, connectedAccountId: UNKNOWN_ID }, field: 'transfer.amount' },
    { transfer: { amount: 900, connectedAccountId: 'seller' }, field: 'transfer.connectedAccountId' },
  ])('is refused before anything leaves: $transfer', async ({ transfer, field }) => {
    const result = await world.marketplace.payments.createOrder({ amount: 10_000, transfer });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map((problem) => problem.field)).toEqual([field]);
  });

  it('is refused for a seller that has not accepted its invitation', async () => {
    const { accountId } = world.simulator.sellers.invite({
      email: 'late@example.com',
      returnUrl: 'https://shop.example.com',
      branding: null,
    });
    const order = { amount: 10_000, transfer: { connectedAccountId: accountId } };
    expect(await world.marketplace.payments.createOrder(order)).toMatchObject({ code: 'rejected' });
  });
});

describe('ordinary checkout credentials', () => {
  it('open nothing of the marketplace', async () => {
    const { credentials, endpoints } = world.simulator;
    const ordinary = new Marketplace({ ...credentials.merchant, endpoints });
    const accountId = connectedSeller(world);
    const { transactionId } = await paidWithTransfer(world, accountId);
    const refused = [
      await ordinary.sellers.retrieveConnectedAccount(accountId),
      await ordinary.transfers.sendFunds({ amount: 1, connectedAccountId: accountId }),
      await ordinary.payments.createOrder({ amount: 1000, transfer: { connectedAccountId: accountId } }),
      await ordinary.transactions.cancelTransaction(transactionId, { amount: 1, reverseTransfers: true }),
    ];
    expect(refused.map((result) => (result.success ? 'done' : result.code))).toEqual(
      Array<string>(4).fill('forbidden'),
    );
    await ordinary.close();
  });
});

describe('sendFunds', () => {
  it('runs at once without a payment, and with one that has settled', async () => {
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
    expect(sellerHas(accountId)).toBe(150n);
  });

  it('waits for a payment that has not settled, and never runs for one that is voided', async () => {
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
    expect(sellerHas(accountId)).toBe(0n);
    unwrap(await world.marketplace.transactions.cancelTransaction(voided, { amount: 10_000 }));
    await world.simulator.clock.advance(3 * DAY_MS);
    expect(sellerHas(accountId)).toBe(9000n);
  });

  it('serves several sellers of one payment, and never sends more of it than was paid', async () => {
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
    expect([sellerHas(first), sellerHas(second)]).toEqual([6000n, 3800n]);
  });

  it('says 452 while the platform’s balance is too low, and works once it is funded', async () => {
    const accountId = connectedSeller(world);
    world.simulator.wallet.withdraw(Number(platformHas()));
    const send = () => world.marketplace.transfers.sendFunds({ amount: 700, connectedAccountId: accountId });
    expect(await send()).toMatchObject({ success: false, error: { httpStatus: 452, outcome: 'rejected' } });
    world.simulator.wallet.deposit(700);
    unwrap(await send());
    expect([sellerHas(accountId), platformHas()]).toEqual([700n, 0n]);
  });

  it('is forbidden while transfers between accounts are switched off', async () => {
    const accountId = connectedSeller(world);
    world.simulator.permissions.set({ allowTransfers: false });
    const sent = await world.marketplace.transfers.sendFunds({ amount: 1, connectedAccountId: accountId });
    expect(sent).toMatchObject({ code: 'forbidden' });
  });

  it.each([{ amount: 0 }, { amount: 10.5 }, { amount: -1 }])('is not sent with %j', async (options) => {
    const data = { connectedAccountId: UNKNOWN_ID, ...options };
    const result = await world.marketplace.transfers.sendFunds(data);
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(problemsOf(result)).toEqual(['amount']);
  });
});

describe('createTransferReversal', () => {
  it.each([[undefined], [null], [{ amount: null }]])('takes all of it back with %j', async (options) => {
    const accountId = connectedSeller(world);
    const before = platformHas();
    const transferId = await sentFunds(world, accountId);
    const reversed = unwrap(await world.marketplace.transfers.createTransferReversal(transferId, options));
    expect(reversed).toEqual({
      transferId: expect.not.stringMatching(transferId),
      executed: expect.any(String),
    });
    expect([sellerHas(accountId), platformHas()]).toEqual([0n, before]);
  });

  it('takes parts back until nothing is left', async () => {
    const accountId = connectedSeller(world);
    const transferId = await sentFunds(world, accountId);
    const reverse = (amount: number | null) =>
      world.marketplace.transfers.createTransferReversal(transferId, { amount });
    unwrap(await reverse(450));
    expect(await reverse(2001)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(sellerHas(accountId)).toBe(2000n);
    unwrap(await reverse(null));
    expect(await reverse(null)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    expect(sellerHas(accountId)).toBe(0n);
  });

  it('cancels what of a waiting transfer has not run', async () => {
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
    expect(sellerHas(accountId)).toBe(7000n);
  });

  it('says 452 when the seller has not got it any more', async () => {
    const accountId = connectedSeller(world);
    const transferId = await sentFunds(world, accountId);
    world.simulator.sellers.changePayouts(accountId, DAILY);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerHas(accountId)).toBe(0n);
    expect(await world.marketplace.transfers.createTransferReversal(transferId)).toMatchObject({
      success: false,
      error: { httpStatus: 452 },
    });
  });

  it.each([[{}], [{ amount: undefined }], [{ amount: 0 }], [{ amount: 1.5 }]])(
    'never takes all for %j: the amount must be said',
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
