import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PAY_CIRCUIT_CHANNEL, TransportError } from '../client.js';
import type { PayCircuitEvent, PayWallet, PayWalletOptions, Transport, TransportRequest } from '../client.js';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ID, OPTIONS, TRANSACTION } from './clients.testing.js';
import { PayWallet as Wallet } from './pay-wallet.js';

type Answer = { status?: number; body?: string } | Error | 'wait';

const TOKEN = { body: '{"access_token":"tok-1","expires_in":3600,"token_type":"Bearer"}' };

/** A service whose answers are set, and which answers what waits when it is told. */
class Service implements Transport {
  readonly sent: string[] = [];
  readonly waiting: (() => void)[] = [];
  answer: Answer = { body: TRANSACTION };
  token: Answer = TOKEN;

  send({ url, signal }: TransportRequest) {
    const isToken = url.endsWith('/connect/token');
    this.sent.push(isToken ? 'token' : 'call');
    const given = isToken ? this.token : this.answer;
    if (given instanceof Error) return Promise.reject(given);
    if (given !== 'wait') return Promise.resolve(answered(given));
    return new Promise<ReturnType<typeof answered>>((resolve, reject) => {
      this.waiting.push(() => {
        resolve(answered(isToken ? TOKEN : { body: TRANSACTION }));
      });
      signal.addEventListener('abort', () => {
        reject(new TransportError('aborted', true));
      });
    });
  }

  get calls(): number {
    return this.sent.filter((what) => what === 'call').length;
  }

  /** Until so many calls have arrived. */
  async hasCalls(count: number): Promise<void> {
    for (let turns = 0; this.calls < count && turns < 1_000; turns++) await turn();
    expect(this.calls).toBe(count);
  }
}

const answered = ({ status = 200, body = '' }: Exclude<Answer, Error | 'wait'>) => ({
  status,
  headers: {},
  body: Buffer.from(body),
});
const turn = (): Promise<void> => new Promise(setImmediate);
const LOST = new TransportError('connection', true, 'ECONNRESET');
const REFUSED = new TransportError('connection', false, 'ECONNREFUSED');
const BUSY = { status: 503 };
const BREAKER = { minimumThroughput: 2, breakDurationMs: 15_000 };

function ready(more: Partial<PayWalletOptions>) {
  const service = new Service();
  return { service, client: new Wallet({ ...OPTIONS, transport: service, ...more }) };
}
const read = (client: PayWallet, signal?: AbortSignal) =>
  client.transactions.getTransactionById(ID, signal && { signal });
const refund = (client: PayWallet) => client.transactions.cancelTransaction(ID, { amount: 5 });
/** The time by which a client lives goes on. */
function later(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
afterEach(() => {
  jest.restoreAllMocks();
});

const OPEN = {
  success: false,
  code: 'overloaded',
  message: expect.stringMatching(/was not sent: .*circuit breaker for demo.*open.*Try again in \d+ ms\./),
  error: { outcome: 'not-sent', retryable: true, overload: { cause: 'circuit-breaker' } },
  meta: { attempts: 0, httpStatus: null },
};

describe('a circuit breaker', () => {
  it('stops asking a host that fails, says until when, and goes on when one attempt succeeded', async () => {
    const { service, client } = ready({ circuitBreaker: BREAKER });
    service.answer = BUSY;
    for (let count = 0; count < 2; count++) expect(await read(client)).toMatchObject({ code: 'servererror' });
    const refused = await read(client);
    expect(refused).toMatchObject({ ...OPEN, error: { ...OPEN.error, overload: { host: 'api' } } });
    const { retryAfterMs } = (!refused.success && refused.error.overload) || {};
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(15_000);
    expect(JSON.parse(JSON.stringify(refused))).toEqual(refused);
    // Nor is a token exchanged for what is not sent.
    expect(service.sent).toEqual(['token', 'call', 'token', 'call']);
    later(15_000);
    service.answer = { body: TRANSACTION };
    expect((await read(client)).success).toBe(true);
    expect((await read(client)).success).toBe(true);
  });

  it.each([
    ['lost connections', LOST, true],
    ['connections that were never made', REFUSED, true],
    ['refusals', { status: 400 }, false],
    ['too many requests', { status: 429 }, false],
  ])('counts %s as it should', async (_what, answer, counts) => {
    const { service, client } = ready({ circuitBreaker: BREAKER });
    service.answer = answer;
    for (let count = 0; count < 4; count++) await refund(client);
    expect(service.calls).toBe(counts ? 2 : 4);
  });

  it('counts time that ran out for the service, not calls that the caller ended', async () => {
    const { service, client } = ready({ circuitBreaker: BREAKER, attemptTimeoutMs: 15 });
    service.answer = 'wait';
    for (let count = 0; count < 3; count++) {
      const controller = new AbortController();
      const call = client.transactions.getTransactionById(ID, {
        signal: controller.signal,
        attemptTimeoutMs: 5_000,
      });
      await service.hasCalls(count + 1);
      controller.abort();
      expect(await call).toMatchObject({ code: 'aborted' });
    }
    for (let count = 0; count < 2; count++) expect(await read(client)).toMatchObject({ code: 'timeout' });
    expect(await read(client)).toMatchObject({ code: 'overloaded' });
  });

  it('ends the repetitions of a call: what is known of its attempts is its result', async () => {
    const { service, client } = ready({ circuitBreaker: BREAKER, maxRetries: 10 });
    service.answer = LOST;
    const key = { sourceCode: '1', merchantTrns: 'a', idempotencyKey: 'k' };
    const result = await client.transactions.fastRefund(ID, { amount: 5, ...key });
    expect(result).toMatchObject({
      code: 'networkerror',
      message: expect.stringMatching(
        /ECONNRESET.*Then transactions\.fastRefund was not sent: the circuit breaker/,
      ),
      error: { outcome: 'unknown', overload: { cause: 'circuit-breaker', host: 'api' } },
      meta: { attempts: 2 },
    });
    expect(service.calls).toBe(2);
  });

  it('is the host’s own: where tokens come from may fail while calls go on, and the other way round', async () => {
    const { service, client } = ready({ circuitBreaker: BREAKER });
    service.token = BUSY;
    for (let count = 0; count < 2; count++) expect(await read(client)).toMatchObject({ code: 'tokenerror' });
    const accounts = { ...OPEN.error, overload: { cause: 'circuit-breaker', host: 'accounts' } };
    expect(await read(client)).toMatchObject({ ...OPEN, error: accounts });
    expect(await client.getCloudTerminalAccessToken()).toMatchObject({ ...OPEN, error: accounts });
    expect(service.sent).toEqual(['token', 'token']);
    // By apikey, from another host.
    service.answer = { body: '{"Key":"k"}' };
    expect((await client.webhooks.retrieveWebhookKey()).success).toBe(true);
  });

  it('is not stuck when the one attempt that tries again is ended by its caller', async () => {
    const { service, client } = ready({ circuitBreaker: BREAKER });
    service.answer = BUSY;
    for (let count = 0; count < 2; count++) await read(client);
    later(15_000);
    service.answer = 'wait';
    const controller = new AbortController();
    const trial = read(client, controller.signal);
    await service.hasCalls(3);
    expect(await read(client)).toMatchObject(OPEN);
    controller.abort();
    expect(await trial).toMatchObject({ code: 'aborted' });
    service.answer = { body: TRANSACTION };
    expect((await read(client)).success).toBe(true);
  });

  it('does not stand in for the reason of a call that was over before', async () => {
    const { service, client } = ready({ circuitBreaker: BREAKER });
    service.answer = BUSY;
    for (let count = 0; count < 2; count++) await refund(client);
    const over = { signal: AbortSignal.abort() };
    expect(await client.transactions.cancelTransaction(ID, { amount: 5 }, over)).toMatchObject({
      code: 'aborted',
      error: { outcome: 'not-sent' },
    });
  });

  it('is not stuck when the transport has a defect', async () => {
    const { service, client } = ready({ circuitBreaker: BREAKER, concurrencyLimiter: { permitLimit: 1 } });
    service.answer = new TypeError('a defect');
    for (let count = 0; count < 3; count++)
      expect(await read(client)).toMatchObject({ code: 'internalerror' });
  });

  it('tells hooks and the channel when it opens, tries again and closes; nobody who hears can stop a call', async () => {
    const told: PayCircuitEvent[] = [];
    const published: unknown[] = [];
    const hear = (event: unknown): void => void published.push(event);
    subscribe(PAY_CIRCUIT_CHANNEL, hear);
    const codes: (string | null)[] = [];
    const { service, client } = ready({
      circuitBreaker: BREAKER,
      hooks: {
        onCall: ({ code }) => codes.push(code),
        onCircuitChange: (event) => {
          told.push(event);
          throw new Error('not heard');
        },
      },
    });
    service.answer = BUSY;
    for (let count = 0; count < 3; count++) await refund(client);
    later(15_000);
    service.answer = { body: '{}' };
    await refund(client);
    unsubscribe(PAY_CIRCUIT_CHANNEL, hear);
    const at = { host: 'web', origin: 'https://demo.vivapayments.com' };
    expect(told).toEqual([
      { ...at, state: 'open', previous: 'closed' },
      { ...at, state: 'half-open', previous: 'open' },
      { ...at, state: 'closed', previous: 'half-open' },
    ]);
    expect(published).toEqual(told);
    expect(codes).toEqual(['servererror', 'servererror', 'overloaded', 'nodatas']);
  });
});

describe('a concurrency limiter', () => {
  const BUSY_HOST = {
    success: false,
    code: 'overloaded',
    message: expect.stringMatching(/was not sent: 1 requests? to demo.* (are|were) under way.*Try again/),
    error: {
      outcome: 'not-sent',
      retryable: true,
      overload: { cause: 'concurrency-limiter', host: 'api', retryAfterMs: null },
    },
  };

  it('lets so many through at a time, keeps so many waiting, and refuses more at once', async () => {
    const { service, client } = ready({ concurrencyLimiter: { permitLimit: 1, queueLimit: 1 } });
    service.answer = 'wait';
    const first = read(client);
    await service.hasCalls(1);
    const second = read(client);
    await turn();
    expect(await read(client)).toMatchObject(BUSY_HOST);
    expect(service.calls).toBe(1);
    service.waiting.shift()?.();
    expect((await first).success).toBe(true);
    await service.hasCalls(2);
    service.waiting.shift()?.();
    expect((await second).success).toBe(true);
  });

  it('keeps nobody waiting for longer than the call may take, nor after its signal', async () => {
    const { service, client } = ready({ concurrencyLimiter: { permitLimit: 1, queueLimit: 2 } });
    service.answer = 'wait';
    const first = read(client);
    await service.hasCalls(1);
    expect(await client.transactions.getTransactionById(ID, { timeoutMs: 15 })).toMatchObject(BUSY_HOST);
    const controller = new AbortController();
    const ended = read(client, controller.signal);
    await turn();
    controller.abort();
    expect(await ended).toMatchObject({ code: 'aborted', error: { outcome: 'not-sent' } });
    // The time of an attempt, such as the one for its token, is no limit to waiting.
    const long = await client.transactions.getTransactionById(ID, { attemptTimeoutMs: 1, timeoutMs: 30 });
    expect(long).toMatchObject(BUSY_HOST);
    expect(long.meta.durationMs).toBeGreaterThan(20);
    service.waiting.shift()?.();
    expect((await first).success).toBe(true);
    expect(service.calls).toBe(1);
    service.answer = { body: TRANSACTION };
    expect((await read(client)).success).toBe(true);
  });

  it('does not keep its place while it waits to try again', async () => {
    const { service, client } = ready({
      concurrencyLimiter: { permitLimit: 1, queueLimit: 0 },
      maxRetries: 1,
    });
    service.answer = BUSY;
    const controller = new AbortController();
    const repeated = client.transactions.getTransactionById(ID, { signal: controller.signal });
    await service.hasCalls(1);
    for (let turns = 0; turns < 3; turns++) await turn();
    service.answer = { body: TRANSACTION };
    expect(await read(client)).toMatchObject({ success: true });
    controller.abort();
    await repeated;
  });

  it('says that a call was overloaded whose new token found no place any more', async () => {
    const { service, client } = ready({
      concurrencyLimiter: { permitLimit: 1, queueLimit: 0 },
      tokens: 'shared',
    });
    await read(client);
    service.token = 'wait';
    service.answer = { status: 401 };
    const refused = read(client);
    await service.hasCalls(2);
    service.answer = 'wait';
    const other = read(client);
    await service.hasCalls(3);
    const [token, answer] = service.waiting;
    token?.();
    expect(await refused).toMatchObject({ ...BUSY_HOST, meta: { attempts: 1 } });
    answer?.();
    expect((await other).success).toBe(true);
  });

  it('sends away who waits when the circuit breaker opens', async () => {
    const { service, client } = ready({
      concurrencyLimiter: { permitLimit: 2, queueLimit: 5 },
      circuitBreaker: { ...BREAKER, minimumThroughput: 1 },
      timeoutMs: 20_000,
    });
    service.answer = 'wait';
    const stuck = read(client);
    const failing = client.transactions.getTransactionById(ID, { attemptTimeoutMs: 15 });
    await service.hasCalls(2);
    const waiting = [read(client), read(client)];
    expect(await failing).toMatchObject({ success: false });
    for (const result of await Promise.all(waiting)) expect(result).toMatchObject(OPEN);
    expect(service.calls).toBe(2);
    service.waiting[0]?.();
    expect((await stuck).success).toBe(true);
  });
});

describe('options of both', () => {
  it.each([
    [{ circuitBreaker: null }, 'circuitBreaker must be an object'],
    [{ circuitBreaker: { failureRatio: 0 } }, 'circuitBreaker.failureRatio must be a number above 0'],
    [{ circuitBreaker: { minimumThroughput: 1.5 } }, 'circuitBreaker.minimumThroughput must be a whole'],
    [{ circuitBreaker: { breakDuration: 5 } }, 'circuitBreaker.breakDuration is not an option'],
    [{ circuitBreaker: { samplingDurationMs: '1' } }, 'circuitBreaker.samplingDurationMs must be'],
    [{ concurrencyLimiter: {} }, 'concurrencyLimiter.permitLimit must be a whole number, at least 1'],
    [{ concurrencyLimiter: { permitLimit: 1, queueLimit: -1 } }, 'concurrencyLimiter.queueLimit must be'],
  ])('%j is refused by every call', async (more, problem) => {
    const { service, client } = ready(more as Partial<PayWalletOptions>);
    expect(await read(client)).toMatchObject({
      code: 'initerror',
      message: expect.stringContaining(problem),
    });
    expect(service.sent).toEqual([]);
  });
});
