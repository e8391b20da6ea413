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
const act = (id: string, verb: string, body: unknown) =>
  merchant.call('api', 'POST', `/acquiring/v1/transactions/${id}:${verb}`, { body, authorization });

/** A request that was carried out and whose answer does not come; gives up when told to. */
async function unanswered(id: string, verb: string, body: unknown): Promise<() => Promise<void>> {
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

describe.each(['fastrefund', 'rebate'])('while a %s is not answered', (verb) => {
  it('another one with its key or on its transaction is 423 and does nothing; others go on', async () => {
    const { transactionId } = await merchant.paid();
    const other = await merchant.paid();
    const giveUp = await unanswered(transactionId, verb, request(100, 'key-1'));
    const made = () => merchant.simulator.transactions.list().length;
    const before = made();
    for (const [id, key] of [
      [transactionId, 'key-1'],
      [transactionId.toUpperCase(), 'key-2'],
      [other.transactionId, 'key-1'],
    ] as const) {
      const { status, json } = await act(id, verb, request(100, key));
      expect([status, json]).toEqual([423, { status: 423, message: expect.any(String), eventId: '0' }]);
    }
    expect(made()).toBe(before);
    expect((await act(other.transactionId, verb, request(100, 'key-3'))).status).toBe(200);
    await giveUp();
  });

  it('its repeat is 423 until the caller gives up, then answered as the first was', async () => {
    const { transactionId } = await merchant.paid();
    const giveUp = await unanswered(transactionId, verb, request(100, 'key-1'));
    const last = merchant.simulator.transactions.list().at(-1);
    expect((await act(transactionId, verb, request(100, 'key-1'))).status).toBe(423);
    await giveUp();
    await until(async () => (await act(transactionId, verb, request(100, 'key-1'))).status === 200);
    const { json } = await act(transactionId, verb, request(100, 'key-1'));
    expect(json.transactionId).toBe(last?.id);
  });

  it('a reset forgets it', async () => {
    const first = await merchant.paid();
    const giveUp = await unanswered(first.transactionId, verb, request(100, 'key-1'));
    merchant.simulator.reset();
    authorization = await merchant.token();
    const { transactionId } = await merchant.paid();
    expect((await act(transactionId, verb, request(100, 'key-1'))).status).toBe(200);
    await giveUp();
  });
});

it('two with one key at the same time move money once', async () => {
  const { transactionId } = await merchant.paid();
  merchant.simulator.faults.add({ operation: 'transactions.fastRefund', kind: 'delay', ms: 5 });
  const answers = await Promise.all([
    act(transactionId, 'fastrefund', request(100, 'key-1')),
    act(transactionId, 'fastrefund', request(100, 'key-1')),
  ]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(merchant.simulator.transactions.list()).toHaveLength(2);
});

it('a refusal ends it: the next may try', async () => {
  const { transactionId } = await merchant.paid();
  expect((await act(transactionId, 'fastrefund', request(5000, 'key-1'))).status).toBe(400);
  expect((await act(transactionId, 'fastrefund', request(100, 'key-1'))).status).toBe(200);
});
