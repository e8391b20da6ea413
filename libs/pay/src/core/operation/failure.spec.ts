import { describe, expect, it } from '@jest/globals';
import { PayError, TransportError, unwrap } from '../../client.js';
import { ID, TestingTransport, wallet } from '../../client.testing.js';
import type { Call } from '../../client.testing.js';

describe('a failure', () => {
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

  it('of the checkout API has an event ID as a string or a number, and maybe no message [transactions.17]', async () => {
    for (const eventId of ['2108', 2108]) {
      const body = JSON.stringify({ status: 403, message: null, eventId });
      expect(await read(wallet(new TestingTransport([{ status: 403, body }])))).toMatchObject({
        code: 'forbidden',
        error: { eventId: 2108, serviceText: null },
      });
    }
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
      '403',
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
      'an event ID in the header',
      create,
      { status: 400, headers: { 'x-viva-eventid': '10051' } },
      { error: { eventId: 10051 } },
    ],
    [
      '502 with the service’s words for a decline',
      create,
      { status: 502, body: '{"status":502,"message":"Transaction failed","eventId":"10051"}' },
      { code: 'rejected', error: { eventId: 10051, outcome: 'rejected', retryable: false } },
    ],
    [
      '502 without a reason of the card’s issuer',
      create,
      { status: 502, body: '{"status":502,"message":"Transaction failed","eventId":"0"}' },
      { code: 'servererror', error: { outcome: 'unknown' } },
    ],
    ['429', create, { status: 429 }, { code: 'rejected', error: { outcome: 'rejected', retryable: true } }],
    [
      '200 with Success false',
      refund,
      envelope(404),
      { code: 'notfound', error: { httpStatus: 200, serviceCode: '404', outcome: 'rejected' } },
    ],
    [
      '200 with a missing permission',
      refund,
      envelope(403),
      { code: 'forbidden', message: expect.stringMatching(/API Access/) },
    ],
    [
      '200 with a low balance',
      refund,
      envelope(452),
      { code: 'rejected', message: expect.stringMatching(/balance/), error: { serviceCode: '452' } },
    ],
    [
      '200 with a decline of the issuer',
      refund,
      envelope(502, 10051),
      {
        code: 'rejected',
        message: expect.stringMatching(/10051: Insufficient funds\. /),
        error: { eventId: 10051, outcome: 'rejected', retryable: false },
      },
    ],
    [
      '200 for a refunded payment',
      refund,
      envelope(403, 2055, 'Non reversible transaction'),
      {
        code: 'alreadycanceled',
        message: expect.stringMatching(/was refunded or canceled in full before/),
        error: { outcome: 'rejected', eventId: 2055 },
      },
    ],
    [
      '200 for a refunded payment, with the event ID in a header',
      refund,
      {
        ...envelope(403, 0, 'Non reversible transaction'),
        headers: { 'x-viva-eventid': '2055' },
      },
      { code: 'alreadycanceled', error: { outcome: 'rejected', eventId: 2055 } },
    ],
    [
      '200 with 403 and no event ID',
      refund,
      envelope(403, 0, 'Non reversible transaction'),
      {
        code: 'forbidden',
        message: expect.stringMatching(/does not show whether the payment was refunded/),
        error: { outcome: 'rejected', eventId: null },
      },
    ],
    [
      '200 with 409',
      refund,
      envelope(409),
      {
        code: 'rejected',
        message: expect.stringMatching(/does not show whether the payment was refunded/),
        error: { outcome: 'rejected' },
      },
    ],
    [
      '409',
      refund,
      { status: 409, body: '' },
      {
        code: 'rejected',
        message: expect.stringMatching(/Read the transactions of its order/),
        error: { outcome: 'rejected' },
      },
    ],
    [
      '403 with event ID 2055 and no envelope',
      refund,
      { status: 403, body: '{"eventId":2055}' },
      { code: 'forbidden', error: { outcome: 'rejected' } },
    ],
    ['200 with Success false where no body is expected', update, envelope(400), { code: 'rejected' }],
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
      '499, with which a server or gateway reports that it gave up',
      refund,
      { status: 499 },
      { code: 'servererror', error: { outcome: 'unknown', retryable: false } },
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
      'JSON without the required members',
      create,
      { body: '{"code":1}' },
      { code: 'nodatas', message: expect.stringMatching(/without orderCode/) },
    ],
    ['an array', create, { body: '[]' }, { code: 'nodatas' }],
    ['401 for the webhook key', key, { status: 401 }, { code: 'webhookerror', error: { httpStatus: 401 } }],
    [
      'a refused connection',
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
      'a reset connection',
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
      'a reset connection on a read',
      read,
      new TransportError('connection', true, 'ECONNRESET'),
      { code: 'networkerror', error: { outcome: 'unknown', retryable: true } },
    ],
    [
      'an unexpected error of the transport',
      create,
      new TypeError('secret inside'),
      {
        code: 'internalerror',
        message: expect.not.stringContaining('secret inside'),
        error: { outcome: 'unknown' },
      },
    ],
  ])('has the code and outcome of %s [payments.6] [auth.4]', async (_name, call, response, expected) => {
    const result = await call(wallet(new TestingTransport([response])));
    expect(result).toMatchObject({ success: false, data: null, ...expected });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(() => unwrap(result)).toThrow(PayError);
  });

  it('has the outcome not-sent if the token exchange failed', async () => {
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
    ['OAuth credentials', create],
    ['an API key', key],
  ])('names the host instead of the environment if other endpoints refuse %s', async (_, call) => {
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
  });

  it.each(['{}', 'null', '"a b"', '5'])('has the code tokenerror if the token is %s', async (token) => {
    const transport = new TestingTransport([], { body: `{"access_token":${token},"expires_in":1}` });
    const result = await wallet(transport).payments.createOrder({ amount: 100 });
    expect(result).toMatchObject({ success: false, code: 'tokenerror', error: { outcome: 'not-sent' } });
    expect(transport.calls).toHaveLength(0);
  });
});
