import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns } from '../../../../test/full-size.js';
import { PayIdempotency } from '../client.js';
import type { PayWallet } from '../client.js';
import { ENVELOPE, ID, TestingTransport, wallet } from '../client.testing.js';
import { MemoryIdempotencyStore } from './memory-idempotency-store.js';

type Options = Record<string, unknown>;
interface Sent {
  id: string;
  options: Options;
  extra?: Options | undefined;
}

/** Sends requests with one key, each as a call of another process, and returns what was sent and the results. */
async function sendWithOneKey(send: (client: PayWallet, one: Sent) => Promise<unknown>, requests: Sent[]) {
  const store = new MemoryIdempotencyStore();
  const results: unknown[] = [];
  for (const one of requests) {
    const client = wallet(new TestingTransport([{ body: ENVELOPE }]), {
      idempotency: new PayIdempotency({ store }),
    });
    results.push(await send(client, one));
  }
  return results;
}

/** Returns a request as its bytes, without the order of members and the letter case of UUIDs. */
async function wireOf(send: (client: PayWallet, one: Sent) => Promise<unknown>, one: Sent): Promise<string> {
  const transport = new TestingTransport([{ body: ENVELOPE }]);
  await send(
    wallet(transport, { idempotency: new PayIdempotency({ store: new MemoryIdempotencyStore() }) }),
    one,
  );
  const [{ url = '', body = '{}' } = {}] = transport.calls;
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  const members = Object.entries(JSON.parse(body) as Options).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([pathname, [...searchParams], members]).replaceAll(
    /"[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}"|(?<=\/)[\dA-F-]{36}/gi,
    (uuid) => uuid.toLowerCase(),
  );
}

const key = { idempotencyKey: 'intent-1' };
const withExtra = ({ extra }: Sent) => ({ ...key, ...(extra !== undefined && { extra }) });
const refund = (client: PayWallet, one: Sent) =>
  client.transactions.cancelTransaction(one.id, one.options as never, withExtra(one));
const charge = (client: PayWallet, one: Sent) =>
  client.transactions.createTransaction({ id: one.id, ...one.options } as never, withExtra(one));

const absent = fc.constantFrom<unknown>(null, undefined);
const text = fc.oneof(fc.constantFrom('a', '17', 'null', ID, ID.toUpperCase()), absent);
const request = fc.record<Sent>({
  id: fc.constantFrom(ID, ID.toUpperCase(), 'c90d4902-6245-449f-b2b0-51d99cd09cff'),
  options: fc.record(
    {
      amount: fc.constantFrom(100, 101),
      merchantTrns: text,
      customerTrns: text,
      sourceCode: fc.oneof(fc.constant('1234'), absent),
      currencyCode: fc.oneof(fc.constantFrom<unknown>('978', 978, 826), absent),
    },
    { requiredKeys: ['amount'] },
  ),
  extra: fc.option(
    fc.record({ brandNew: fc.constantFrom<unknown>(1, '1', true, 'true', 'b', ID, ID.toUpperCase()) }),
    { nil: undefined },
  ),
});

describe('a key', () => {
  it.each([
    ['refund, whose options are in the query', refund],
    ['charge, whose options are in the body', charge],
  ])('belongs to the requests that are sent with the same bytes: %s', async (_what, send) => {
    await fc.assert(
      fc.asyncProperty(request, request, async (first, second) => {
        const [, result] = await sendWithOneKey(send, [first, second]);
        const isSame = (await wireOf(send, first)) === (await wireOf(send, second));
        expect(result).toMatchObject(isSame ? { success: true } : { code: 'idempotencyconflict' });
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('does not distinguish null from an option that is left out of a query, nor the letter case of IDs', async () => {
    const results = await sendWithOneKey(refund, [
      { id: ID, options: { amount: 100 } },
      { id: ID, options: { amount: 100, merchantTrns: null, currencyCode: undefined } },
      { id: ID.toUpperCase(), options: { amount: 100 } },
    ]);
    expect(results).toMatchObject([{ success: true }, { success: true }, { success: true }]);
  });
});
