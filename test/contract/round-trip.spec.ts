import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Marketplace,
  OrderState,
  PayISV,
  PayWallet,
  toMinorUnits,
  TransactionStatus,
  TransactionType,
  unwrap,
} from 'nestjs-pay/client';
import type { CreateOrderOptions, MethodReturn } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { NO_METHOD } from './calls.js';
import { contractRows, unbuilt } from './contract.js';

const UNKNOWN_ID = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';
const GOOD_CARD = {
  number: '4147463011110133',
  expiry: '12/30',
  cvc: '111',
  holderName: 'Jo Doe',
  email: 'jo@example.com',
};

let simulator: PaySimulator;
let wallet: PayWallet;
let isv: PayISV;
let marketplace: Marketplace;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'round-trip', clock: 'manual', orderCodes: 'beyond-safe' });
  const { endpoints, credentials } = simulator;
  wallet = new PayWallet({ ...credentials.merchant, endpoints, dev: true });
  marketplace = new Marketplace({ ...credentials.merchant, endpoints, dev: true });
  isv = new PayISV({ ...credentials.isv, endpoints, dev: true });
});
beforeEach(() => {
  simulator.reset();
});
afterAll(async () => {
  await Promise.all([wallet.close(), isv.close(), marketplace.close()]);
  await simulator.close();
});

/** An order as the API made it. */
async function order(options: Partial<CreateOrderOptions> = {}): Promise<string> {
  return unwrap(await wallet.payments.createOrder({ amount: 2450, merchantTrns: 'order-1', ...options }))
    .orderCodeText;
}

/** The transaction of a customer who paid on the hosted page. */
async function payment(options: Partial<CreateOrderOptions> = {}): Promise<string> {
  const outcome = simulator.checkout.pay(await order(options), GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(`the payment is ${outcome.kind}`);
  return outcome.transaction.id;
}

type Result = Promise<MethodReturn<unknown, string>>;

/** For each operation: how it succeeds, and one way in which the service refuses it, with the code of that. */
const ROUND_TRIPS: Record<string, { succeeds: () => Result; refuses: () => Result; code: string }> = {
  'auth.getCloudTerminalAccessToken': {
    succeeds: () => wallet.getCloudTerminalAccessToken(),
    refuses: () =>
      new PayWallet({
        ...simulator.credentials.merchant,
        clientSecret: 'wrong',
        endpoints: simulator.endpoints,
      }).getCloudTerminalAccessToken(),
    code: 'tokenerror',
  },
  'payments.createOrder': {
    succeeds: () => wallet.payments.createOrder({ amount: 2450 }),
    refuses: () => wallet.payments.createOrder({ amount: 2450, sourceCode: 'nowhere' }),
    code: 'forbidden',
  },
  'payments.getOrder': {
    succeeds: async () => wallet.payments.getOrder(await order()),
    refuses: () => wallet.payments.getOrder(12),
    code: 'notfound',
  },
  'payments.updateOrder': {
    succeeds: async () => wallet.payments.updateOrder(await order(), { amount: 3000 }),
    refuses: () => wallet.payments.updateOrder(12, { amount: 3000 }),
    code: 'notfound',
  },
  'payments.cancelOrder': {
    succeeds: async () => wallet.payments.cancelOrder(await order()),
    refuses: () => wallet.payments.cancelOrder(12),
    code: 'notfound',
  },
  'payments.createLegacyOrder': {
    succeeds: () => wallet.payments.createLegacyOrder({ amount: 2450 }),
    refuses: () => wallet.payments.createLegacyOrder({ amount: 2450, sourceCode: 'nowhere' }),
    code: 'forbidden',
  },
  'transactions.getTransactionById': {
    succeeds: async () => wallet.transactions.getTransactionById(await payment()),
    refuses: () => wallet.transactions.getTransactionById(UNKNOWN_ID),
    code: 'notfound',
  },
  'transactions.createTransaction': {
    succeeds: async () =>
      wallet.transactions.createTransaction({ id: await payment({ allowRecurring: true }), amount: 990 }),
    refuses: () => wallet.transactions.createTransaction({ id: UNKNOWN_ID, amount: 990 }),
    code: 'notfound',
  },
  'transactions.cancelTransaction': {
    succeeds: async () => wallet.transactions.cancelTransaction(await payment(), { amount: 2450 }),
    refuses: () => wallet.transactions.cancelTransaction(UNKNOWN_ID, { amount: 2450 }),
    code: 'notfound',
  },
  'webhooks.retrieveWebhookKey': {
    succeeds: () => wallet.webhooks.retrieveWebhookKey(),
    refuses: () =>
      new PayWallet({
        ...simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: simulator.endpoints,
      }).webhooks.retrieveWebhookKey(),
    code: 'webhookerror',
  },
  'webhook.retrieveWebhookKey': {
    succeeds: () => isv.webhook.retrieveWebhookKey(),
    refuses: () =>
      new PayISV({
        ...simulator.credentials.cloudTerminal,
        endpoints: simulator.endpoints,
      }).webhook.retrieveWebhookKey(),
    code: 'webhookerror',
  },
};

/** The contract's row of an operation. The cloud terminal token stands in two areas. */
const built = new Map(
  contractRows()
    .filter(({ name }) => !unbuilt.has(name) && !NO_METHOD.test(name))
    .map(({ operation }) => [
      operation.id === 'getCloudTerminalAccessToken' ? `auth.${operation.id}` : operation.id,
      operation,
    ]),
);

describe.each([...built.keys()])('%s, client → simulator', (id) => {
  it('succeeds, with every field that the contract gives the answer', async () => {
    const result = await ROUND_TRIPS[id]?.succeeds();
    expect(result).toMatchObject({
      success: true,
      meta: { correlationId: expect.stringMatching(/^\d{2}-\d{3}-[0-9A-F]{8}$/) },
    });
    const fields = built.get(id)?.response.fields.map(({ name }) => name) ?? [];
    const { data } = result as { data: unknown };
    if (typeof data === 'object' && data !== null)
      expect(Object.keys(data)).toEqual(expect.arrayContaining(fields));
  });

  it('is refused with its code, and the outcome is known', async () => {
    const result = await ROUND_TRIPS[id]?.refuses();
    expect(result).toMatchObject({
      success: false,
      code: ROUND_TRIPS[id]?.code,
      error: { outcome: expect.stringMatching(/rejected|not-sent/) },
    });
  });
});

describe('units and meanings, both ways', () => {
  it('an order goes in as minor units and comes out as MAJOR units, its code exact', async () => {
    const code = await order({ amount: 2450, tipAmount: 50, tags: ['spring'] });
    expect(Number.isSafeInteger(Number(code))).toBe(false);
    const read = unwrap(await wallet.payments.getOrder(code));
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
    const read = unwrap(await wallet.transactions.getTransactionById(await payment()));
    expect(read).toMatchObject({
      amount: 24.5,
      currencyCode: '978',
      statusId: TransactionStatus.Finished,
      transactionTypeId: TransactionType.CardCharge,
      cardNumber: '414746XXXXXX0133',
      merchantTrns: 'order-1',
    });
    expect(unwrap(await wallet.payments.getOrder(read.orderCodeText)).StateId).toBe(OrderState.Paid);
  });

  it('an update changes the amount, cancels and lifts the cancellation; a paid order is not cancelled though success is said', async () => {
    const code = await order();
    unwrap(await wallet.payments.updateOrder(code, { amount: 3000, isCanceled: true }));
    expect(unwrap(await wallet.payments.getOrder(code))).toMatchObject({
      RequestAmount: 30,
      StateId: OrderState.Canceled,
    });
    unwrap(await wallet.payments.updateOrder(code, { isCanceled: false }));
    expect(simulator.checkout.pay(code, GOOD_CARD).kind).toBe('approved');
    expect(await wallet.payments.cancelOrder(code)).toMatchObject({ success: true });
    expect(unwrap(await wallet.payments.getOrder(code)).StateId).toBe(OrderState.Paid);
  });

  it('a pre-authorisation is captured in part: a new transaction, the first becomes captured', async () => {
    const held = await payment({ preauth: true });
    expect(unwrap(await wallet.transactions.getTransactionById(held)).transactionTypeId).toBe(
      TransactionType.CardPreAuthorisation,
    );
    const capture = unwrap(await wallet.transactions.createTransaction({ id: held, amount: 2000 }));
    expect(capture).toMatchObject({
      Amount: 20,
      StatusId: 'F',
      TransactionTypeId: TransactionType.CardCapture,
    });
    expect(capture.TransactionId).not.toBe(held);
    expect(unwrap(await wallet.transactions.getTransactionById(held)).statusId).toBe(
      TransactionStatus.Captured,
    );
    expect(
      await wallet.transactions.createTransaction({ id: await payment({ preauth: true }), amount: 2451 }),
    ).toMatchObject({ success: false });
  });

  it('refunds in part until nothing is left, then says that', async () => {
    const paid = await payment();
    await simulator.clock.advance(48 * 3600_000);
    for (const amount of [1000, 1450]) unwrap(await wallet.transactions.cancelTransaction(paid, { amount }));
    expect(unwrap(await wallet.transactions.getTransactionById(paid)).statusId).toBe(
      TransactionStatus.Refunded,
    );
    expect(await wallet.transactions.cancelTransaction(paid, { amount: 1 })).toMatchObject({
      success: false,
      code: 'alreadycanceled',
    });
  });

  it('says why a refund is refused when refunds are switched off', async () => {
    const paid = await payment();
    simulator.permissions.set({ allowRefunds: false });
    expect(await wallet.transactions.cancelTransaction(paid, { amount: 2450 })).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/API Access/),
    });
  });

  it('a token that lacks the scope is a 403 that is explained; Basic credentials on the token endpoint are a token error', async () => {
    const { endpoints, credentials } = simulator;
    const pos = new PayWallet({ ...credentials.merchant, ...credentials.cloudTerminal, endpoints });
    expect(await pos.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'forbidden',
      error: { httpStatus: 403 },
      message: expect.stringMatching(/POS/),
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

  it('an order expires at its time, silently', async () => {
    const code = await order({ paymentTimeout: 60 });
    await simulator.clock.advance(61_000);
    expect(unwrap(await wallet.payments.getOrder(code)).StateId).toBe(OrderState.Expired);
  });

  it.each([
    ['reset-before', 'unknown'],
    ['executed-but-lost', 'unknown'],
    ['truncate', 'unknown'],
    ['empty', 'unknown'],
  ] as const)(
    'the fault %s leaves the outcome of a refund %s, and the library does not repeat it',
    async (kind, outcome) => {
      const paid = await payment();
      simulator.faults.add({ operation: 'transactions.cancelTransaction', kind, times: 1 });
      const before = simulator.requests().length;
      const result = await wallet.transactions.cancelTransaction(paid, { amount: 2450 });
      expect(result).toMatchObject({ success: false, error: { outcome, retryable: false } });
      expect(
        simulator
          .requests()
          .slice(before)
          .filter(({ operation }) => operation === 'transactions.cancelTransaction'),
      ).toHaveLength(1);
      const isRefunded = kind !== 'reset-before';
      expect(unwrap(await wallet.transactions.getTransactionById(paid)).statusId).toBe(
        isRefunded ? TransactionStatus.Canceled : TransactionStatus.Finished,
      );
    },
  );
});
