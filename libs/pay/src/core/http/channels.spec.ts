import { AsyncLocalStorage } from 'node:async_hooks';
import type { Channel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it } from '@jest/globals';
import { payAttemptChannel, payCallChannel, payEventChannel, TransportError } from '../../client.js';
import type { PayAttemptMessage, PayCallMessage, PayEventMessage } from '../../client.js';
import { ID, TestingTransport, TRANSACTION, wallet } from '../../client.testing.js';
import { observe } from './channels.js';

const unsubscribes: (() => void)[] = [];
afterEach(() => {
  for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
});
function subscribe<Message>(channels: Record<string, Channel>, onMessage: (message: Message) => void) {
  for (const channel of Object.values(channels)) {
    const listener = (message: unknown): void => onMessage(message as Message);
    channel.subscribe(listener);
    unsubscribes.push(() => channel.unsubscribe(listener));
  }
}

const LOST = new TransportError('connection', true, 'ECONNRESET');
const read = (transport: TestingTransport, maxRetries = 0) =>
  wallet(transport, { maxRetries }).transactions.getTransactionById(ID);
const successful = (): TestingTransport => new TestingTransport([{ body: TRANSACTION }]);

describe('the channels of calls and attempts', () => {
  it('publish each start and end in order, including token exchanges', async () => {
    const messages: string[] = [];
    for (const [kind, channel] of Object.entries({ call: payCallChannel, attempt: payAttemptChannel }))
      for (const phase of ['start', 'error', 'asyncEnd'] as const)
        subscribe({ [phase]: channel[phase] }, (message: PayCallMessage & PayAttemptMessage) => {
          const { operation, code, outcome, attempt, attempts } = message;
          const end = phase === 'start' ? '' : ` ${attempts ?? attempt} ${code ?? 'ok'} ${outcome ?? '-'}`;
          messages.push(`${kind} ${phase} ${operation.replace(/.*\./, '')}${end}`);
        });
    const transport = new TestingTransport([LOST, { status: 503 }, { body: TRANSACTION }]);
    expect((await read(transport, 2)).success).toBe(true);
    const token = [
      'call start getPayAccessToken',
      'attempt start getPayAccessToken',
      'attempt asyncEnd getPayAccessToken 1 ok -',
      'call asyncEnd getPayAccessToken 1 ok -',
    ];
    expect(messages).toEqual([
      'call start getTransactionById',
      ...token,
      'attempt start getTransactionById',
      'attempt error getTransactionById 1 networkerror unknown',
      'attempt asyncEnd getTransactionById 1 networkerror unknown',
      ...token,
      'attempt start getTransactionById',
      'attempt error getTransactionById 2 servererror unknown',
      'attempt asyncEnd getTransactionById 2 servererror unknown',
      ...token,
      'attempt start getTransactionById',
      'attempt asyncEnd getTransactionById 3 ok -',
      'call asyncEnd getTransactionById 3 ok -',
    ]);
  });

  it('publish one message for each call, with the path template and no secrets', async () => {
    const messages: PayCallMessage[] = [];
    const { start, end, asyncStart, asyncEnd } = payCallChannel;
    subscribe({ start, end, asyncStart, asyncEnd }, (message: PayCallMessage) => {
      if (message.operation === 'transactions.getTransactionById') messages.push(message);
    });
    subscribe({ asyncEnd: payAttemptChannel.asyncEnd }, () => undefined);
    await read(successful());
    expect(messages).toHaveLength(4);
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toEqual({
      operation: 'transactions.getTransactionById',
      method: 'GET',
      host: 'api',
      origin: 'https://demo-api.vivapayments.com',
      pathTemplate: '/checkout/v2/transactions/{transactionId}',
      safety: 'safe',
      httpStatus: 200,
      success: true,
      code: null,
      outcome: null,
      durationMs: expect.any(Number),
      attempts: 1,
    });
  });

  it('publish an attempt whose transport breaks its contract as a failure', async () => {
    const ends: PayAttemptMessage[] = [];
    subscribe({ error: payAttemptChannel.error }, (message: PayAttemptMessage) => ends.push(message));
    const result = await read(new TestingTransport([new Error('no TransportError')]));
    expect([result, ends[0]]).toMatchObject([
      { code: 'internalerror', error: { outcome: 'unknown' } },
      { code: 'internalerror', outcome: 'unknown', success: false, httpStatus: null },
    ]);
  });

  it('run the work in the stores that are bound to `start`', async () => {
    const store = new AsyncLocalStorage<string>();
    payCallChannel.start.bindStore(store, ({ operation }) => operation);
    unsubscribes.push(() => payCallChannel.start.unbindStore(store));
    const stored: unknown[] = [];
    const transport = successful();
    const send = transport.send.bind(transport);
    transport.send = (request) => {
      stored.push(store.getStore());
      return send(request);
    };
    await read(transport);
    expect([...stored, store.getStore()]).toEqual([
      'auth.getPayAccessToken',
      'transactions.getTransactionById',
      undefined,
    ]);
  });
});

const broken: Record<string, NonNullable<PayCallMessage['run']>> = {
  'throws before the work': () => {
    throw new Error('broken');
  },
  'throws after the work': (work) => {
    void work();
    throw new Error('broken');
  },
  // An unhandled rejection would end the process.
  rejects: async (work) => {
    await work();
    throw new Error('broken');
  },
  'never does the work': () => undefined,
  'does the work twice': (work) => [work(), work()],
};

it.each(Object.entries(broken))('a subscriber that %s does not stop or repeat a call', async (_what, run) => {
  const { start } = payCallChannel;
  subscribe({ start, startOfAttempt: payAttemptChannel.start }, (message: PayCallMessage) => {
    message.run = run;
  });
  const transport = successful();
  expect((await read(transport)).success).toBe(true);
  expect(transport.calls).toHaveLength(1);
  // The test runner reports unhandled rejections.
  await new Promise(setImmediate);
});

it('a subscriber that changes or freezes its message does not stop or change a call', async () => {
  const { start } = payCallChannel;
  subscribe({ start }, (message: PayCallMessage) => void Object.freeze(message));
  subscribe({ start: payAttemptChannel.start }, (message: object) => {
    for (const name of Object.keys(message)) (message as Record<string, unknown>)[name] = null;
  });
  const transport = successful();
  expect((await read(transport)).success).toBe(true);
  expect(transport.calls).toHaveLength(1);
});

it('work that throws at once is done once, and its error is thrown', async () => {
  let count = 0;
  const work = (): never => {
    count++;
    throw new RangeError('at once');
  };
  const message = { code: null } as PayEventMessage;
  const failed = () => ({ code: 'failed' });
  await expect(observe(payEventChannel, message, work, { ended: failed, failed })).rejects.toThrow('at once');
  expect([count, message.code]).toEqual([1, 'failed']);
});
