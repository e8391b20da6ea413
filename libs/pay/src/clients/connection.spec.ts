import { describe, expect, it } from '@jest/globals';
import { PayISV, PayWallet } from '../client.js';
import { ID, OPTIONS, TestingTransport, wallet } from '../client.testing.js';

describe('client options', () => {
  it.each<[object, string]>([
    [{ maxRetires: 0 }, 'maxRetires is not an option: did you mean maxRetries?'],
    [{ timeoutMS: 5 }, 'timeoutMS is not an option: did you mean timeoutMs?'],
    [{ isDev: true }, 'isDev is not an option: did you mean dev?'],
    // Without dev, these calls would reach the live service.
    ...['demo', 'devMode', 'environment', 'is_test', 'sandbox', 'test', 'live'].map(
      (name): [object, string] => [{ [name]: 'x' }, `${name} is not an option: did you mean dev?`],
    ),
    [{ baseURL: 'http://127.0.0.1:1' }, 'baseURL is not an option: did you mean endpoints?'],
    [{ logs: 'no' }, 'logs must be true or false'],
    [{ tokens: {} }, "tokens must be 'per-call' or 'shared'"],
    [{ logger: {} }, 'logger must be an object with the method error'],
    [{ endpoints: 'http://127.0.0.1:1' }, 'endpoints must be an object'],
  ])('make every call fail if they are invalid: %j', async (more, problem) => {
    const transport = new TestingTransport([{ body: '{"Success":true}' }]);
    const client = wallet(transport, { dev: undefined, maxRetries: undefined, ...more });
    expect(await client.transactions.cancelTransaction(ID, { amount: 1 })).toMatchObject({
      code: 'initerror',
      message: expect.stringContaining(problem),
      error: { outcome: 'not-sent' },
    });
    expect(transport.sent).toEqual([]);
  });

  it('may contain unknown names that resemble no option, or whose correct name is present', async () => {
    const options = { ...OPTIONS, shop: 'gr', maxRetires: 2, environment: 'staging' };
    const transport = new TestingTransport([{ status: 400 }]);
    await wallet(transport, options).transactions.cancelTransaction(ID, { amount: 1 });
    expect(transport.calls).toHaveLength(1);
  });

  it('have one spelling: apiKey makes every call fail, and the message names apikey', async () => {
    const { apikey, ...others } = OPTIONS;
    const transport = new TestingTransport([]);
    const client = new PayWallet({ ...others, apiKey: apikey, transport } as never);
    const result = await client.transactions.cancelTransaction(ID, { amount: 1 });
    expect(result).toMatchObject({ success: false, error: { outcome: 'not-sent' } });
    expect(result.message).toMatch(/apiKey is not an option: did you mean apikey\?/);
    expect(transport.sent).toEqual([]);
  });

  it('are required by the calls that use them: each call names its missing options', async () => {
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

  it('suggests the simulator if nothing listens at a local endpoint', async () => {
    const local = 'http://127.0.0.1:1';
    const client = new PayWallet({ ...OPTIONS, endpoints: { accounts: local, api: local, web: local } });
    const result = await client.transactions.refund(ID, { amount: 1 });
    expect(result).toMatchObject({
      code: 'networkerror',
      message: expect.stringMatching(
        /^transactions\.refund .*Is the simulator running\? .*npx pay-simulator/,
      ),
      error: { outcome: 'not-sent' },
    });
    await client.close();
  });

  it('make every call fail if the endpoints are invalid', async () => {
    const transport = new TestingTransport([]);
    const result = await wallet(transport, { endpoints: { api: 'http://pay.example' } }).payments.getOrder(1);
    expect(result).toMatchObject({
      code: 'initerror',
      message: expect.stringMatching(/endpoints\.api must use https/),
    });
    expect(transport.sent).toHaveLength(0);
  });

  it('make every call fail if `dev` is not a boolean, or only some endpoints are local', async () => {
    for (const more of [{ dev: 'true' as never }, { endpoints: { api: 'http://127.0.0.1:1' } }]) {
      const transport = new TestingTransport([]);
      const result = await wallet(transport, more).payments.createOrder({ amount: 100 });
      expect(result).toMatchObject({
        code: 'initerror',
        message: expect.stringMatching(/dev must be|must also be on this machine/),
      });
      expect(transport.sent).toHaveLength(0);
    }
  });

  it('may be missing: the client is created, and every call fails with initerror', async () => {
    const none = new PayWallet(undefined as never);
    expect(await none.payments.getOrder(1)).toMatchObject({ success: false, code: 'initerror' });
  });
});
