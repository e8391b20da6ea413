import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from '@jest/globals';
import { PAY_ATTEMPT_CHANNEL, PAY_CALL_CHANNEL, TransportError } from '../../client.js';
import type { PayAttemptEvent, PayCallEvent, PayInstrumentation } from '../../client.js';
import { ID, TestingTransport, TRANSACTION, wallet } from '../../client.testing.js';

const LOST = new TransportError('connection', true, 'ECONNRESET');
const answers = () => new TestingTransport([LOST, { status: 503 }, { body: TRANSACTION }]);

describe('hooks', () => {
  it('receive each attempt and call in order, including token exchanges', async () => {
    const events: string[] = [];
    const add = (kind: string, { operation, code, outcome }: PayCallEvent | PayAttemptEvent, count: number) =>
      events.push([kind, operation, count, code ?? 'ok', outcome ?? '-'].join(' '));
    const client = wallet(answers(), {
      maxRetries: 2,
      hooks: {
        onAttempt: (event) => add('attempt', event, event.attempt),
        onCall: (event) => add('call', event, event.attempts),
      },
    });
    expect((await client.transactions.getTransactionById(ID)).success).toBe(true);
    const token = ['attempt auth.getPayAccessToken 1 ok -', 'call auth.getPayAccessToken 1 ok -'];
    const attempt = 'attempt transactions.getTransactionById';
    expect(events).toEqual([
      ...token,
      `${attempt} 1 networkerror unknown`,
      ...token,
      `${attempt} 2 servererror unknown`,
      ...token,
      `${attempt} 3 ok -`,
      'call transactions.getTransactionById 3 ok -',
    ]);
  });

  it('receive the path template without parameters, and no secret', async () => {
    const events: unknown[] = [];
    const collect = (event: unknown): void => {
      events.push(event);
    };
    const client = wallet(new TestingTransport([{ body: TRANSACTION }]), {
      hooks: { onAttempt: collect, onCall: collect },
    });
    await client.transactions.getTransactionById(ID);
    expect(events[2]).toMatchObject({
      method: 'GET',
      host: 'api',
      origin: 'https://demo-api.vivapayments.com',
      pathTemplate: expect.stringContaining('{transactionId}'),
      safety: 'safe',
      httpStatus: 200,
    });
    const text = JSON.stringify(events);
    for (const secret of [ID, 'client-secret-1', 'api-key-secret-1', 'tok-1', 'merchant-1'])
      expect(text).not.toContain(secret);
  });

  it.each([
    [
      'synchronously',
      () => {
        throw new Error('a metric is broken');
      },
    ],
    // An unhandled rejection would end the process.
    ['asynchronously', () => Promise.reject(new Error('a metric is broken'))],
  ])('do not affect the call if they fail %s', async (_when, fail: () => unknown) => {
    const transport = new TestingTransport([{ body: TRANSACTION }]);
    const client = wallet(transport, { hooks: { onAttempt: fail, onCall: fail } });
    expect((await client.transactions.getTransactionById(ID)).success).toBe(true);
    expect(transport.calls).toHaveLength(1);
    // The test runner reports unhandled rejections.
    await new Promise(setImmediate);
  });
});

describe('an instrumentation', () => {
  const broken: Record<string, PayInstrumentation> = {
    'throws before the work': {
      call: () => Promise.reject(new Error('broken')),
      attempt: () => {
        throw new Error('broken');
      },
    },
    'throws after the work': {
      call: (_info, work) => work().then(() => Promise.reject(new Error('broken'))),
      attempt: (_info, work) => work().then(() => Promise.reject(new Error('broken'))),
    },
    'never calls the work': { call: () => Promise.resolve(), attempt: () => Promise.resolve() },
    'calls the work twice': {
      call: (_info, work) => Promise.all([work(), work()]),
      attempt: (_info, work) => Promise.all([work(), work()]),
    },
  };

  it.each(Object.entries(broken))(
    'that %s does not stop or repeat the call',
    async (_what, instrumentation) => {
      const transport = new TestingTransport([{ body: TRANSACTION }]);
      const client = wallet(transport, { instrumentation });
      expect((await client.transactions.getTransactionById(ID)).success).toBe(true);
      expect(transport.calls).toHaveLength(1);
    },
  );
});

it('diagnostics channels publish the same events as hooks', async () => {
  const events: unknown[] = [];
  const collect = (event: unknown): void => {
    events.push(event);
  };
  subscribe(PAY_CALL_CHANNEL, collect);
  subscribe(PAY_ATTEMPT_CHANNEL, collect);
  await wallet(new TestingTransport([{ body: TRANSACTION }])).transactions.getTransactionById(ID);
  unsubscribe(PAY_CALL_CHANNEL, collect);
  unsubscribe(PAY_ATTEMPT_CHANNEL, collect);
  expect(events).toHaveLength(4);
  expect(events[3]).toMatchObject({
    operation: 'transactions.getTransactionById',
    success: true,
    attempts: 1,
  });
});
