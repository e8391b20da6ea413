import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../../testing/merchant.js';
import { until } from '../../../testing/until.js';

let merchant: Merchant;
let authorization: string;
beforeEach(async () => {
  merchant = await Merchant.start();
  authorization = await merchant.token();
});
afterEach(() => merchant.simulator.close());

const request = (amount: number, idempotencyKey: string) => ({
  amount,
  sourceCode: 'Default',
  merchantTrns: 'order-77',
  idempotencyKey,
});
const send = (id: string, verb: string, body: unknown) =>
  merchant.call('api', 'POST', `/acquiring/v1/transactions/${id}:${verb}`, { body, authorization });

/** Sends a request that the service executes without responding. @returns A function that aborts the request. */
async function sendWithoutResponse(id: string, verb: string, body: unknown): Promise<() => Promise<void>> {
  const { simulator } = merchant;
  const before = simulator.transactions.list().length;
  const operation = verb === 'rebate' ? 'transactions.rebate' : 'transactions.fastRefund';
  simulator.faults.add({ operation, kind: 'delay', ms: 'never' });
  const abort = new AbortController();
  const waiting = fetch(`${simulator.endpoints.api}/acquiring/v1/transactions/${id}:${verb}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: abort.signal,
  }).catch((error: unknown) => error);
  await until(() => simulator.transactions.list().length > before);
  return async () => {
    abort.abort();
    await waiting;
  };
}

describe.each(['fastrefund', 'rebate'])('while a %s is in progress', (verb) => {
  it('another request with its key or for its payment gets 423 without effect; others are executed', async () => {
    const { transactionId } = await merchant.paid();
    const other = await merchant.paid();
    const abortRequest = await sendWithoutResponse(transactionId, verb, request(100, 'key-1'));
    const transactionCount = () => merchant.simulator.transactions.list().length;
    const before = transactionCount();
    for (const [id, key] of [
      [transactionId, 'key-1'],
      [transactionId.toUpperCase(), 'key-2'],
      [other.transactionId, 'key-1'],
    ] as const) {
      const { status, json } = await send(id, verb, request(100, key));
      expect([status, json]).toEqual([423, { status: 423, message: expect.any(String), eventId: '0' }]);
    }
    expect(transactionCount()).toBe(before);
    expect((await send(other.transactionId, verb, request(100, 'key-3'))).status).toBe(200);
    await abortRequest();
  });

  it('a repeated request gets 423 until the caller aborts, then like the first one', async () => {
    const { transactionId } = await merchant.paid();
    const abortRequest = await sendWithoutResponse(transactionId, verb, request(100, 'key-1'));
    const last = merchant.simulator.transactions.list().at(-1);
    expect((await send(transactionId, verb, request(100, 'key-1'))).status).toBe(423);
    await abortRequest();
    await until(async () => (await send(transactionId, verb, request(100, 'key-1'))).status === 200);
    const { json } = await send(transactionId, verb, request(100, 'key-1'));
    expect(json.transactionId).toBe(last?.id);
  });

  it('a reset releases its locks', async () => {
    const first = await merchant.paid();
    const abortRequest = await sendWithoutResponse(first.transactionId, verb, request(100, 'key-1'));
    merchant.simulator.reset();
    authorization = await merchant.token();
    const { transactionId } = await merchant.paid();
    expect((await send(transactionId, verb, request(100, 'key-1'))).status).toBe(200);
    await abortRequest();
  });
});

it('concurrent requests with the same key move money once', async () => {
  const { transactionId } = await merchant.paid();
  merchant.simulator.faults.add({ operation: 'transactions.fastRefund', kind: 'delay', ms: 5 });
  const responses = await Promise.all([
    send(transactionId, 'fastrefund', request(100, 'key-1')),
    send(transactionId, 'fastrefund', request(100, 'key-1')),
  ]);
  expect(responses.map(({ status }) => status)).toContain(200);
  expect(merchant.simulator.transactions.list()).toHaveLength(2);
});

it('a rejected request releases its locks', async () => {
  const { transactionId } = await merchant.paid();
  expect((await send(transactionId, 'fastrefund', request(5000, 'key-1'))).status).toBe(400);
  expect((await send(transactionId, 'fastrefund', request(100, 'key-1'))).status).toBe(200);
});
