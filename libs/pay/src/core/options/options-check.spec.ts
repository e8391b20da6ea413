import { describe, expect, it } from '@jest/globals';
import { ID, TestingTransport, wallet } from '../../client.testing.js';
import type { Call } from '../../client.testing.js';

describe('options', () => {
  it.each<[string, Call, string[]]>([
    ['an amount in major units', (c) => c.payments.createOrder({ amount: 10.5 }), ['amount', 'amount']],
    ['an amount as a string', (c) => c.payments.createOrder({ amount: '1000' as never }), ['amount']],
    ['an amount below the minimum', (c) => c.payments.createOrder({ amount: 29 }), ['amount']],
    [
      'a card verification with an amount',
      (c) => c.payments.createOrder({ amount: 100, isCardVerification: true }),
      ['amount'],
    ],
    [
      'an invalid nested member',
      (c) => c.payments.createOrder({ amount: 100, customer: { requestLang: 'greek' } }),
      ['customer.requestLang'],
    ],
    [
      'a string as a nested object',
      (c) => c.payments.createOrder({ amount: 100, customer: 'Ada' as never }),
      ['customer'],
    ],
    [
      'exclusive options',
      (c) => c.payments.createOrder({ amount: 100, preauth: true, maxInstallments: 3 }),
      ['preauth'],
    ],
    [
      'a misspelled option',
      (c) => c.payments.createOrder({ amount: 100, curencyCode: '826' } as never),
      ['curencyCode'],
    ],
    [
      'an option of another method',
      (c) => c.payments.createOrder({ amount: 100, isPreAuth: true } as never),
      ['isPreAuth'],
    ],
    [
      'a filter beside a transaction ID',
      (c) => c.transactions.getLegacyTransactions(ID, { orderCode: 1 } as never),
      ['options'],
    ],
    ['missing options', (c) => c.payments.createOrder(undefined as never), ['options']],
    ['a list as options', (c) => c.payments.createOrder([] as never), ['options']],
    ['a rounded order code', (c) => c.payments.getOrder(9271655739472608), ['orderCode']],
    ['a path in an order code', (c) => c.payments.cancelOrder('1/../2'), ['orderCode']],
    [
      'a missing transaction ID',
      (c) => c.transactions.getTransactionById(undefined as never),
      ['transactionId'],
    ],
    [
      'an invalid option and path parameter',
      (c) => c.transactions.createTransaction({ id: 'x', amount: 0 }),
      ['amount', 'id'],
    ],
    ['a refund without an amount', (c) => c.transactions.cancelTransaction(ID, {} as never), ['amount']],
    ['an invalid time limit', (c) => c.payments.getOrder(1, { timeoutMs: -1 }), ['timeoutMs']],
    ['a misspelled call option', (c) => c.payments.getOrder(1, { maxRetires: 0 } as never), ['maxRetires']],
    [
      'an idempotency key for a read',
      (c) => c.payments.getOrder(1, { idempotencyKey: 'a' }),
      ['idempotencyKey'],
    ],
    ['a signal as the call options', (c) => c.payments.getOrder(1, AbortSignal.abort() as never), ['call']],
    ['an invalid signal', (c) => c.payments.getOrder(1, { signal: {} as never }), ['signal']],
  ])('are rejected before anything is sent: %s', async (_name, call, fields) => {
    const transport = new TestingTransport([]);
    const result = await call(wallet(transport));
    expect(result).toMatchObject({ success: false, code: 'validationerror', error: { outcome: 'not-sent' } });
    if (!result.success) expect(result.error.fields.map(({ field }) => field)).toEqual(fields);
    expect(transport.sent).toHaveLength(0);
  });

  it('are rejected without the idempotency key that the service requires, and with a blank key', async () => {
    const transport = new TestingTransport([]);
    const { transactions } = wallet(transport);
    const refund = { amount: 5, sourceCode: '1', merchantTrns: '' };
    const payout = { amount: 5, serviceId: 6 as const };
    for (const call of [{}, undefined, { idempotencyKey: ' ' }] as { idempotencyKey: string }[])
      for (const result of [
        await transactions.fastRefund(ID, refund, call),
        await transactions.octAndPayout(ID, payout, call),
      ])
        expect(result).toMatchObject({ error: { fields: [{ field: 'idempotencyKey' }] } });
    expect(transport.sent).toHaveLength(0);
  });

  it.each([900, 10_000])('are rejected quickly if %d members are unknown', async (length) => {
    const many = Object.fromEntries(Array.from({ length }, (_, at) => [`${'x'.repeat(200)}${at}`, 1]));
    // A comparison of each pair of names would exceed the time limit of this test.
    const result = await wallet(new TestingTransport([])).payments.createOrder({
      amount: 100,
      ...many,
    });
    expect(result).toMatchObject({ code: 'validationerror' });
  });

  it('name a wallet ID in the message about an invalid wallet ID', async () => {
    const options = { amount: 100, walletId: 'x' };
    const result = await wallet(new TestingTransport([])).bankTransfers.executeBankTransfer(ID, options);
    expect(result).toMatchObject({ error: { fields: [{ field: 'walletId' }] } });
    expect(result.message).toMatch(/walletId must be a positive whole number/);
  });

  it('may be null where they are optional, and are rejected otherwise', async () => {
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

  it('of a call are rejected if they are not an object', async () => {
    for (const call of [5, 'x', [], Promise.resolve({})]) {
      const transport = new TestingTransport([]);
      expect(await wallet(transport).payments.getOrder(1, call as never)).toMatchObject({
        code: 'validationerror',
        error: { fields: [{ field: 'call' }] },
      });
      expect(transport.sent).toHaveLength(0);
    }
  });

  it('of a call may be null', async () => {
    const client = wallet(new TestingTransport([{ body: '{"orderCode":1}' }]));
    expect(await client.payments.createOrder({ amount: 100 }, null as never)).toMatchObject({
      success: true,
    });
  });
});
