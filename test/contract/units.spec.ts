import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  OrderState,
  PAYMENT_TIMEOUT_NEVER,
  PayWallet,
  toMinorUnits,
  TransactionStatus,
  TransactionType,
  unwrap,
} from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('units and meanings');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('units and meanings, both ways', () => {
  it('an order goes in as minor units and comes out as MAJOR units, its code exact', async () => {
    const code = await world.order({ amount: 2450, tipAmount: 50, tags: ['spring'] });
    expect(Number.isSafeInteger(Number(code))).toBe(false);
    const read = unwrap(await world.wallet.payments.getOrder(code));
    expect(read).toMatchObject({
      OrderCodeText: code,
      RequestAmount: 24.5,
      TipAmount: 0.5,
      StateId: OrderState.Pending,
      Tags: ['spring'],
      MerchantTrns: 'order-1',
    });
    expect(toMinorUnits(read.RequestAmount, 'EUR')).toBe(2450);
  });

  it('a payment is read back with its order, its amount and no more of the card than is allowed', async () => {
    const read = unwrap(await world.wallet.transactions.getTransactionById(await world.payment()));
    expect(read).toMatchObject({
      amount: 24.5,
      currencyCode: '978',
      statusId: TransactionStatus.Finished,
      transactionTypeId: TransactionType.CardCharge,
      cardNumber: '414746XXXXXX0133',
      merchantTrns: 'order-1',
    });
    expect(unwrap(await world.wallet.payments.getOrder(read.orderCodeText)).StateId).toBe(OrderState.Paid);
  });

  it('an update changes the amount, cancels and lifts the cancellation; a paid order is not cancelled though success is said', async () => {
    const code = await world.order();
    unwrap(await world.wallet.payments.updateOrder(code, { amount: 3000, isCanceled: true }));
    expect(unwrap(await world.wallet.payments.getOrder(code))).toMatchObject({
      RequestAmount: 30,
      StateId: OrderState.Canceled,
    });
    unwrap(await world.wallet.payments.updateOrder(code, { isCanceled: false }));
    expect(world.simulator.checkout.pay(code, GOOD_CARD).kind).toBe('approved');
    expect(await world.wallet.payments.cancelOrder(code)).toMatchObject({ success: true });
    expect(unwrap(await world.wallet.payments.getOrder(code)).StateId).toBe(OrderState.Paid);
  });

  it('a pre-authorisation is captured in part: a new transaction, the first becomes captured', async () => {
    const held = await world.payment({ preauth: true });
    expect(unwrap(await world.wallet.transactions.getTransactionById(held)).transactionTypeId).toBe(
      TransactionType.CardPreAuthorisation,
    );
    const capture = unwrap(await world.wallet.transactions.createTransaction({ id: held, amount: 2000 }));
    expect(capture).toMatchObject({
      Amount: 20,
      StatusId: 'F',
      TransactionTypeId: TransactionType.CardCapture,
    });
    expect(capture.TransactionId).not.toBe(held);
    expect(unwrap(await world.wallet.transactions.getTransactionById(held)).statusId).toBe(
      TransactionStatus.Captured,
    );
    expect(
      await world.wallet.transactions.createTransaction({
        id: await world.payment({ preauth: true }),
        amount: 2451,
      }),
    ).toMatchObject({ success: false });
  });

  it('refunds in part until nothing is left, then says that', async () => {
    const paid = await world.payment();
    await world.simulator.clock.advance(48 * 3600_000);
    for (const amount of [1000, 1450])
      unwrap(await world.wallet.transactions.cancelTransaction(paid, { amount }));
    expect(unwrap(await world.wallet.transactions.getTransactionById(paid)).statusId).toBe(
      TransactionStatus.Refunded,
    );
    expect(await world.wallet.transactions.cancelTransaction(paid, { amount: 1 })).toMatchObject({
      success: false,
      code: 'alreadycanceled',
    });
  });

  it('says why a refund is refused when refunds are switched off', async () => {
    const paid = await world.payment();
    world.simulator.permissions.set({ allowRefunds: false });
    expect(await world.wallet.transactions.cancelTransaction(paid, { amount: 2450 })).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/API Access/),
    });
  });

  it('a token that lacks the scope is a 403 that is explained; Basic credentials on the token endpoint are a token error', async () => {
    const { endpoints, credentials } = world.simulator;
    const pos = new PayWallet({ ...credentials.merchant, ...credentials.cloudTerminal, endpoints });
    expect(await pos.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'forbidden',
      error: { httpStatus: 403 },
      message: expect.stringMatching(/each set of credentials/),
    });
    const mixed = new PayWallet({
      ...credentials.merchant,
      clientId: credentials.merchant.merchantId,
      clientSecret: credentials.merchant.apikey,
      endpoints,
    });
    expect(await mixed.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'tokenerror',
      error: { httpStatus: 400, serviceCode: 'invalid_client' },
    });
    await Promise.all([pos.close(), mixed.close()]);
  });

  it('a checkout token at a card terminal is a 401 that says which credentials are needed', async () => {
    expect(await world.wallet.pos.devices.searchDevices()).toMatchObject({
      code: 'unauthorized',
      error: { httpStatus: 401, serviceText: 'Could not validate credentials', outcome: 'rejected' },
      message: expect.stringMatching(/POS APIs credentials/),
    });
  });

  it('an order expires at its time, silently', async () => {
    const code = await world.order({ paymentTimeout: 60 });
    await world.simulator.clock.advance(61_000);
    expect(unwrap(await world.wallet.payments.getOrder(code)).StateId).toBe(OrderState.Expired);
  });

  it('an order with PAYMENT_TIMEOUT_NEVER does not, though a shorter one than the longest allowed does', async () => {
    const never = await world.order({ paymentTimeout: PAYMENT_TIMEOUT_NEVER });
    const nearly = await world.order({ paymentTimeout: PAYMENT_TIMEOUT_NEVER + 1 });
    await world.simulator.clock.advance(365 * 86_400_000);
    expect(unwrap(await world.wallet.payments.getOrder(never)).StateId).toBe(OrderState.Pending);
    expect(unwrap(await world.wallet.payments.getOrder(nearly)).StateId).toBe(OrderState.Expired);
  });

  it.each([
    ['reset-before', 'unknown'],
    ['executed-but-lost', 'unknown'],
    ['truncate', 'unknown'],
    ['empty', 'unknown'],
  ] as const)(
    'the fault %s leaves the outcome of a refund %s, and the library does not repeat it',
    async (kind, outcome) => {
      const paid = await world.payment();
      world.simulator.faults.add({ operation: 'transactions.cancelTransaction', kind, times: 1 });
      const before = world.simulator.requests().length;
      const result = await world.wallet.transactions.cancelTransaction(paid, { amount: 2450 });
      expect(result).toMatchObject({ success: false, error: { outcome, retryable: false } });
      expect(
        world.simulator
          .requests()
          .slice(before)
          .filter(({ operation }) => operation === 'transactions.cancelTransaction'),
      ).toHaveLength(1);
      const isRefunded = kind !== 'reset-before';
      expect(unwrap(await world.wallet.transactions.getTransactionById(paid)).statusId).toBe(
        isRefunded ? TransactionStatus.Canceled : TransactionStatus.Finished,
      );
    },
  );
});
