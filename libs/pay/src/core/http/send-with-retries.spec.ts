import { describe, expect, it } from '@jest/globals';
import type { CallOptions, PayWallet } from '../../client.js';
import { TransportError } from './transport.js';
import { ENVELOPE, ID, TestingTransport, TRANSACTION, wallet } from '../../client.testing.js';

type Responses = ConstructorParameters<typeof TestingTransport>[0];

const LOST = new TransportError('connection', true, 'ECONNRESET');
const REFUSED = new TransportError('connection', false, 'ECONNREFUSED');
const BUSY = { status: 503 };
const LONG_RETRY_AFTER = { status: 429, headers: { 'retry-after': '60' } };

const read = (c: PayWallet, call?: CallOptions) => c.transactions.getTransactionById(ID, call);
const refund = (c: PayWallet, call?: CallOptions) =>
  c.transactions.cancelTransaction(ID, { amount: 500 }, call);
const keyed = (c: PayWallet, call?: CallOptions) =>
  c.transactions.fastRefund(
    ID,
    { amount: 500, sourceCode: 'Default', merchantTrns: 'a' },
    { ...call, idempotencyKey: 'key-1' },
  );
/** Creates a client with up to two retries. */
const ready = (...responses: Responses) => {
  const transport = new TestingTransport(responses);
  return { transport, client: wallet(transport, { maxRetries: 2 }) };
};

describe('a call', () => {
  it.each([
    ['lost connections', [LOST, LOST, { body: TRANSACTION }]],
    ['temporary errors', [BUSY, { status: 500 }, { body: TRANSACTION }]],
    ['refused connections', [REFUSED, REFUSED, { body: TRANSACTION }]],
  ])('that only reads is retried after %s', async (_what, responses) => {
    const { transport, client } = ready(...responses);
    expect(await read(client)).toMatchObject({ success: true });
    expect(transport.calls).toHaveLength(3);
  });

  it('that moves money is retried only after a refused connection', async () => {
    const unreached = ready(REFUSED, { body: ENVELOPE });
    expect(await refund(unreached.client)).toMatchObject({ success: true, meta: { attempts: 1 } });
    for (const response of [LOST, BUSY, { status: 429 }, { status: 408 }]) {
      const { transport, client } = ready(response, { body: ENVELOPE });
      expect(await refund(client)).toMatchObject({ success: false });
      expect(transport.calls).toHaveLength(1);
    }
  });

  it('with an idempotency key is retried with the same key and body', async () => {
    const { transport, client } = ready(LOST, BUSY, LOST);
    expect(await keyed(client)).toMatchObject({ error: { outcome: 'unknown', retryable: true } });
    expect(transport.calls).toHaveLength(3);
    expect(new Set(transport.calls.map(({ url, body }) => `${url} ${body}`)).size).toBe(1);
    expect(transport.calls[0]?.body).toContain('key-1');
  });

  it('is retried at most maxRetries times, of the call or of the client', async () => {
    const forCall = ready(BUSY, BUSY, BUSY);
    expect(await read(forCall.client, { maxRetries: 1 })).toMatchObject({ meta: { attempts: 2 } });
    const transport = new TestingTransport([BUSY, BUSY]);
    await read(wallet(transport));
    expect(transport.calls).toHaveLength(1);
  });

  it('is not retried after a long Retry-After', async () => {
    const { transport, client } = ready(LONG_RETRY_AFTER, { body: TRANSACTION });
    expect(await read(client)).toMatchObject({
      success: false,
      error: { httpStatus: 429, retryable: true },
    });
    expect(transport.calls).toHaveLength(1);
  });

  it('is not retried if the caller aborts during the pause', async () => {
    const controller = new AbortController();
    const { transport, client } = ready({ status: 503, headers: { 'retry-after': '5' } });
    const result = read(client, { signal: controller.signal });
    while (transport.calls.length === 0) await Promise.resolve();
    await new Promise(setImmediate);
    controller.abort();
    expect(await result).toMatchObject({ code: 'aborted', error: { retryable: false } });
    expect(transport.calls).toHaveLength(1);
  });
});

describe('the outcome after several attempts', () => {
  it('stays unknown if a rejection follows an attempt without a response', async () => {
    const { client } = ready(LOST, { status: 409, body: '{"status":409,"message":"duplicate"}' });
    expect(await keyed(client)).toMatchObject({
      success: false,
      message: expect.stringMatching(/An attempt before it got no response\. It may have taken effect/),
      error: { httpStatus: 409, outcome: 'unknown', retryable: false },
    });
  });

  it('is that of the last attempt if the call only reads', async () => {
    const { client } = ready(LOST, { status: 404 });
    expect(await read(client)).toMatchObject({ code: 'notfound', error: { outcome: 'rejected' } });
  });

  it('stays unknown if no later attempt reaches the service', async () => {
    const { client } = ready(LOST, REFUSED, REFUSED);
    expect(await keyed(client)).toMatchObject({ error: { outcome: 'unknown', retryable: true } });
  });
});

describe('the token exchange', () => {
  it('is retried at most maxRetries times', async () => {
    const transport = new TestingTransport([], BUSY);
    const exchanges = (): number => transport.sent.length;
    const client = wallet(transport, { maxRetries: 1 });
    expect(await client.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'tokenerror',
      error: { outcome: 'not-sent' },
      meta: { attempts: 0 },
    });
    expect(exchanges()).toBe(2);
    await client.payments.createOrder({ amount: 100 }, { maxRetries: 0 });
    expect(exchanges()).toBe(3);
  });
});

it.each([[-1], [1.5], [11], ['2']])('maxRetries %p is rejected', async (maxRetries) => {
  const { transport, client } = ready();
  const expected = { error: { fields: [{ field: 'maxRetries' }] } };
  expect(await read(client, { maxRetries: maxRetries as number })).toMatchObject(expected);
  const invalid = wallet(transport, { maxRetries: maxRetries as number });
  expect(await read(invalid)).toMatchObject({
    code: 'initerror',
    message: expect.stringMatching(/maxRetries must be/),
  });
  expect(transport.sent).toHaveLength(0);
});
