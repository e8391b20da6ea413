import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isFullSize, propertyRuns } from '../../../../test/full-size.js';
import { WorldClient } from '../../testing/world-client.js';
import { createPaySimulator } from './simulator.js';
import type { PaySimulator } from './simulator.types.js';

/** IDs, codes and card tokens are unique in a process, and deliveries take real time, so neither is compared. */
const withoutIds = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, '#')
    .replace(/127\.0\.0\.1:\d+/g, '#')
    .replace(/\b[\dA-F]{6,}\b/gi, '#')
    .replace(/((?:durationMs|eferenceNumber)\\*": ?)\d+/g, '$1#')
    .replace(/\d{7}Z/g, '#')
    .replace(/w\d+\./g, '#.');

const EVENTS = [1796, 1797, 1798];
const START = {
  clock: 'manual',
  orderCodes: 'safe',
  now: '2026-02-03T10:00:00Z',
  merchant: { openingBalance: 50_000 },
} as const;

/** One step of a program. Items are chosen by their position, because their IDs are not known before. */
interface Step {
  readonly name: keyof typeof STEPS;
  readonly index: number;
  readonly amount: number;
}

/** What a program knows of its world. */
interface Run {
  readonly client: WorldClient;
  readonly orders: string[];
  readonly payments: string[];
  snapshot: unknown;
}

const pick = (list: readonly string[], index: number): string =>
  list[index % Math.max(1, list.length)] ?? '1';

const STEPS = {
  order: async ({ client, orders }: Run, { amount }: Step) => {
    const reply = await client.api('POST', '/checkout/v2/orders', { amount });
    const code = /\d{16}/.exec(JSON.stringify(reply.json))?.[0];
    if (code !== undefined) orders.push(code);
    return reply;
  },
  pay: async ({ client, orders, payments }: Run, { index }: Step) => {
    const reply = await client.control('POST', '/trigger/payment', { orderCode: pick(orders, index) });
    const id = (reply.json as { readonly transactionId?: string }).transactionId;
    if (id !== undefined) payments.push(id);
    return reply;
  },
  checkout: ({ client, orders }: Run, { index }: Step) =>
    client.page(`/web/web/checkout?ref=${pick(orders, index)}`),
  decline: ({ client }: Run) => client.control('POST', '/decline-next', {}),
  refund: ({ client, payments }: Run, { index, amount }: Step) =>
    client.web('DELETE', `/api/transactions/${pick(payments, index)}?amount=${amount}`),
  read: ({ client, payments }: Run, { index }: Step) =>
    client.api('GET', `/checkout/v2/transactions/${pick(payments, index)}`),
  cancel: ({ client, orders }: Run, { index }: Step) =>
    client.web('DELETE', `/api/orders/${pick(orders, index)}`),
  advance: ({ client }: Run, { index }: Step) =>
    client.control('POST', '/clock/advance', { minutes: index * 17 }),
  fault: ({ client }: Run) =>
    client.control('POST', '/faults', { operation: 'payments.createOrder', kind: 'status', status: 500 }),
  withdraw: ({ client }: Run, { amount }: Step) => client.control('POST', '/wallet/withdraw', { amount }),
  permissions: ({ client }: Run, { index }: Step) =>
    client.control('POST', '/permissions', { allowRefunds: index % 2 === 0 }),
  ledger: ({ client }: Run) => client.control('GET', '/ledger'),
  requests: ({ client }: Run) => client.control('GET', '/requests'),
  snapshot: async (run: Run) => {
    run.snapshot = (await run.client.control('GET', '/snapshot')).json;
    return { status: 200, json: null };
  },
  restore: async ({ client, snapshot }: Run) => {
    const reply = await client.control('POST', '/restore', snapshot ?? {});
    client.forgetToken();
    return reply.status;
  },
  reset: async ({ client }: Run) => {
    const reply = await client.control('POST', '/reset');
    client.forgetToken();
    return reply;
  },
} as const;

const steps = fc.array(
  fc.record({
    name: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
    index: fc.nat(6),
    amount: fc.integer({ min: 30, max: 5000 }),
  }),
  { minLength: 10, maxLength: 20 },
);

/** Runs a program in a new world. Returns what it saw, without IDs. */
async function run(url: string, program: readonly Step[]): Promise<readonly string[]> {
  const client = await WorldClient.create(url, START, EVENTS);
  const state: Run = { client, orders: [], payments: [], snapshot: undefined };
  const seen: string[] = [];
  for (const step of program) {
    const reply = await STEPS[step.name](state, step);
    await client.control('POST', '/settled', {});
    seen.push(withoutIds([step.name, reply, client.events]));
  }
  seen.push(
    withoutIds([
      (await client.control('GET', '/state')).json,
      (await client.control('GET', '/deliveries')).json,
    ]),
  );
  await client.end();
  return seen;
}

let simulator: PaySimulator;
beforeAll(async () => {
  simulator = await createPaySimulator({ keepAlive: false });
});
afterAll(() => simulator.close());

it('gives a program in one of many worlds the same responses, webhooks and books as alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 6 }), async (programs) => {
      const together = await Promise.all(programs.map((program) => run(simulator.url, program)));
      for (const [index, program] of programs.entries()) {
        const alone = await createPaySimulator({ keepAlive: false });
        try {
          expect(together[index]).toEqual(await run(alone.url, program));
        } finally {
          await alone.close();
        }
      }
    }),
    // About 70 steps in each run.
    { numRuns: isFullSize ? 150 : propertyRuns(12), endOnFailure: true },
  );
});
