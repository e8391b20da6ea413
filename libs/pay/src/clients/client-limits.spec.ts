import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { PayWallet, TransportError } from '../client.js';
import { TestingTransport } from '../core/transport.testing.js';
import { ID, SECRETS, OPTIONS, wallet, BASIC, CLIENT_BASIC } from './clients.testing.js';

describe('slips in options', () => {
  it.each<[object, string]>([
    [{ maxRetires: 0 }, 'maxRetires is not an option: did you mean maxRetries?'],
    [{ timeoutMS: 5 }, 'timeoutMS is not an option: did you mean timeoutMs?'],
    [{ isDev: true }, 'isDev is not an option: did you mean dev?'],
    [{ hooks: { onCals: () => undefined } }, 'hooks.onCals is not an option: did you mean onCall?'],
    [{ hooks: { onEnd: () => undefined } }, 'hooks.onEnd is not an option.'],
    [{ hooks: { onCall: 'log' } }, 'hooks.onCall must be a function'],
    [{ hooks: 'log' }, 'hooks must be an object of functions'],
    [{ logs: 'no' }, 'logs must be true or false'],
    [{ tokens: {} }, "tokens must be 'per-call' or 'shared'"],
    [{ logger: {} }, 'logger must be an object with the method error'],
    [{ instrumentation: {} }, 'instrumentation must be an object with the method call and attempt'],
    [{ endpoints: 'http://127.0.0.1:1' }, 'endpoints must be an object'],
  ])('%j is refused by every call', async (more, problem) => {
    const transport = new TestingTransport([{ body: '{"Success":true}' }]);
    const client = wallet(transport, { dev: undefined, maxRetries: undefined, ...more });
    expect(await client.transactions.cancelTransaction(ID, { amount: 1 })).toMatchObject({
      code: 'initerror',
      message: expect.stringContaining(problem),
      error: { outcome: 'not-sent' },
    });
    expect(transport.sent).toEqual([]);
  });

  it('what resembles no option, or stands beside the right name, is left alone', async () => {
    const beside = { ...OPTIONS, shop: 'gr', apiKey: 'x' };
    const transport = new TestingTransport([{ status: 400 }]);
    await wallet(transport, beside).transactions.cancelTransaction(ID, { amount: 1 });
    expect(transport.calls).toHaveLength(1);
  });
});

describe('time and cancellation', () => {
  /** Never answers: ends only by the signal, as the real transport does. */
  const stalled = (sent: boolean) => ({
    send: ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        const end = (): void => {
          reject(new TransportError('aborted', sent));
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      }),
  });

  it('the default and the per-call time-out end a call that stalls, token exchange included', async () => {
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true), timeoutMs: 20 });
    expect(await client.transactions.cancelTransaction(ID, { amount: 1 })).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/took longer than 20 ms.*may have taken effect/),
      error: { outcome: 'unknown', retryable: false },
    });
    expect(await client.payments.createOrder({ amount: 100 }, { timeoutMs: 10 })).toMatchObject({
      code: 'tokenerror',
      message: expect.stringMatching(/took longer than 10 ms/),
      error: { outcome: 'not-sent', retryable: true },
    });
  });

  it('one signal may end many calls at once without a warning of a leak', async () => {
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', note);
    const controller = new AbortController();
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true) });
    const calls = Array.from({ length: 50 }, () =>
      client.payments.getOrder(1, { signal: controller.signal }),
    );
    controller.abort();
    expect((await Promise.all(calls)).every((result) => !result.success && result.code === 'aborted')).toBe(
      true,
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('the caller’s signal ends a call and is told apart from a time-out', async () => {
    const controller = new AbortController();
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true) });
    const call = client.payments.getOrder(1, { signal: controller.signal });
    controller.abort();
    expect(await call).toMatchObject({ code: 'aborted', error: { outcome: 'unknown', retryable: false } });
    expect(await client.payments.createOrder({ amount: 100 }, { signal: AbortSignal.abort() })).toMatchObject(
      {
        code: 'aborted',
        error: { outcome: 'not-sent' },
      },
    );
  });
});

describe('secrets', () => {
  it('stand in no print, no JSON, no result and no log line of a client', async () => {
    const lines: string[] = [];
    const echo = `denied: ${SECRETS.apikey} ${BASIC} Bearer tok-1 card 4147463011110133`;
    const transport = new TestingTransport([
      { status: 400, body: JSON.stringify({ message: echo }) },
      new TransportError('connection', true),
    ]);
    const client = wallet(transport, { logs: true, logger: { error: (line) => lines.push(line) } });
    const results = [
      await client.payments.getOrder(1),
      await client.payments.getOrder(1),
      await client.payments.createOrder({ amount: 1 }),
    ];
    const everything = [
      inspect(client, { depth: 20, showHidden: true }),
      JSON.stringify(client),
      inspect(results, { depth: 20 }),
      ...lines,
    ].join('\n');
    for (const secret of [
      SECRETS.apikey,
      SECRETS.clientSecret,
      BASIC.slice(6),
      CLIENT_BASIC.slice(6),
      'tok-1',
      '4147463011110133',
    ]) {
      expect(everything).not.toContain(secret);
    }
    expect(results[0]).toMatchObject({
      error: { serviceText: expect.stringMatching(/^denied: \[hidden\]/) },
    });
  });

  it('logs one line for each failure and none for a success or with logs off', async () => {
    const lines: string[] = [];
    const answers = [
      { status: 404, headers: { 'x-viva-correlationid': '26-1-A' } },
      { body: '{"OrderCode":1,"StateId":0}' },
    ];
    const client = wallet(
      new TestingTransport(answers, { status: 400, body: '{"error":"invalid_client"}' }),
      { logs: true, logger: { error: (line) => lines.push(line) } },
    );
    await client.payments.getOrder(1);
    await client.payments.getOrder(1);
    await client.payments.createOrder({ amount: 100 });
    await client.getCloudTerminalAccessToken();
    expect(lines).toEqual([
      expect.stringMatching(
        /^pay payments\.getOrder failed: code=notfound outcome=rejected status=404 correlationId=26-1-A durationMs=\d+$/,
      ),
      expect.stringMatching(
        /^pay payments\.createOrder failed: code=tokenerror outcome=not-sent status=- correlationId=- durationMs=\d+$/,
      ),
      expect.stringMatching(/^pay auth\.getCloudTerminalAccessToken failed: code=tokenerror/),
    ]);
    const silent: string[] = [];
    await wallet(new TestingTransport([{ status: 404 }]), {
      logger: { error: (line) => silent.push(line) },
    }).payments.getOrder(1);
    expect(silent).toEqual([]);
  });
});
