import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PayWallet } from '../client.js';
import type { PayWalletOptions, Transport, TransportRequest, TransportResponse } from '../client.js';
import { ID, TRANSACTION } from '../client.testing.js';

type Keys = Pick<PayWalletOptions, 'clientId' | 'clientSecret' | 'merchantId' | 'apikey'>;

const OLD: Keys = { clientId: 'client-1', clientSecret: 'old-secret', merchantId: 'm', apikey: 'old-apikey' };
const NEW: Keys = { ...OLD, clientSecret: 'new-secret', apikey: 'new-apikey' };

/** Service that accepts one set of keys, and whose tokens can be revoked. */
class Service implements Transport {
  accepted: Keys = OLD;
  readonly seen: TransportRequest[] = [];
  #tokens = new Set<string>();

  revokeTokens(): void {
    this.#tokens = new Set();
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    this.seen.push(request);
    const authorization = request.headers['authorization'] ?? '';
    if (!request.url.endsWith('/connect/token')) {
      const isKnown =
        this.#tokens.has(authorization) ||
        authorization === basic(this.accepted.merchantId, this.accepted.apikey);
      return response(isKnown ? 200 : 401, isKnown ? TRANSACTION : '');
    }
    if (authorization !== basic(this.accepted.clientId, this.accepted.clientSecret))
      return response(400, '{"error":"invalid_client"}');
    const token = `token-${this.seen.length}`;
    this.#tokens.add(`Bearer ${token}`);
    return response(200, `{"access_token":"${token}","expires_in":3600,"token_type":"Bearer"}`);
  }

  count(path: RegExp): number {
    return this.seen.filter(({ url }) => path.test(url)).length;
  }
}

const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
const response = (status: number, body: string): Promise<TransportResponse> =>
  Promise.resolve({ status, headers: {}, body: Buffer.from(body) });
const TOKEN = /connect\/token/;
const CALL = /transactions/;

describe('a shared token', () => {
  it('serves many calls, and is exchanged once more after the service revoked it', async () => {
    const service = new Service();
    const wallet = new PayWallet({ ...OLD, dev: true, transport: service, tokens: 'shared' });
    const calls = () =>
      Promise.all(Array.from({ length: 20 }, () => wallet.transactions.getTransactionById(ID)));
    expect((await calls()).every(({ success }) => success)).toBe(true);
    expect([service.count(TOKEN), service.count(CALL)]).toEqual([1, 20]);
    service.revokeTokens();
    expect((await calls()).every(({ success, meta }) => success && meta.attempts === 2)).toBe(true);
    expect([service.count(TOKEN), service.count(CALL)]).toEqual([2, 60]);
  });

  it('is exchanged only once for a call: a second 401 fails with unauthorized', async () => {
    const service = new Service();
    const wallet = new PayWallet({ ...OLD, dev: true, transport: service, tokens: 'shared' });
    await wallet.transactions.getTransactionById(ID);
    const send = service.send.bind(service);
    service.send = (request) => {
      const responded = send(request);
      return TOKEN.test(request.url) ? responded : responded.then(() => response(401, ''));
    };
    const before = service.count(CALL);
    expect(await wallet.transactions.getTransactionById(ID)).toMatchObject({
      code: 'unauthorized',
      error: { outcome: 'rejected' },
    });
    expect(service.count(CALL) - before).toBe(2);
  });
});

describe('a refused authorization', () => {
  const DELAY_MS = 10_050;
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  /** Delays a value beyond the limit of an attempt. */
  const delayed = <Value>(value: Value): Promise<Value> =>
    new Promise((resolve) => {
      setTimeout(resolve, DELAY_MS, value);
    });
  const afterDelay = async <Value>(work: Promise<Value>): Promise<Value> => {
    await jest.advanceTimersByTimeAsync(DELAY_MS);
    return work;
  };

  it('is renewed within the limit of the call and not of the attempt, with one exchange for all calls', async () => {
    const service = new Service();
    const wallet = new PayWallet({ ...OLD, dev: true, transport: service, tokens: 'shared', maxRetries: 0 });
    const calls = () =>
      Promise.all(Array.from({ length: 20 }, () => wallet.transactions.getTransactionById(ID)));
    await calls();
    service.revokeTokens();
    const send = service.send.bind(service);
    service.send = async (request) =>
      TOKEN.test(request.url) ? delayed(await send(request)) : send(request);
    expect((await afterDelay(calls())).every(({ success }) => success)).toBe(true);
    expect(service.count(TOKEN)).toBe(2);
  });

  it('is renewed with credentials that arrive after the limit of the attempt', async () => {
    const service = new Service();
    let reads = 0;
    const credentials = () => (reads++ === 0 ? OLD : delayed(NEW));
    const wallet = new PayWallet({ dev: true, transport: service, credentials, maxRetries: 0 });
    await wallet.transactions.getLegacyTransactions(ID);
    service.accepted = NEW;
    expect(await afterDelay(wallet.transactions.getLegacyTransactions(ID))).toMatchObject({
      meta: { httpStatus: 200, attempts: 2 },
    });
  });
});

describe('credentials from a function', () => {
  it.each(['per-call', 'shared'] as const)(
    'are read again when the service refuses them, so you can rotate keys (%s)',
    async (tokens) => {
      const service = new Service();
      let vault = OLD;
      let reads = 0;
      const wallet = new PayWallet({
        dev: true,
        transport: service,
        tokens,
        credentials: () => {
          reads++;
          return Promise.resolve(vault);
        },
      });
      const both = () => [
        wallet.transactions.getTransactionById(ID),
        wallet.transactions.getLegacyTransactions(ID),
      ];
      for (const result of await Promise.all(both())) expect(result.message).not.toMatch(/unauthor/i);
      expect(reads).toBe(1);
      vault = NEW;
      service.accepted = NEW;
      service.revokeTokens();
      expect((await wallet.transactions.getTransactionById(ID)).success).toBe(true);
      const basicCall = await wallet.transactions.getLegacyTransactions(ID);
      expect(basicCall.meta.httpStatus).toBe(200);
      expect(reads).toBeLessThanOrEqual(3);
    },
  );

  it('are read again only once for a call', async () => {
    const service = new Service();
    service.accepted = NEW;
    let reads = 0;
    const wallet = new PayWallet({
      dev: true,
      transport: service,
      credentials: () => {
        reads++;
        return OLD;
      },
    });
    expect(await wallet.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'tokenerror',
      error: { serviceCode: 'invalid_client', outcome: 'not-sent' },
    });
    expect([reads, service.count(TOKEN)]).toEqual([2, 1]);
  });

  it('make the call fail if the function throws, without the message of its error', async () => {
    const service = new Service();
    const wallet = new PayWallet({
      dev: true,
      transport: service,
      credentials: () => {
        throw new Error('vault sealed; last secret was old-secret');
      },
    });
    const failed = await wallet.payments.createOrder({ amount: 100 });
    expect(failed).toMatchObject({ code: 'initerror', error: { outcome: 'not-sent', retryable: true } });
    expect(JSON.stringify(failed)).not.toContain('old-secret');
    expect(service.seen).toHaveLength(0);
  });

  it('keep those of the options that they lack', async () => {
    const { apikey, ...others } = OLD;
    const wallet = new PayWallet({
      dev: true,
      transport: new Service(),
      apikey,
      credentials: () => ({ ...others, apikey: undefined as never }),
    });
    expect((await wallet.transactions.getLegacyTransactions(ID)).meta.httpStatus).toBe(200);
  });

  it.each([
    ['incomplete', { ...OLD, clientSecret: '', apikey: undefined as never }, 'missing'],
    ['from files that end with a line break', { ...OLD, clientSecret: 'x\n', apikey: ' y' }, 'white space'],
  ])('that are %s make the call fail, and are read again by the next call', async (_what, first, problem) => {
    const read = (wallet: PayWallet) => wallet.transactions.getTransactionById(ID);
    const readLegacy = (wallet: PayWallet) => wallet.transactions.getLegacyTransactions(ID);
    for (const [call, name] of [
      [read, 'clientSecret'],
      [readLegacy, 'apikey'],
    ] as const)
      for (const tokens of ['per-call', 'shared'] as const) {
        const service = new Service();
        const read = [first, OLD];
        const wallet = new PayWallet({
          dev: true,
          transport: service,
          tokens,
          credentials: () => read.shift() ?? OLD,
        });
        expect(await call(wallet)).toMatchObject({
          message: expect.stringMatching(new RegExp(`${name} .*${problem}`)),
          error: { outcome: 'not-sent' },
        });
        expect(service.seen).toHaveLength(0);
        expect((await call(wallet)).meta.httpStatus).toBe(200);
      }
  });

  it.each(['per-call', 'shared'] as const)(
    'are awaited within the limit of the call, and read again by the next call (%s)',
    async (tokens) => {
      const service = new Service();
      let reads = 0;
      const wallet = new PayWallet({
        dev: true,
        transport: service,
        tokens,
        credentials: () => (reads++ === 0 ? new Promise<never>(() => undefined) : OLD),
      });
      const hanging = [
        wallet.transactions.getTransactionById(ID, { timeoutMs: 20 }),
        wallet.transactions.cancelTransaction(ID, { amount: 100 }, { timeoutMs: 20 }),
      ];
      for (const result of await Promise.all(hanging))
        expect(result).toMatchObject({
          message: expect.stringMatching(/did not respond in time/),
          error: { outcome: 'not-sent', retryable: true },
        });
      const signal = AbortSignal.abort();
      expect(await wallet.transactions.getTransactionById(ID, { signal })).toMatchObject({ code: 'aborted' });
      expect(service.count(CALL)).toBe(0);
      expect(await wallet.transactions.getTransactionById(ID)).toMatchObject({ success: true });
    },
  );

  it('are not read again after a 5xx with invalid_client, because the call may have moved money', async () => {
    const service = new Service();
    const send = service.send.bind(service);
    service.send = (request) => {
      const responded = send(request);
      return TOKEN.test(request.url)
        ? responded
        : responded.then(() => response(500, '{"error":"invalid_client"}'));
    };
    let key = 0;
    const wallet = new PayWallet({
      dev: true,
      transport: service,
      tokens: 'shared',
      maxRetries: 2,
      credentials: () => ({ ...OLD, apikey: `key-${key++}` }),
    });
    const results = [
      await wallet.transactions.cancelTransaction(ID, { amount: 100 }),
      await wallet.transactions.rebate(ID, { amount: 100, sourceCode: 'Default', merchantTrns: 'a' }),
    ];
    for (const result of results)
      expect(result).toMatchObject({ error: { outcome: 'unknown' }, meta: { attempts: 1 } });
    expect(service.count(CALL)).toBe(2);
  });
});
