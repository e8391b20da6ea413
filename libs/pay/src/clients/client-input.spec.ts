import { describe, expect, it } from '@jest/globals';
import { PayISV, PayWallet } from '../client.js';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ID, wallet } from './clients.testing.js';
import type { Call } from './clients.testing.js';

describe('what callers give', () => {
  it.each<[string, Call, string[]]>([
    ['an amount in major units', (c) => c.payments.createOrder({ amount: 10.5 }), ['amount', 'amount']],
    ['an amount as text', (c) => c.payments.createOrder({ amount: '1000' as never }), ['amount']],
    ['an amount below the minimum', (c) => c.payments.createOrder({ amount: 29 }), ['amount']],
    [
      'a verification that costs',
      (c) => c.payments.createOrder({ amount: 100, isCardVerification: true }),
      ['amount'],
    ],
    [
      'a nested member',
      (c) => c.payments.createOrder({ amount: 100, customer: { requestLang: 'greek' } }),
      ['customer.requestLang'],
    ],
    [
      'exclusive options',
      (c) => c.payments.createOrder({ amount: 100, preauth: true, maxInstallments: 3 }),
      ['preauth'],
    ],
    [
      'a misspelt option',
      (c) => c.payments.createOrder({ amount: 100, curencyCode: '826' } as never),
      ['curencyCode'],
    ],
    [
      'an option of another method',
      (c) => c.payments.createOrder({ amount: 100, isPreAuth: true } as never),
      ['isPreAuth'],
    ],
    ['no options', (c) => c.payments.createOrder(undefined as never), ['options']],
    ['a list as options', (c) => c.payments.createOrder([] as never), ['options']],
    ['a rounded order code', (c) => c.payments.getOrder(9271655739472608), ['orderCode']],
    ['a path in an order code', (c) => c.payments.cancelOrder('1/../2'), ['orderCode']],
    ['no transaction id', (c) => c.transactions.getTransactionById(undefined as never), ['transactionId']],
    [
      'options and path together',
      (c) => c.transactions.createTransaction({ id: 'x', amount: 0 }),
      ['amount', 'id'],
    ],
    ['a refund without amount', (c) => c.transactions.cancelTransaction(ID, {} as never), ['amount']],
    ['a wrong time', (c) => c.payments.getOrder(1, { timeoutMs: -1 }), ['timeoutMs']],
    ['a misspelt call option', (c) => c.payments.getOrder(1, { maxRetires: 0 } as never), ['maxRetires']],
    ['a key among them', (c) => c.payments.getOrder(1, { idempotencyKey: 'a' }), ['idempotencyKey']],
    ['a signal in place of them', (c) => c.payments.getOrder(1, AbortSignal.abort() as never), ['call']],
    ['a wrong signal', (c) => c.payments.getOrder(1, { signal: {} as never }), ['signal']],
  ])('%s is refused before anything leaves', async (_name, call, fields) => {
    const transport = new TestingTransport([]);
    const result = await call(wallet(transport));
    expect(result).toMatchObject({ success: false, code: 'validationerror', error: { outcome: 'not-sent' } });
    if (!result.success) expect(result.error.fields.map(({ field }) => field)).toEqual(fields);
    expect(transport.sent).toHaveLength(0);
  });

  it('an option that nobody knows yet is passed on: the service may', async () => {
    const transport = new TestingTransport([{ body: '{"orderCode":1}' }]);
    await wallet(transport).payments.createOrder({ amount: 100, newerOption: 1 } as never);
    expect(transport.calls[0]?.body).toBe('{"amount":100,"newerOption":1}');
  });

  it('a client that lacks an option says which, call by call', async () => {
    const transport = new TestingTransport([{ body: '{"orderCode":1}' }]);
    const client = wallet(transport, { apikey: '', merchantId: undefined as never });
    expect(await client.payments.createOrder({ amount: 100 })).toMatchObject({ success: true });
    expect(await client.payments.getOrder(1)).toMatchObject({
      code: 'initerror',
      message: expect.stringMatching(/merchantId and apikey are missing/),
    });
    expect(
      await new PayISV({ clientId: 'c', transport } as never).webhook.retrieveWebhookKey(),
    ).toMatchObject({
      code: 'initerror',
      message: expect.stringMatching(/clientSecret is missing/),
    });
    expect(transport.calls).toHaveLength(1);
  });

  it('wrong endpoints make every call an initerror and send nothing', async () => {
    const transport = new TestingTransport([]);
    const result = await wallet(transport, { endpoints: { api: 'http://pay.example' } }).payments.getOrder(1);
    expect(result).toMatchObject({
      code: 'initerror',
      message: expect.stringMatching(/endpoints\.api must use https/),
    });
    expect(transport.sent).toHaveLength(0);
  });
});

describe('never throws', () => {
  it('for null as call options, for no client options, for a logger that fails', async () => {
    const ok = wallet(new TestingTransport([{ body: '{"orderCode":1}' }]));
    expect(await ok.payments.createOrder({ amount: 100 }, null as never)).toMatchObject({ success: true });
    const none = new PayWallet(undefined as never);
    expect(await none.payments.getOrder(1)).toMatchObject({ success: false, code: 'initerror' });
    const full = new Error('disk full');
    const fails: (() => unknown)[] = [
      () => {
        throw full;
      },
      () => Promise.reject(full),
    ];
    for (const error of fails) {
      const client = wallet(new TestingTransport([{ status: 404 }]), { logs: true, logger: { error } });
      expect(await client.payments.getOrder(1)).toMatchObject({ success: false, code: 'notfound' });
    }
    // The test runner tells of rejections that nobody took note of.
    await new Promise(setImmediate);
  });

  it('for a `dev` that is no boolean, or endpoints of which only some are local: nothing is sent', async () => {
    for (const more of [{ dev: 'true' as never }, { endpoints: { api: 'http://127.0.0.1:1' } }]) {
      const transport = new TestingTransport([]);
      const result = await wallet(transport, more).payments.createOrder({ amount: 100 });
      expect(result).toMatchObject({
        code: 'initerror',
        message: expect.stringMatching(/dev must be|must be on this machine too/),
      });
      expect(transport.sent).toHaveLength(0);
    }
  });
});
