import { beforeEach, describe, expect, it } from '@jest/globals';
import { Deadline } from '../core/http/deadline.js';
import { systemClock } from '../core/values/clock.js';
import { RequestSender } from '../core/http/request-sender.js';
import { ServiceClock } from '../core/http/service-clock.js';
import type { Transport, TransportResponse } from '../core/http/transport.js';
import type { CallLimits } from '../core/http/deadline.js';
import { CredentialSource } from './credential-source.js';
import { createTokenAuthorizer } from './authorizer.js';
import { SharedTokens } from './shared-tokens.js';
import type { TokenSource } from './token-source.js';

const LIFETIME_MS = 3_600_000;
const HOSTS = { accounts: 'http://127.0.0.1/a', api: 'http://127.0.0.1/b', web: 'http://127.0.0.1/c' };

let now: number;
let exchanges: number;
/** Promise that the next exchanges wait for. */
let responded: Promise<unknown>;
let status: number;
let credentials: { clientId: string; clientSecret: string };
beforeEach(() => {
  now = Date.UTC(2026, 0, 2);
  exchanges = 0;
  responded = Promise.resolve();
  status = 200;
  credentials = { clientId: 'client-1', clientSecret: 'secret-1' };
});

const transport: Transport = {
  async send(request): Promise<TransportResponse> {
    if (request.signal.aborted) throw new Error('a call that has ended must not be sent');
    const number = ++exchanges;
    const current = status;
    await responded;
    const body = current === 200 ? { access_token: `token-${number}`, expires_in: LIFETIME_MS / 1_000 } : {};
    return { status: current, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  },
};
const limits = (signal?: AbortSignal): CallLimits => ({
  deadline: new Deadline(5_000, systemClock, signal),
  maxRetries: 0,
});

const sharedTokens = (): SharedTokens =>
  new SharedTokens({
    clock: systemClock,
    timeoutMs: 5_000,
    maxRetries: 0,
    now: () => now,
  });

function newSource(tokens = sharedTokens()): TokenSource {
  const source = new CredentialSource(
    {},
    () => credentials,
    () => undefined,
  );
  const sender = new RequestSender({
    hosts: HOSTS,
    transport,
    authorizer: createTokenAuthorizer(source, () => credentials),
    clock: systemClock,
    timeoutMs: 5_000,
    maxRetries: 0,
    random: () => 0,
    logger: null,
    redact: (text) => text,
    service: {
      exactMembers: { texts: {}, digits: {} },
      hasFailed: () => false,
      isDecision: () => false,
      explain: () => [],
    },
    outcomeLookupOf: () => null,
    serviceClock: new ServiceClock(),
    initProblem: null,
  });
  return tokens.source(sender, source, () => credentials);
}
const tokenOf = async (source: TokenSource, refused?: string): Promise<string> => {
  const call = limits();
  const response = await source.getToken(call, refused);
  call.deadline.close();
  if (response === null) throw new Error('no response');
  return 'token' in response ? response.token : response.problem.code;
};

describe('a shared token', () => {
  it('is exchanged once for a thousand concurrent calls', async () => {
    const source = newSource();
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => tokenOf(source)));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(exchanges).toBe(1);
  });

  it('is renewed once before it expires, while calls still use it', async () => {
    const source = newSource();
    await tokenOf(source);
    now += LIFETIME_MS - 60_000;
    let open = (): void => undefined;
    responded = new Promise<void>((resolve) => {
      open = resolve;
    });
    const concurrent = await Promise.all(Array.from({ length: 100 }, () => tokenOf(source)));
    expect(new Set(concurrent)).toEqual(new Set(['token-1']));
    await new Promise(setImmediate);
    expect(exchanges).toBe(2);
    open();
    await new Promise(setImmediate);
    expect(await tokenOf(source)).toBe('token-2');
    expect(exchanges).toBe(2);
  });

  it('is still used if an early renewal fails, and is renewed after a pause', async () => {
    const source = newSource();
    await tokenOf(source);
    now += LIFETIME_MS - 60_000;
    status = 503;
    expect([await tokenOf(source), await tokenOf(source)]).toEqual(['token-1', 'token-1']);
    await new Promise(setImmediate);
    expect(exchanges).toBe(2);
    status = 200;
    now += 5_000;
    await tokenOf(source);
    await new Promise(setImmediate);
    expect(await tokenOf(source)).toBe('token-3');
  });

  it('is not used in the last seconds of its lifetime', async () => {
    const source = newSource();
    await tokenOf(source);
    now += LIFETIME_MS - 5_000;
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => tokenOf(source)));
    expect(new Set(tokens)).toEqual(new Set(['token-2']));
    expect(exchanges).toBe(2);
  });

  it('is exchanged again when the service refuses it, once for all refused calls', async () => {
    const source = newSource();
    await tokenOf(source);
    const tokens = await Promise.all(Array.from({ length: 50 }, () => tokenOf(source, 'token-1')));
    expect(new Set(tokens)).toEqual(new Set(['token-2']));
    expect(await tokenOf(source, 'token-1')).toBe('token-2');
    expect(exchanges).toBe(2);
  });

  it('is exchanged again when the credentials change', async () => {
    const source = newSource();
    await tokenOf(source);
    credentials = { clientId: 'client-1', clientSecret: 'secret-2' };
    expect(await tokenOf(source)).toBe('token-2');
    credentials = { clientId: 'client-2', clientSecret: 'secret-2' };
    expect(await tokenOf(source)).toBe('token-3');
  });

  it('serves all sources of a client with the same credentials', async () => {
    const tokens = sharedTokens();
    const sources = [newSource(tokens), newSource(tokens)];
    expect(await Promise.all(sources.map((source) => tokenOf(source)))).toEqual(['token-1', 'token-1']);
    expect(exchanges).toBe(1);
  });

  it('fails for all waiting calls if the exchange fails, and the next call tries again', async () => {
    const source = newSource();
    status = 503;
    expect(await Promise.all([tokenOf(source), tokenOf(source)])).toEqual(['tokenerror', 'tokenerror']);
    expect(exchanges).toBe(1);
    status = 200;
    expect(await tokenOf(source)).toBe('token-2');
  });

  it('is exchanged for the other calls if one call is aborted', async () => {
    const source = newSource();
    let open = (): void => undefined;
    responded = new Promise<void>((resolve) => {
      open = resolve;
    });
    const controller = new AbortController();
    const call = limits(controller.signal);
    const aborted = source.getToken(call);
    const waiting = tokenOf(source);
    while (exchanges === 0) await Promise.resolve();
    controller.abort();
    expect(await aborted).toMatchObject({ problem: { code: expect.stringMatching(/aborted|tokenerror/) } });
    call.deadline.close();
    open();
    expect(await waiting).toBe('token-1');
    expect(exchanges).toBe(1);
  });
});
