import { describe, expect, it } from '@jest/globals';
import { CancelTransactionOptions } from '../client.js';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ID, wallet } from './clients.testing.js';

const amount = 500;
const withToJson = Object.assign(Object.create({ toJSON: () => ({}) }) as object, { amount });
class Behind {
  get amount(): number {
    return 500;
  }
}
const circle: Record<string, unknown> = { amount };
circle['self'] = circle;

const NO_DATA: [string, unknown][] = [
  ['a promise', Promise.resolve({ amount })],
  ['a promise with the members on it', Object.assign(Promise.resolve(), { amount })],
  ['a thenable', { amount, then: (done: (value: unknown) => void) => done({ amount }) }],
  ['a date', Object.assign(new Date(), { amount })],
  ['a set', Object.assign(new Set([{ amount }]), { amount })],
  ['a map', Object.assign(new Map([['amount', amount]]), { amount })],
  ['a buffer', Object.assign(Buffer.from('x'), { amount })],
  ['a boxed text', Object.assign(new String('x'), { amount })],
  ['an error', Object.assign(new Error('x'), { amount })],
  ['search parameters', Object.assign(new URLSearchParams('amount=500'), { amount })],
  ['a function', Object.assign(() => ({ amount }), { amount })],
  ['an array-like', { amount, length: 1, 0: { amount }, [Symbol.iterator]: () => [][Symbol.iterator]() }],
  ['an object with its own toJSON', { amount, toJSON: () => ({}) }],
  ['an object that inherits a toJSON', withToJson],
  ['an instance whose amount is a getter of its class', new Behind()],
  ['an object whose amount is inherited', Object.create({ amount })],
  ['a circle', circle],
];

describe('values that are no data', () => {
  it.each(NO_DATA)('%s as options sends nothing', async (_what, options) => {
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

  it.each(NO_DATA)('%s as a member sends nothing, and the member is named', async (_what, customer) => {
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

  it.each(NO_DATA)('%s as a query or a default-filled option sends nothing', async (_what, options) => {
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

  it.each([NaN, Infinity, Symbol('x'), () => 1])('an unknown member %p is refused', async (value) => {
    const transport = new TestingTransport([]);
    const result = await wallet(transport).payments.createOrder({ amount: 1000, newer: value } as never);
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'newer' }] } });
    expect(transport.sent).toHaveLength(0);
  });

  it('a member of a query that a query cannot hold is refused, not dropped', async () => {
    const transport = new TestingTransport([]);
    const options = { amount, newer: { deep: 1 } } as never;
    expect(await wallet(transport).transactions.cancelTransaction(ID, options)).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'newer' }] },
    });
  });
});

describe('values that are data', () => {
  const SENT = '{"Success":true,"ErrorCode":0,"TransactionId":"t","StatusId":"F"}';
  const own = Object.assign(new CancelTransactionOptions(), { amount });
  class Mine {
    amount = 500;
    get doubled(): number {
      return this.amount * 2;
    }
  }

  it.each([
    ['a plain object', { amount }],
    ['an object without prototype', Object.assign(Object.create(null) as object, { amount })],
    ['a frozen object', Object.freeze({ amount })],
    ['an instance of the options class', own],
    ['an instance of another class with values of its own', new Mine()],
  ])('%s is sent', async (_what, options) => {
    const transport = new TestingTransport([{ body: SENT }]);
    const result = await wallet(transport).transactions.cancelTransaction(ID, options);
    expect(result).toMatchObject({ success: true });
    expect(transport.calls[0]?.url).toMatch(/\?amount=500$/);
  });

  it('what was checked is what is sent: a getter is asked once', async () => {
    const transport = new TestingTransport([{ body: SENT }, { body: '{"orderCode":1}' }]);
    const answers = [500, 99_999];
    const options = { get: () => answers.shift() ?? 77_777, enumerable: true };
    const shifty = Object.defineProperty({}, 'amount', options);
    await wallet(transport).transactions.cancelTransaction(ID, shifty as never);
    expect(transport.calls[0]?.url).toMatch(/\?amount=500$/);
    const names = ['Ann', 'Eve'];
    const customer = Object.defineProperty({}, 'fullName', { get: () => names.shift(), enumerable: true });
    await wallet(transport).payments.createOrder({ amount: 1000, customer });
    expect(transport.calls[1]?.body).toBe('{"amount":1000,"customer":{"fullName":"Ann"}}');
  });

  it('a getter that throws sends nothing and throws nothing', async () => {
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

  it.each([900, 10_000])('%d members that nobody knows are refused at once', async (length) => {
    const many = Object.fromEntries(Array.from({ length }, (_, at) => [`${'x'.repeat(200)}${at}`, 1]));
    // Compared with one another they would take longer than this test may.
    const result = await wallet(new TestingTransport([])).payments.createOrder({
      amount: 100,
      ...many,
    });
    expect(result).toMatchObject({ code: 'validationerror' });
  });

  it('a slip inside a nested member is named', async () => {
    const transport = new TestingTransport([]);
    const customer = { requestLag: 'el-GR' } as never;
    expect(await wallet(transport).payments.createOrder({ amount: 100, customer })).toMatchObject({
      error: { fields: [{ field: 'customer.requestLag', problem: expect.stringMatching(/requestLang/) }] },
    });
  });

  it('null in place of options or a query is nothing said, or refused, and never a TypeError', async () => {
    const transport = new TestingTransport([{ body: '[]' }, { body: '[]' }]);
    const client = wallet(transport);
    expect(await client.bankTransfers.iterateBankAccounts(null as never).next()).toMatchObject({
      done: true,
    });
    expect(await client.dataServices.iterateTransactions({}, null as never).next()).toMatchObject({
      done: true,
    });
    await expect(client.dataServices.iterateTransactions(null as never).next()).rejects.toMatchObject({
      code: 'validationerror',
    });
    const session = { sessionId: '..' };
    expect(await client.pos.session.waitForSession(session, null as never)).toMatchObject({
      code: 'validationerror',
    });
  });

  it('a delivery whose request id is another than its link names is refused', async () => {
    const link = `https://pay.example/dataservices/v1/FileRequests/File/${ID}/${ID}`;
    const parse = (requestId: string) =>
      wallet(new TestingTransport([])).dataServices.parseSaleTransactionsWebhook({
        Text: '',
        Link: link,
        requestId,
      });
    expect(await parse(ID.toUpperCase())).toMatchObject({ success: true });
    expect(await parse(ID.replace('c', 'd'))).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'requestId' }] },
    });
  });

  it('a wallet id that is none is not called an order code', async () => {
    const options = { amount: 100, walletId: 'x' };
    const result = await wallet(new TestingTransport([])).bankTransfers.executeBankTransfer(ID, options);
    expect(result).toMatchObject({ error: { fields: [{ field: 'walletId' }] } });
    expect(result.message).toMatch(/walletId must be a positive whole number/);
  });

  it('call options that are no object are refused', async () => {
    for (const call of [5, 'x', [], Promise.resolve({})]) {
      const transport = new TestingTransport([]);
      expect(await wallet(transport).payments.getOrder(1, call as never)).toMatchObject({
        code: 'validationerror',
        error: { fields: [{ field: 'call' }] },
      });
      expect(transport.sent).toHaveLength(0);
    }
  });
});
