import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Marketplace, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { DAY_MS } from '../../../../../test/contract/round-trips/data-services.js';
import {
  connectedSeller,
  paidWithTransfer,
} from '../../../../../test/contract/round-trips/marketplace-transfers.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('marketplace orders');
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

describe('an order with a transfer', () => {
  it('transfers the seller’s amount less the platform fee when the payment clears', async () => {
    const before = platformBalance();
    const { accountId } = await paidWithTransfer(world);
    expect(sellerBalance(accountId)).toBe(0n);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerBalance(accountId)).toBe(8000n);
    // 100.00, less 1.00 commission, less 80.00.
    expect(platformBalance()).toBe(before + 1900n);
    expect(world.simulator.transfers.list()).toMatchObject([{ amount: 9000, fee: 1000, isAutomatic: true }]);
  });

  it('transfers the whole payment if it has no amount', async () => {
    const accountId = connectedSeller(world);
    const order = await world.marketplace.payments.createOrder({
      amount: 5000,
      transfer: { connectedAccountId: accountId },
    });
    world.simulator.checkout.pay(unwrap(order).orderCodeText, GOOD_CARD);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(sellerBalance(accountId)).toBe(5000n);
  });

  it('waits until the platform’s balance covers the commission', async () => {
    const accountId = connectedSeller(world);
    const order = await world.marketplace.payments.createOrder({
      amount: 10_000,
      transfer: { connectedAccountId: accountId },
    });
    world.simulator.checkout.pay(unwrap(order).orderCodeText, GOOD_CARD);
    world.simulator.wallet.withdraw(Number(platformBalance()));
    await world.simulator.clock.advance(3 * DAY_MS);
    // The service kept its commission of 1.00.
    expect([platformBalance(), sellerBalance(accountId)]).toEqual([9900n, 0n]);
    world.simulator.wallet.deposit(100);
    await world.simulator.clock.advance(DAY_MS);
    expect([platformBalance(), sellerBalance(accountId)]).toEqual([0n, 10_000n]);
  });

  it('transfers at most the captured amount of a pre-authorisation', async () => {
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
    expect(sellerBalance(accountId)).toBe(5000n);
  });

  it('transfers its amount once, not with each recurring charge', async () => {
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
    expect(sellerBalance(accountId)).toBe(900n);
  });

  it.each([
    { transfer: { amount: 10_001, connectedAccountId: UNKNOWN_ID }, field: 'transfer' },
    {
      transfer: { amount: 900, platformFee: 901, connectedAccountId: UNKNOWN_ID },
      field: 'transfer.platformFee',
    },
    { transfer: { amount: 0, connectedAccountId: UNKNOWN_ID }, field: 'transfer.amount' },
    { transfer: { amount: 900, connectedAccountId: 'seller' }, field: 'transfer.connectedAccountId' },
  ])('is rejected before sending with $transfer', async ({ transfer, field }) => {
    const result = await world.marketplace.payments.createOrder({ amount: 10_000, transfer });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map((problem) => problem.field)).toEqual([field]);
  });

  it('is rejected for a seller that has not accepted its invitation', async () => {
    const { accountId } = unwrap(
      await world.marketplace.sellers.createAccount({
        email: 'late@example.com',
        returnUrl: 'https://shop.example.com',
        branding: { partnerName: 'Shop', logoUrl: 'https://shop.example.com/logo.png' },
      }),
    );
    const order = { amount: 10_000, transfer: { connectedAccountId: accountId } };
    expect(await world.marketplace.payments.createOrder(order)).toMatchObject({ code: 'rejected' });
  });
});

it('the order code keeps all digits above 2^53 [marketplace.2]', async () => {
  const order = unwrap(await world.marketplace.payments.createOrder({ amount: 1000 }));
  expect(BigInt(order.orderCodeText)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  expect(order.orderCodeText).toMatch(/^\d{16}$/);
  expect(world.simulator.orders.get(order.orderCodeText).amount).toBe(1000);
});

describe('ordinary checkout credentials', () => {
  it('are forbidden in every marketplace operation [marketplace.6] [marketplace.7]', async () => {
    const { credentials, endpoints } = world.simulator;
    const ordinary = new Marketplace({ ...credentials.merchant, endpoints });
    const accountId = connectedSeller(world);
    const { transactionId } = await paidWithTransfer(world, accountId);
    const results = [
      await ordinary.sellers.retrieveConnectedAccount(accountId),
      await ordinary.transfers.sendFunds({ amount: 1, connectedAccountId: accountId }),
      await ordinary.payments.createOrder({ amount: 1000, transfer: { connectedAccountId: accountId } }),
      await ordinary.transactions.cancelTransaction(transactionId, { amount: 1, reverseTransfers: true }),
    ];
    expect(results.map((result) => (result.success ? 'done' : result.code))).toEqual(
      Array<string>(4).fill('forbidden'),
    );
    await ordinary.close();
  });
});
