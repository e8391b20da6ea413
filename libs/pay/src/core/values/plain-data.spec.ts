import { describe, expect, it } from '@jest/globals';
import { CancelTransactionOptions, getSmartCheckout, PayWallet } from '../../client.js';
import {
  ENVELOPE,
  ID,
  OPTIONS,
  SECRETS,
  TestingTransport,
  TRANSACTION,
  wallet,
  WEB,
} from '../../client.testing.js';

const amount = 500;
const withToJson = Object.assign(Object.create({ toJSON: () => ({}) }) as object, { amount });
class WithGetter {
  get amount(): number {
    return 500;
  }
}
const EVIL = 'https://evil.example';
const cyclic: Record<string, unknown> = { amount };
cyclic['self'] = cyclic;

/** Values other than plain data. */
const NO_DATA: [string, unknown][] = [
  ['a promise', Promise.resolve({ amount })],
  ['a promise with members', Object.assign(Promise.resolve(), { amount })],
  ['a thenable', { amount, then: (done: (value: unknown) => void) => done({ amount }) }],
  ['a date', Object.assign(new Date(), { amount })],
  ['a set', Object.assign(new Set([{ amount }]), { amount })],
  ['a map', Object.assign(new Map([['amount', amount]]), { amount })],
  ['a buffer', Object.assign(Buffer.from('x'), { amount })],
  ['a String object', Object.assign(new String('x'), { amount })],
  ['an error', Object.assign(new Error('x'), { amount })],
  ['search parameters', Object.assign(new URLSearchParams('amount=500'), { amount })],
  ['a function', Object.assign(() => ({ amount }), { amount })],
  ['an array-like', { amount, length: 1, 0: { amount }, [Symbol.iterator]: () => [][Symbol.iterator]() }],
  ['an object with toJSON', { amount, toJSON: () => ({}) }],
  ['an object that inherits a toJSON', withToJson],
  ['an instance whose amount is a getter of its class', new WithGetter()],
  ['an object whose amount is inherited', Object.create({ amount })],
  ['a cyclic object', cyclic],
];

describe('values other than plain data', () => {
  it.each(NO_DATA)('are rejected as options: %s', async (_what, options) => {
    const transport = new TestingTransport([]);
    const client = wallet(transport);
    for (const result of [
      await client.transactions.cancelTransaction(ID, options as never),
      await client.payments.updateOrder(1, options as never),
    ]) {
      expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    }
    expect(transport.sent).toHaveLength(0);
  });

  it.each(NO_DATA)('are rejected as a member, which the failure names: %s', async (_what, customer) => {
    const transport = new TestingTransport([]);
    const result = await wallet(transport).payments.createOrder({
      amount: 1000,
      customer: customer as never,
    });
    expect(result).toMatchObject({ code: 'validationerror' });
    expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^customer/)]),
    );
    expect(transport.sent).toHaveLength(0);
  });

  it.each(NO_DATA)('are rejected as a query, and as options with defaults: %s', async (_what, options) => {
    const transport = new TestingTransport([]);
    const client = wallet(transport, { sourceCode: '1234' });
    expect(await client.source.createSource(options as never)).toMatchObject({ code: 'validationerror' });
    expect(await client.dataServices.searchTransactions({}, options as never)).toMatchObject({
      code: 'validationerror',
    });
    expect(await client.dataServices.parseSaleTransactionsWebhook(options)).toMatchObject({
      code: 'validationerror',
    });
    await expect(client.dataServices.iterateTransactions({}, options as never).next()).rejects.toMatchObject({
      code: 'validationerror',
    });
    await expect(client.bankTransfers.iterateBankAccounts(options as never).next()).rejects.toMatchObject({
      code: 'validationerror',
    });
    expect(transport.sent).toHaveLength(0);
  });

  it.each([NaN, Infinity, Symbol('x'), () => 1])('are rejected as an unknown member: %p', async (value) => {
    const transport = new TestingTransport([]);
    const result = await wallet(transport).payments.createOrder({ amount: 1000, newer: value } as never);
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'newer' }] } });
    expect(transport.sent).toHaveLength(0);
  });

  it('are rejected in a query: an object', async () => {
    const transport = new TestingTransport([]);
    const options = { amount, newer: { deep: 1 } } as never;
    expect(await wallet(transport).transactions.cancelTransaction(ID, options)).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'newer' }] },
    });
  });
});

describe('plain data', () => {
  const SENT = '{"Success":true,"ErrorCode":0,"TransactionId":"t","StatusId":"F"}';
  const own = Object.assign(new CancelTransactionOptions(), { amount });
  class Other {
    amount = 500;
    get doubled(): number {
      return this.amount * 2;
    }
  }

  it.each([
    ['a plain object', { amount }],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { amount })],
    ['a frozen object', Object.freeze({ amount })],
    ['an instance of the options class', own],
    ['an instance of another class with own members', new Other()],
  ])('is sent: %s', async (_what, options) => {
    const transport = new TestingTransport([{ body: SENT }]);
    const result = await wallet(transport).transactions.cancelTransaction(ID, options);
    expect(result).toMatchObject({ success: true });
    expect(transport.calls[0]?.url).toMatch(/\?amount=500$/);
  });

  it('is read once, so a getter cannot change a value after the check', async () => {
    const transport = new TestingTransport([{ body: SENT }, { body: '{"orderCode":1}' }]);
    const responses = [500, 99_999];
    const options = { get: () => responses.shift() ?? 77_777, enumerable: true };
    const changing = Object.defineProperty({}, 'amount', options);
    await wallet(transport).transactions.cancelTransaction(ID, changing as never);
    expect(transport.calls[0]?.url).toMatch(/\?amount=500$/);
    const names = ['Ann', 'Eve'];
    const customer = Object.defineProperty({}, 'fullName', { get: () => names.shift(), enumerable: true });
    await wallet(transport).payments.createOrder({ amount: 1000, customer });
    expect(transport.calls[1]?.body).toBe('{"amount":1000,"customer":{"fullName":"Ann"}}');
  });

  it('with a getter that throws makes the call fail, and not throw', async () => {
    const transport = new TestingTransport([]);
    const options = {
      get amount(): number {
        throw new Error('secret');
      },
    };
    const result = await wallet(transport).transactions.cancelTransaction(ID, options);
    expect(result).toMatchObject({ success: false, error: { outcome: 'not-sent' } });
    expect(result.message).not.toContain('secret');
  });
});

describe('text with half of a character', () => {
  // `slice` leaves the first half of an emoji. A query would have another text, by which no lookup finds the call.
  const half = 'Trip \u{1f3d6}'.slice(0, 6);

  it('is rejected, because it would arrive as another text', async () => {
    const transport = new TestingTransport([]);
    const { transactions, payments } = wallet(transport);
    for (const [result, field] of [
      [await transactions.refund(ID, { amount, merchantTrns: half }), 'merchantTrns'],
      [await payments.createOrder({ amount, customer: { fullName: half } }), 'customer.fullName'],
      [await payments.createOrder({ amount, tags: [half] }), 'tags.0'],
      [await payments.createOrder({ amount }, { extra: { newer: half } }), 'extra.newer'],
    ] as const)
      expect(result).toMatchObject({ error: { outcome: 'not-sent', fields: [{ field }] } });
    expect(transport.sent).toHaveLength(0);
  });
});

class WithOptions {
  readonly own = 1;
  get idempotencyKey(): string {
    return 'refund-17';
  }
  get dev(): boolean {
    return true;
  }
  get accounts(): string {
    return EVIL;
  }
}

/** Objects whose options would be ignored. */
const UNREADABLE: [string, object][] = [
  ['a promise', Promise.resolve({})],
  ['a map', new Map([['idempotencyKey', 'refund-17']])],
  ['a date', new Date()],
  ['an instance with getters of its class', new WithOptions()],
  ['an object that inherits', Object.create({ idempotencyKey: 'refund-17', dev: true, accounts: EVIL })],
];

describe('settings that would be ignored', () => {
  it.each([...UNREADABLE, ['a signal', AbortSignal.timeout(9_000)], ['getters that throw', withThrowing()]])(
    'are rejected as the options of a call: %s',
    async (_what, call) => {
      const transport = new TestingTransport([]);
      const { transactions, pos } = wallet(transport);
      for (const result of [
        await transactions.refund(ID, { amount }, call),
        await transactions.resolveOutcome({} as never, call),
        await pos.session.waitForSession({ sessionId: '1' }, call),
      ])
        expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
      expect(transport.sent).toHaveLength(0);
    },
  );

  it.each(UNREADABLE)('make each call fail as a group of client options: %s', async (_what, endpoints) => {
    const transport = new TestingTransport([]);
    const result = await wallet(transport, { endpoints }).payments.createOrder({ amount });
    expect(result).toMatchObject({ code: 'initerror', message: expect.stringContaining('endpoints') });
    expect(() => getSmartCheckout({ orderCode: 1, endpoints })).toThrow('endpoints');
    expect(transport.sent).toHaveLength(0);
  });

  it('make each call fail as an inherited client option, because dev decides where money moves', async () => {
    const transport = new TestingTransport([]);
    const { clientId, merchantId } = OPTIONS;
    const options = Object.assign(new WithOptions(), { clientId, merchantId, ...SECRETS, transport });
    expect(await new PayWallet(options).payments.createOrder({ amount })).toMatchObject({
      code: 'initerror',
      message: expect.stringContaining('dev must be a member of the options themselves'),
    });
    expect(() => getSmartCheckout(Object.assign(new WithOptions(), { orderCode: 1 }))).toThrow('dev must be');
    expect(transport.sent).toHaveLength(0);
  });
});

function withThrowing(): object {
  return {
    get timeoutMs(): number {
      throw new Error('secret');
    },
  };
}

/** Runs `work` while every object inherits a member from `Object.prototype`. */
async function polluted<Result>(
  name: string,
  value: unknown,
  work: () => Result | Promise<Result>,
  enumerable = true,
): Promise<Result> {
  Object.defineProperty(Object.prototype, name, { value, enumerable, configurable: true, writable: true });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

const REFUND = { body: ENVELOPE };
const refund = (transport: TestingTransport) =>
  wallet(transport).transactions.cancelTransaction(ID, { amount: 500 });

describe('an inherited option', () => {
  it.each<[string, unknown]>([
    ['endpoints', { accounts: EVIL, api: EVIL, web: EVIL }],
    ['web', EVIL],
    ['accounts', EVIL],
    ['cloudTerminal', { clientId: 'evil', clientSecret: 'evil' }],
    ['credentials', () => ({ merchantId: 'evil', apikey: 'evil' })],
    ['tokens', 'none'],
    ['resellerId', 'evil'],
    ['logs', 'yes'],
    ['timeoutMs', -1],
    ['idempotencyKey', 'evil'],
    ['signal', AbortSignal.abort()],
  ])('is no option of the client or the call: %s', async (name, value) => {
    const transport = new TestingTransport([REFUND]);
    const result = await polluted(name, value, () => refund(transport));
    expect(result).toMatchObject({ success: true });
    expect(transport.sent.map(({ url }) => new URL(url).origin)).toEqual([WEB]);
    expect(JSON.stringify(transport.sent)).not.toContain('evil');
  });

  it('does not select the environment', async () => {
    const transport = new TestingTransport([REFUND]);
    const { clientId, clientSecret, merchantId, apikey } = OPTIONS;
    const live = { clientId, clientSecret, merchantId, apikey, transport };
    const client = await polluted('dev', true, () => new PayWallet(live));
    await client.transactions.cancelTransaction(ID, { amount: 500 });
    expect(transport.sent[0]?.url).toMatch(/^https:\/\/www\./);
  });

  it.each<[string, unknown]>([
    ['timeoutMs', -1],
    ['idempotencyKey', 'evil'],
    ['signal', 'none'],
  ])('is no call option, also beside own ones: %s', async (name, value) => {
    const transport = new TestingTransport([{ body: TRANSACTION }]);
    const result = await polluted(name, value, () =>
      wallet(transport).transactions.getTransactionById(ID, { maxRetries: 1 }),
    );
    expect(result).toMatchObject({ success: true });
  });

  it.each([true, false])('is no option of an operation (enumerable: %p)', async (enumerable) => {
    for (const [name, value] of [
      ['sourceCode', 'evil'],
      ['idempotencyKey', 'evil'],
      ['amount', 1],
    ] as const) {
      const transport = new TestingTransport([REFUND]);
      const call = () =>
        wallet(transport, { sourceCode: null }).transactions.cancelTransaction(
          ID,
          name === 'amount' ? ({} as never) : { amount: 500 },
        );
      const result = await polluted(name, value, call, enumerable);
      // The call must fail: without the amount it could refund everything, with the inherited one a wrong amount.
      expect(JSON.stringify(transport.sent)).not.toMatch(/evil|amount=1\b/);
      if (name === 'amount') expect(result).toMatchObject({ code: 'validationerror' });
    }
  });

  it('does not change the address of the checkout page', async () => {
    const address = await polluted('endpoints', { web: EVIL }, () => getSmartCheckout({ orderCode: '1' }));
    expect(address).not.toContain('evil');
    const other = await polluted('web', EVIL, () => getSmartCheckout({ orderCode: '1' }));
    expect(other).not.toContain('evil');
  });
});

describe('an inherited member', () => {
  it('is no member of a response', async () => {
    const transport = new TestingTransport([{ body: '{}' }]);
    const result = await polluted('orderCode', 1272214778972604, () =>
      wallet(transport).payments.createOrder({ amount: 1000 }),
    );
    expect(result).toMatchObject({ success: false, error: { outcome: 'unknown' } });
  });

  it('is no member of an item in a list', async () => {
    const transport = new TestingTransport([{ body: '[{"iban":"x"}]' }]);
    const result = await polluted('bankAccountId', ID, () =>
      wallet(transport).bankTransfers.retrieveBankAccounts(),
    );
    expect(result).toMatchObject({ success: false });
  });

  it.each<[string, unknown]>([
    ['Success', false],
    ['ErrorCode', 500],
  ])('does not make a successful response a rejection: %s', async (name, value) => {
    const transport = new TestingTransport([{ body: TRANSACTION }]);
    const result = await polluted(name, value, () => wallet(transport).transactions.getTransactionById(ID));
    expect(result).toMatchObject({ success: true });
  });

  it.each<[string, string]>([
    ['message', 'serviceText'],
    ['error', 'serviceCode'],
    ['eventId', 'eventId'],
  ])('is no member of a rejection: %s', async (name, member) => {
    const transport = new TestingTransport([{ status: 400, body: '{}' }]);
    const result = await polluted(name, '7', () => wallet(transport).transactions.getTransactionById(ID));
    expect(result).toMatchObject({ success: false, error: { [member]: null } });
  });
});
