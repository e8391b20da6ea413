import { describe, expect, it } from '@jest/globals';
import { PayError, TransportError, unwrap } from '../client.js';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ID, wallet } from './clients.testing.js';
import type { Call } from './clients.testing.js';

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

  it.each<[string, Call]>([
    ['credentials for a token', create],
    ['an apikey', key],
  ])(
    '%s that other endpoints refuse are told by their host, for there is no environment',
    async (_, call) => {
      const endpoints = {
        accounts: 'https://accounts.pay.example',
        api: 'https://api.pay.example',
        web: 'https://www.pay.example:8443',
      };
      const transport = new TestingTransport([{ status: 401 }], {
        status: 400,
        body: '{"error":"invalid_client"}',
      });
      const { message } = await call(wallet(transport, { dev: false, endpoints }));
      expect(message).toMatch(/(accounts\.pay\.example|www\.pay\.example:8443)/);
      expect(message).not.toMatch(/environment|demo|live/);
    },
  );
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
