import { describe, expect, it } from '@jest/globals';
import { Marketplace, PayISV, unwrap } from '../client.js';
import {
  API,
  BASIC,
  CLIENT_BASIC,
  ENVELOPE,
  ID,
  OPTIONS,
  TestingTransport,
  TRANSACTION,
  wallet,
  WEB,
} from '../client.testing.js';
import type { Call } from '../client.testing.js';

describe('a client', () => {
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
      (c) => c.payments.cancelOrder('9271655739472609'),
      'DELETE',
      `${WEB}/api/orders/9271655739472609`,
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
  ])(
    'sends the request of %s and reads its response',
    async (_name, call, method, url, authorization, body, response, data) => {
      const transport = new TestingTransport([
        { body: response, headers: { 'x-viva-correlationid': '26-115-EDAA55BC' } },
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
    },
  );

  it('exchanges the client credentials in the Basic header once for each OAuth call, and sends the API key to the web host [auth.2]', async () => {
    const transport = new TestingTransport([
      { body: '{"orderCode":1}' },
      { body: '{"orderCode":2}' },
      { body: '{"Key":"0A1B"}' },
    ]);
    const client = wallet(transport);
    await client.payments.createOrder({ amount: 100 });
    await client.payments.createOrder({ amount: 100 });
    await client.webhooks.retrieveWebhookKey();
    expect(
      transport.calls.map(({ url, headers }) => [new URL(url).origin, headers['authorization']]),
    ).toEqual([
      [API, expect.stringMatching(/^Bearer tok-/)],
      [API, expect.stringMatching(/^Bearer tok-/)],
      [WEB, BASIC],
    ]);
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

  it('returns the cloud terminal token, exchanged with separate credentials if there are any', async () => {
    const transport = new TestingTransport([]);
    const own = { clientId: 'pos-1', clientSecret: 'pos-secret-1' };
    const result = await wallet(transport, { cloudTerminal: own }).getCloudTerminalAccessToken();
    expect(unwrap(result)).toEqual({ access_token: 'tok-1', expires_in: 3600, token_type: 'Bearer' });
    expect(transport.sent[0]?.headers['authorization']).toBe(
      `Basic ${Buffer.from('pos-1:pos-secret-1').toString('base64')}`,
    );
  });

  it('of an ISV reads the webhook key from another host, and has one webhook area under two names', async () => {
    const transport = new TestingTransport([{ body: '{"key":"k1"}' }]);
    const isv = new PayISV({ clientId: 'c', clientSecret: 's', dev: true, transport });
    expect(isv.webhook).toBe(isv.webhooks);
    expect(await isv.getPayWebhookCode()).toMatchObject({ success: true, data: 'k1' });
    expect(transport.calls[0]?.url).toBe(`${API}/isv/v1/webhooks/token`);
  });

  it('of a marketplace has the reads, charges, order cancellation and webhook key of a merchant', async () => {
    const transport = new TestingTransport([
      { body: TRANSACTION },
      { body: ENVELOPE },
      { body: '{"Key":"K"}' },
    ]);
    const platform = new Marketplace({ ...OPTIONS, transport });
    const results = [
      await platform.transactions.getTransactionById(ID),
      await platform.payments.cancelOrder('9271655739472609'),
      await platform.webhooks.retrieveWebhookKey(),
    ];
    expect(results.map((result) => result.success)).toEqual([true, true, true]);
  });
});
