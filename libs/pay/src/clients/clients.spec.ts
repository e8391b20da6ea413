import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Marketplace, PayISV, PayWallet, TransportError, unwrap, PayError } from '../client.js';
import type { MethodReturn, PayWalletOptions } from '../client.js';
import { TestingTransport } from '../core/transport.testing.js';

const ID = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';
const SECRETS = { clientSecret: 'client-secret-1', apikey: 'api-key-secret-1' };
const OPTIONS: PayWalletOptions = { clientId: 'client-1', merchantId: 'merchant-1', dev: true, ...SECRETS };
const wallet = (transport: TestingTransport, more: Partial<PayWalletOptions> = {}): PayWallet =>
  new PayWallet({ ...OPTIONS, transport, ...more });

const BASIC = `Basic ${Buffer.from('merchant-1:api-key-secret-1').toString('base64')}`;
const CLIENT_BASIC = `Basic ${Buffer.from('client-1:client-secret-1').toString('base64')}`;
const API = 'https://demo-api.vivapayments.com';
const WEB = 'https://demo.vivapayments.com';
const ENVELOPE =
  '{"Success":true,"ErrorCode":0,"TransactionId":"t","StatusId":"F","OrderCode":9271655739472609}';
const TRANSACTION =
  '{"amount":30.00,"orderCode":9271655739472609,"statusId":"F","insDate":"x","currencyCode":8,"transactionTypeId":5}';

type Call = (client: PayWallet) => Promise<MethodReturn<unknown, string>>;

describe('what each method sends and answers', () => {
  it.each<[string, Call, string, string, string, string | undefined, string, unknown]>([
    [
      'createOrder',
      (c) => c.payments.createOrder({ amount: 1000, customer: { email: 'a@b.c' } }),
      'POST',
      `${API}/checkout/v2/orders`,
      'Bearer tok-1',
      '{"amount":1000,"customer":{"email":"a@b.c"}}',
      '{"orderCode":9271655739472609}',
      { orderCode: '9271655739472609', orderCodeText: '9271655739472609' },
    ],
    [
      'getOrder',
      (c) => c.payments.getOrder('9271655739472609'),
      'GET',
      `${WEB}/api/orders/9271655739472609`,
      BASIC,
      undefined,
      '{"OrderCode":9271655739472609,"StateId":"3"}',
      { OrderCode: '9271655739472609', OrderCodeText: '9271655739472609', StateId: 3 },
    ],
    [
      'updateOrder',
      (c) => c.payments.updateOrder(12n, { isCanceled: false }),
      'PATCH',
      `${WEB}/api/orders/12`,
      BASIC,
      '{"isCanceled":false}',
      '',
      null,
    ],
    [
      'cancelOrder',
      (c) => c.payments.cancelOrder(12),
      'DELETE',
      `${WEB}/api/orders/12`,
      BASIC,
      undefined,
      ENVELOPE,
      {
        Success: true,
        ErrorCode: 0,
        TransactionId: 't',
        StatusId: 'F',
        OrderCode: '9271655739472609',
        OrderCodeText: '9271655739472609',
      },
    ],
    [
      'createLegacyOrder',
      (c) => c.payments.createLegacyOrder({ amount: 30, isPreAuth: true }),
      'POST',
      `${WEB}/api/orders`,
      BASIC,
      '{"amount":30,"isPreAuth":true}',
      '{"Success":true,"OrderCode":5}',
      { Success: true, OrderCode: 5, OrderCodeText: '5' },
    ],
    [
      'getTransactionById',
      (c) => c.transactions.getTransactionById(ID),
      'GET',
      `${API}/checkout/v2/transactions/${ID}`,
      'Bearer tok-1',
      undefined,
      TRANSACTION,
      {
        amount: 30,
        orderCode: '9271655739472609',
        orderCodeText: '9271655739472609',
        statusId: 'F',
        insDate: 'x',
        currencyCode: '008',
        transactionTypeId: 5,
      },
    ],
    [
      'createTransaction',
      (c) => c.transactions.createTransaction({ id: ID, amount: 500 }),
      'POST',
      `${WEB}/api/transactions/${ID}`,
      BASIC,
      '{"amount":500}',
      '{"TransactionId":"n","StatusId":"F","Success":true}',
      { TransactionId: 'n', StatusId: 'F', Success: true },
    ],
    [
      'cancelTransaction',
      (c) => c.transactions.cancelTransaction(ID, { amount: 500, sourceCode: 'a b&c' }),
      'DELETE',
      `${WEB}/api/transactions/${ID}?amount=500&sourceCode=a+b%26c`,
      BASIC,
      undefined,
      '{"TransactionId":"n","StatusId":"F"}',
      { TransactionId: 'n', StatusId: 'F' },
    ],
    [
      'retrieveWebhookKey',
      (c) => c.webhooks.retrieveWebhookKey(),
      'GET',
      `${WEB}/api/messages/config/token`,
      BASIC,
      undefined,
      '{"Key":"K1"}',
      'K1',
    ],
    [
      'getPayWebhookCode',
      (c) => c.getPayWebhookCode(),
      'GET',
      `${WEB}/api/messages/config/token`,
      BASIC,
      undefined,
      '{"Key":"K1"}',
      'K1',
    ],
  ])('%s', async (_name, call, method, url, authorization, body, answer, data) => {
    const transport = new TestingTransport([
      { body: answer, headers: { 'x-viva-correlationid': '26-115-EDAA55BC' } },
    ]);
    const result = await call(wallet(transport));
    expect(result).toMatchObject({
      success: true,
      data,
      meta: { attempts: 1, httpStatus: 200, correlationId: '26-115-EDAA55BC' },
    });
    expect(transport.calls).toHaveLength(1);
    expect(transport.calls[0]).toMatchObject({ method, url });
    expect(transport.calls[0]?.headers['authorization']).toBe(authorization);
    expect(transport.calls[0]?.body).toBe(body);
    expect(unwrap(result)).toEqual(data);
  });

  it('exchanges the client credentials in the Basic header, form encoded, once for each OAuth call', async () => {
    const transport = new TestingTransport([{ body: '{"orderCode":1}' }, { body: '{"orderCode":2}' }]);
    const client = wallet(transport);
    await client.payments.createOrder({ amount: 100 });
    await client.payments.createOrder({ amount: 100 });
    const exchanges = transport.sent.filter(
      ({ url }) => url === 'https://demo-accounts.vivapayments.com/connect/token',
    );
    expect(exchanges).toHaveLength(2);
    expect(exchanges[0]).toMatchObject({ method: 'POST', body: 'grant_type=client_credentials' });
    expect(exchanges[0]?.headers).toMatchObject({
      authorization: CLIENT_BASIC,
      'content-type': 'application/x-www-form-urlencoded',
    });
  });

  it('gives the whole cloud terminal token, exchanged with its own credentials where there are some', async () => {
    const transport = new TestingTransport([]);
    const own = { clientId: 'pos-1', clientSecret: 'pos-secret-1' };
    const result = await wallet(transport, { cloudTerminal: own }).getCloudTerminalAccessToken();
    expect(unwrap(result)).toEqual({ access_token: 'tok-1', expires_in: 3600, token_type: 'Bearer' });
    expect(transport.sent[0]?.headers['authorization']).toBe(
      `Basic ${Buffer.from('pos-1:pos-secret-1').toString('base64')}`,
    );
  });

  it('the ISV reads its key from another host, and has one webhook area under two names', async () => {
    const transport = new TestingTransport([{ body: '{"key":"k1"}' }]);
    const isv = new PayISV({ clientId: 'c', clientSecret: 's', dev: true, transport });
    expect(isv.webhook).toBe(isv.webhooks);
    expect(await isv.getPayWebhookCode()).toMatchObject({ success: true, data: 'k1' });
    expect(transport.calls[0]?.url).toBe(`${API}/isv/v1/webhooks/token`);
  });

  it('the marketplace shares reads, charges, order cancellation and the webhook key', async () => {
    const transport = new TestingTransport([
      { body: TRANSACTION },
      { body: ENVELOPE },
      { body: '{"Key":"K"}' },
    ]);
    const platform = new Marketplace({ ...OPTIONS, transport });
    const results = [
      await platform.transactions.getTransactionById(ID),
      await platform.payments.cancelOrder(5),
      await platform.webhooks.retrieveWebhookKey(),
    ];
    expect(results.map((result) => result.success)).toEqual([true, true, true]);
  });
});

describe('failures', () => {
  const create: Call = (c) => c.payments.createOrder({ amount: 1000 });
  const refund: Call = (c) => c.transactions.cancelTransaction(ID, { amount: 500 });
  const read: Call = (c) => c.transactions.getTransactionById(ID);
  const update: Call = (c) => c.payments.updateOrder(1, {});
  const key: Call = (c) => c.webhooks.retrieveWebhookKey();
  const envelope = (code: number, eventId = 0, text: string | null = 'why'): { body: string } => ({
    body: JSON.stringify({
      ErrorCode: code,
      ErrorText: text,
      EventId: eventId,
      Success: false,
      TransactionId: null,
    }),
  });

  it.each<[string, Call, ConstructorParameters<typeof TestingTransport>[0][number], object]>([
    [
      '400 from the api host',
      create,
      { status: 400, body: '{"status":400,"message":"bad","eventId":"12"}' },
      {
        code: 'rejected',
        error: { httpStatus: 400, serviceText: 'bad', eventId: 12, outcome: 'rejected', retryable: false },
      },
    ],
    [
      '401 with an empty body',
      create,
      { status: 401 },
      {
        code: 'unauthorized',
        message: expect.stringMatching(/demo environment/),
        error: { outcome: 'rejected' },
      },
    ],
    [
      '403 explained',
      create,
      { status: 403, body: '{"status":403,"message":null,"eventId":0}' },
      {
        code: 'forbidden',
        message: expect.stringMatching(/scope/),
        error: { outcome: 'rejected', eventId: null },
      },
    ],
    [
      '404',
      read,
      { status: 404, body: '{"status":404,"message":null,"eventId":"0"}' },
      { code: 'notfound', error: { outcome: 'rejected' } },
    ],
    [
      'event id from the header',
      create,
      { status: 400, headers: { 'x-viva-eventid': '10051' } },
      { error: { eventId: 10051 } },
    ],
    [
      '429 may be repeated',
      create,
      { status: 429 },
      { code: 'rejected', error: { outcome: 'rejected', retryable: true } },
    ],
    [
      '200 that says no',
      refund,
      envelope(404),
      { code: 'notfound', error: { httpStatus: 200, serviceCode: '404', outcome: 'rejected' } },
    ],
    [
      '200, permission off',
      refund,
      envelope(403),
      { code: 'forbidden', message: expect.stringMatching(/API Access/) },
    ],
    [
      '200, balance too low',
      refund,
      envelope(452),
      { code: 'rejected', message: expect.stringMatching(/balance/), error: { serviceCode: '452' } },
    ],
    [
      '200, refused by the issuer',
      refund,
      envelope(502, 10051),
      {
        code: 'rejected',
        message: expect.stringMatching(/10051: Insufficient funds\. /),
        error: { eventId: 10051, outcome: 'rejected', retryable: false },
      },
    ],
    [
      '200, already refunded',
      refund,
      envelope(409),
      { code: 'alreadycanceled', error: { outcome: 'rejected' } },
    ],
    ['200 that says no where nothing is read', update, envelope(400), { code: 'rejected' }],
    [
      '500 with HTML',
      refund,
      { status: 500, body: '<html>' },
      {
        code: 'servererror',
        message: expect.stringMatching(/may have taken effect/),
        error: { outcome: 'unknown', retryable: false },
      },
    ],
    [
      '500 on a read',
      read,
      { status: 500 },
      { code: 'servererror', error: { outcome: 'unknown', retryable: true } },
    ],
    [
      'a redirect',
      create,
      { status: 302, headers: { location: 'https://evil.example' } },
      { code: 'servererror', error: { outcome: 'unknown' } },
    ],
    [
      'an empty body',
      create,
      {},
      {
        code: 'nodatas',
        message: expect.stringMatching(/empty body.*may have taken effect/),
        error: { outcome: 'unknown' },
      },
    ],
    [
      'truncated JSON',
      create,
      { body: '{"orderCode":127221' },
      { code: 'nodatas', error: { outcome: 'unknown' } },
    ],
    [
      'JSON without what matters',
      create,
      { body: '{"code":1}' },
      { code: 'nodatas', message: expect.stringMatching(/without orderCode/) },
    ],
    ['an array', create, { body: '[]' }, { code: 'nodatas' }],
    ['webhook key refused', key, { status: 401 }, { code: 'webhookerror', error: { httpStatus: 401 } }],
    [
      'connection refused',
      create,
      new TransportError('connection', false, 'ECONNREFUSED'),
      {
        code: 'networkerror',
        message: expect.stringMatching(/Nothing was sent/),
        error: { outcome: 'not-sent', retryable: true },
        meta: { attempts: 0 },
      },
    ],
    [
      'connection reset',
      refund,
      new TransportError('connection', true, 'ECONNRESET'),
      {
        code: 'networkerror',
        message: expect.stringMatching(/may have taken effect/),
        error: { outcome: 'unknown', retryable: false },
        meta: { attempts: 1 },
      },
    ],
    [
      'connection reset on a read',
      read,
      new TransportError('connection', true, 'ECONNRESET'),
      { code: 'networkerror', error: { outcome: 'unknown', retryable: true } },
    ],
    [
      'a transport that breaks its promise',
      create,
      new TypeError('secret inside'),
      {
        code: 'internalerror',
        message: expect.not.stringContaining('secret inside'),
        error: { outcome: 'unknown' },
      },
    ],
  ])('%s', async (_name, call, answer, expected) => {
    const result = await call(wallet(new TestingTransport([answer])));
    expect(result).toMatchObject({ success: false, data: null, ...expected });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(() => unwrap(result)).toThrow(PayError);
  });

  it('a call whose token exchange failed is not sent, and says why', async () => {
    const transport = new TestingTransport([], { status: 400, body: '{"error":"invalid_client"}' });
    const result = await wallet(transport).payments.createOrder({ amount: 1000 });
    expect(result).toMatchObject({
      success: false,
      code: 'tokenerror',
      message: expect.stringMatching(/not merchantId and apikey.*demo environment/),
      error: { outcome: 'not-sent', httpStatus: 400, serviceCode: 'invalid_client' },
      meta: { attempts: 0, httpStatus: null },
    });
    expect(transport.calls).toHaveLength(0);
  });

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

describe('answers that contradict themselves', () => {
  it.each([
    ['success with an error code', { Success: true, ErrorCode: 409, TransactionId: 'x', StatusId: 'F' }],
    ['an error code and no word of success', { ErrorCode: 403, TransactionId: 'x', StatusId: 'F' }],
    ['success in text', { Success: 'true', ErrorCode: 0, TransactionId: 'x', StatusId: 'F' }],
    [
      'success of a transaction that failed',
      { Success: true, ErrorCode: 0, TransactionId: 'x', StatusId: 'E' },
    ],
  ])('%s is no success, and nobody knows the outcome', async (_title, body) => {
    const result = await wallet(
      new TestingTransport([{ body: JSON.stringify(body) }]),
    ).transactions.cancelTransaction(ID, { amount: 5 });
    expect(result).toMatchObject({
      success: false,
      code: 'servererror',
      error: { outcome: 'unknown', retryable: false },
    });
  });

  it('a page where nothing or JSON was expected is no success', async () => {
    for (const body of ['<html>log in</html>', '{"Success":fal']) {
      const result = await wallet(new TestingTransport([{ body }])).payments.updateOrder(1, { amount: 5 });
      expect(result).toMatchObject({ success: false, code: 'nodatas', error: { outcome: 'unknown' } });
    }
  });

  it.each(['{"orderCode":{}}', '{"orderCode":0}', '{"orderCode":"12x"}'])(
    '%s holds no order code',
    async (body) => {
      const result = await wallet(new TestingTransport([{ body }])).payments.createOrder({ amount: 100 });
      expect(result).toMatchObject({ success: false, code: 'nodatas', error: { outcome: 'unknown' } });
    },
  );

  it.each(['{}', 'null', '"a b"', '5'])('a token that is %s is not sent', async (token) => {
    const transport = new TestingTransport([], { body: `{"access_token":${token},"expires_in":1}` });
    const result = await wallet(transport).payments.createOrder({ amount: 100 });
    expect(result).toMatchObject({ success: false, code: 'tokenerror', error: { outcome: 'not-sent' } });
    expect(transport.calls).toHaveLength(0);
  });
});

describe('never throws', () => {
  it('for null as call options, for no client options, for a logger that fails', async () => {
    const ok = wallet(new TestingTransport([{ body: '{"orderCode":1}' }]));
    expect(await ok.payments.createOrder({ amount: 100 }, null as never)).toMatchObject({ success: true });
    const none = new PayWallet(undefined as never);
    expect(await none.payments.getOrder(1)).toMatchObject({ success: false, code: 'initerror' });
    const logger = {
      error: () => {
        throw new Error('disk full');
      },
    };
    const result = await wallet(new TestingTransport([{ status: 404 }]), {
      logs: true,
      logger,
    }).payments.getOrder(1);
    expect(result).toMatchObject({ success: false, code: 'notfound' });
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

describe('time and cancellation', () => {
  /** Never answers: ends only by the signal, as the real transport does. */
  const stalled = (sent: boolean) => ({
    send: ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        const end = (): void => {
          reject(new TransportError('aborted', sent));
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      }),
  });

  it('the default and the per-call time-out end a call that stalls, token exchange included', async () => {
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true), timeoutMs: 20 });
    expect(await client.transactions.cancelTransaction(ID, { amount: 1 })).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/took longer than 20 ms.*may have taken effect/),
      error: { outcome: 'unknown', retryable: false },
    });
    expect(await client.payments.createOrder({ amount: 100 }, { timeoutMs: 10 })).toMatchObject({
      code: 'tokenerror',
      message: expect.stringMatching(/took longer than 10 ms/),
      error: { outcome: 'not-sent', retryable: true },
    });
  });

  it('one signal may end many calls at once without a warning of a leak', async () => {
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', note);
    const controller = new AbortController();
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true) });
    const calls = Array.from({ length: 50 }, () =>
      client.payments.getOrder(1, { signal: controller.signal }),
    );
    controller.abort();
    expect((await Promise.all(calls)).every((result) => !result.success && result.code === 'aborted')).toBe(
      true,
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('the caller’s signal ends a call and is told apart from a time-out', async () => {
    const controller = new AbortController();
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true) });
    const call = client.payments.getOrder(1, { signal: controller.signal });
    controller.abort();
    expect(await call).toMatchObject({ code: 'aborted', error: { outcome: 'unknown', retryable: false } });
    expect(await client.payments.createOrder({ amount: 100 }, { signal: AbortSignal.abort() })).toMatchObject(
      {
        code: 'aborted',
        error: { outcome: 'not-sent' },
      },
    );
  });
});

describe('secrets', () => {
  it('stand in no print, no JSON, no result and no log line of a client', async () => {
    const lines: string[] = [];
    const echo = `denied: ${SECRETS.apikey} ${BASIC} Bearer tok-1 card 4147463011110133`;
    const transport = new TestingTransport([
      { status: 400, body: JSON.stringify({ message: echo }) },
      new TransportError('connection', true),
    ]);
    const client = wallet(transport, { logs: true, logger: { error: (line) => lines.push(line) } });
    const results = [
      await client.payments.getOrder(1),
      await client.payments.getOrder(1),
      await client.payments.createOrder({ amount: 1 }),
    ];
    const everything = [
      inspect(client, { depth: 20, showHidden: true }),
      JSON.stringify(client),
      inspect(results, { depth: 20 }),
      ...lines,
    ].join('\n');
    for (const secret of [
      SECRETS.apikey,
      SECRETS.clientSecret,
      BASIC.slice(6),
      CLIENT_BASIC.slice(6),
      'tok-1',
      '4147463011110133',
    ]) {
      expect(everything).not.toContain(secret);
    }
    expect(results[0]).toMatchObject({
      error: { serviceText: expect.stringMatching(/^denied: \[hidden\]/) },
    });
  });

  it('logs one line for each failure and none for a success or with logs off', async () => {
    const lines: string[] = [];
    const answers = [
      { status: 404, headers: { 'x-viva-correlationid': '26-1-A' } },
      { body: '{"OrderCode":1,"StateId":0}' },
    ];
    const client = wallet(
      new TestingTransport(answers, { status: 400, body: '{"error":"invalid_client"}' }),
      { logs: true, logger: { error: (line) => lines.push(line) } },
    );
    await client.payments.getOrder(1);
    await client.payments.getOrder(1);
    await client.payments.createOrder({ amount: 100 });
    await client.getCloudTerminalAccessToken();
    expect(lines).toEqual([
      expect.stringMatching(
        /^pay payments\.getOrder failed: code=notfound outcome=rejected status=404 correlationId=26-1-A durationMs=\d+$/,
      ),
      expect.stringMatching(
        /^pay payments\.createOrder failed: code=tokenerror outcome=not-sent status=- correlationId=- durationMs=\d+$/,
      ),
      expect.stringMatching(/^pay auth\.getCloudTerminalAccessToken failed: code=tokenerror/),
    ]);
    const silent: string[] = [];
    await wallet(new TestingTransport([{ status: 404 }]), {
      logger: { error: (line) => silent.push(line) },
    }).payments.getOrder(1);
    expect(silent).toEqual([]);
  });
});
