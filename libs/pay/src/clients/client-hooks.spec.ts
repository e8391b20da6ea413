import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from '@jest/globals';
import { PAY_ATTEMPT_CHANNEL, PAY_CALL_CHANNEL, TransportError } from '../client.js';
import type { PayAttemptEvent, PayCallEvent, PayInstrumentation } from '../client.js';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ID, TRANSACTION, wallet } from './clients.testing.js';

const LOST = new TransportError('connection', true, 'ECONNRESET');
const answers = () => new TestingTransport([LOST, { status: 503 }, { body: TRANSACTION }]);

describe('hooks', () => {
  it('are told of each attempt and call, the token exchange too, in order', async () => {
    const told: string[] = [];
    const say = (kind: string, { operation, code, outcome }: PayCallEvent | PayAttemptEvent, count: number) =>
      told.push([kind, operation, count, code ?? 'ok', outcome ?? '-'].join(' '));
    const client = wallet(answers(), {
      maxRetries: 2,
      hooks: {
        onAttempt: (event) => say('attempt', event, event.attempt),
        onCall: (event) => say('call', event, event.attempts),
      },
    });
    expect((await client.transactions.getTransactionById(ID)).success).toBe(true);
    const token = ['attempt auth.getPayAccessToken 1 ok -', 'call auth.getPayAccessToken 1 ok -'];
    const attempt = 'attempt transactions.getTransactionById';
    expect(told).toEqual([
      ...token,
      `${attempt} 1 networkerror unknown`,
      ...token,
      `${attempt} 2 servererror unknown`,
      ...token,
      `${attempt} 3 ok -`,
      'call transactions.getTransactionById 3 ok -',
    ]);
  });

  it('see the path’s template, never what it was filled with, and no secret', async () => {
    const events: unknown[] = [];
    const keep = (event: unknown): void => {
      events.push(event);
    };
    const client = wallet(new TestingTransport([{ body: TRANSACTION }]), {
      hooks: { onAttempt: keep, onCall: keep },
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
      'at once',
      () => {
        throw new Error('a metric is broken');
      },
    ],
    // Left alone, it would end the process.
    ['later', () => Promise.reject(new Error('a metric is broken'))],
  ])('that fail %s change nothing', async (_when, fail: () => unknown) => {
    const transport = new TestingTransport([{ body: TRANSACTION }]);
    const client = wallet(transport, { hooks: { onAttempt: fail, onCall: fail } });
    expect((await client.transactions.getTransactionById(ID)).success).toBe(true);
    expect(transport.calls).toHaveLength(1);
    // The test runner tells of rejections that nobody took note of.
    await new Promise(setImmediate);
  });
});

describe('an instrumentation', () => {
  const broken: Record<string, PayInstrumentation> = {
    'throws before': {
      call: () => Promise.reject(new Error('broken')),
      attempt: () => {
        throw new Error('broken');
      },
    },
    'throws after': {
      call: (_info, work) => work().then(() => Promise.reject(new Error('broken'))),
      attempt: (_info, work) => work().then(() => Promise.reject(new Error('broken'))),
    },
    'never calls the work': { call: () => Promise.resolve(), attempt: () => Promise.resolve() },
    'calls it twice': {
      call: (_info, work) => Promise.all([work(), work()]),
      attempt: (_info, work) => Promise.all([work(), work()]),
    },
  };

  it.each(Object.entries(broken))('that %s leaves the call made once', async (_what, instrumentation) => {
    const transport = new TestingTransport([{ body: TRANSACTION }]);
    const client = wallet(transport, { instrumentation });
    expect((await client.transactions.getTransactionById(ID)).success).toBe(true);
    expect(transport.calls).toHaveLength(1);
  });
});

it('diagnostics channels carry the same events', async () => {
  const events: unknown[] = [];
  const keep = (event: unknown): void => {
    events.push(event);
  };
  subscribe(PAY_CALL_CHANNEL, keep);
  subscribe(PAY_ATTEMPT_CHANNEL, keep);
  await wallet(new TestingTransport([{ body: TRANSACTION }])).transactions.getTransactionById(ID);
  unsubscribe(PAY_CALL_CHANNEL, keep);
  unsubscribe(PAY_ATTEMPT_CHANNEL, keep);
  expect(events).toHaveLength(4);
  expect(events[3]).toMatchObject({
    operation: 'transactions.getTransactionById',
    success: true,
    attempts: 1,
  });
});
