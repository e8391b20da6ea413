import { beforeEach, describe, expect, it } from '@jest/globals';
import { Deadline } from '../core/deadline.js';
import { systemClock } from '../core/clock.js';
import { Observer } from '../core/observer.js';
import { RequestSender } from '../core/request-sender.js';
import { ServiceClock } from '../core/service-clock.js';
import { RETRY_RULES } from '../core/retry-policy.js';
import type { Transport, TransportResponse } from '../core/transport.js';
import type { CallLimits } from '../core/call-limits.js';
import { CredentialSource } from './credential-source.js';
import { createTokenAuthorizer } from './authorizer.js';
import { SharedTokenSource } from './shared-token-source.js';
import { MemoryTokenStore } from './token-store.js';
import type { TokenStore } from './token-store.js';
import { TokenTurns } from './token-turns.js';

const LIFETIME_MS = 3_600_000;
const HOSTS = { accounts: 'http://127.0.0.1/a', api: 'http://127.0.0.1/b', web: 'http://127.0.0.1/c' };

let now: number;
let exchanges: number;
/** What the next exchanges wait for. */
let gate: Promise<unknown>;
let status: number;
let credentials: { clientId: string; clientSecret: string };
/** What was logged of the store. */
let said: string[];
beforeEach(() => {
  said = [];
  now = Date.UTC(2026, 0, 2);
  exchanges = 0;
  gate = Promise.resolve();
  status = 200;
  credentials = { clientId: 'client-1', clientSecret: 'secret-1' };
});

const transport: Transport = {
  async send(request): Promise<TransportResponse> {
    if (request.signal.aborted) throw new Error('an ended call must not get here');
    const number = ++exchanges;
    const given = status;
    await gate;
    const body = given === 200 ? { access_token: `token-${number}`, expires_in: LIFETIME_MS / 1_000 } : {};
    return { status: given, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  },
};
const limits = (signal?: AbortSignal): CallLimits => ({
  deadline: new Deadline(5_000, systemClock, signal),
  attemptTimeoutMs: 5_000,
  retry: { ...RETRY_RULES, maxRetries: 0 },
});

function sourceWith(store: TokenStore): SharedTokenSource {
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
    attemptTimeoutMs: 5_000,
    retry: { ...RETRY_RULES, maxRetries: 0 },
    random: () => 0,
    logger: null,
    redact: (text) => text,
    describeEvent: () => '',
    serviceClock: new ServiceClock(),
    observer: new Observer(),
    initProblem: null,
  });
  return new SharedTokenSource({
    sender,
    turns: new TokenTurns({ store, clock: systemClock, random: () => 0, onAway: (line) => said.push(line) }),
    credentials: () => Promise.resolve(credentials),
    host: HOSTS.accounts,
    clock: systemClock,
    limits: { timeoutMs: 5_000, attemptTimeoutMs: 5_000, retry: { ...RETRY_RULES, maxRetries: 0 } },
    now: () => now,
  });
}
const tokenOf = async (source: SharedTokenSource, refused?: string): Promise<string> => {
  const call = limits();
  const answer = await source.getToken(call, refused);
  call.deadline.close();
  return 'token' in answer ? answer.token : answer.problem.code;
};

describe('a shared token', () => {
  it('is exchanged once for a thousand calls at once', async () => {
    const source = sourceWith(new MemoryTokenStore());
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => tokenOf(source)));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(exchanges).toBe(1);
  });

  it('is renewed once while calls go on with it, before it expires', async () => {
    const source = sourceWith(new MemoryTokenStore());
    await tokenOf(source);
    now += LIFETIME_MS - 60_000;
    let open = (): void => undefined;
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const meanwhile = await Promise.all(Array.from({ length: 100 }, () => tokenOf(source)));
    expect(new Set(meanwhile)).toEqual(new Set(['token-1']));
    await new Promise(setImmediate);
    expect(exchanges).toBe(2);
    open();
    await new Promise(setImmediate);
    expect(await tokenOf(source)).toBe('token-2');
    expect(exchanges).toBe(2);
  });

  it('goes on being used when a renewal ahead of time fails, and is renewed a little later', async () => {
    const source = sourceWith(new MemoryTokenStore());
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

  it('is not used in its last seconds', async () => {
    const source = sourceWith(new MemoryTokenStore());
    await tokenOf(source);
    now += LIFETIME_MS - 5_000;
    const tokens = await Promise.all(Array.from({ length: 1_000 }, () => tokenOf(source)));
    expect(new Set(tokens)).toEqual(new Set(['token-2']));
    expect(exchanges).toBe(2);
  });

  it('is exchanged anew when the service refused it, once for all who were refused', async () => {
    const source = sourceWith(new MemoryTokenStore());
    await tokenOf(source);
    const tokens = await Promise.all(Array.from({ length: 50 }, () => tokenOf(source, 'token-1')));
    expect(new Set(tokens)).toEqual(new Set(['token-2']));
    expect(await tokenOf(source, 'token-1')).toBe('token-2');
    expect(exchanges).toBe(2);
  });

  it('does not outlive its credentials', async () => {
    const store = new MemoryTokenStore();
    const source = sourceWith(store);
    await tokenOf(source);
    credentials = { clientId: 'client-1', clientSecret: 'secret-2' };
    expect(await tokenOf(source)).toBe('token-2');
    expect(await tokenOf(sourceWith(store))).toBe('token-2');
    credentials = { clientId: 'client-2', clientSecret: 'secret-2' };
    expect(await tokenOf(source)).toBe('token-3');
  });

  it('tells each caller of a failed exchange, and is tried again by the next', async () => {
    const source = sourceWith(new MemoryTokenStore());
    status = 503;
    expect(await Promise.all([tokenOf(source), tokenOf(source)])).toEqual(['tokenerror', 'tokenerror']);
    expect(exchanges).toBe(1);
    status = 200;
    expect(await tokenOf(source)).toBe('token-2');
  });

  it('goes on being exchanged for others when one caller gives up', async () => {
    const source = sourceWith(new MemoryTokenStore());
    let open = (): void => undefined;
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const controller = new AbortController();
    const call = limits(controller.signal);
    const impatient = source.getToken(call);
    const patient = tokenOf(source);
    while (exchanges === 0) await Promise.resolve();
    controller.abort();
    expect(await impatient).toMatchObject({ problem: { code: expect.stringMatching(/aborted|tokenerror/) } });
    call.deadline.close();
    open();
    expect(await patient).toBe('token-1');
    expect(exchanges).toBe(1);
  });
});

/** A store that does something else in these methods. */
const storeWith = (inner: TokenStore, changed: Partial<TokenStore>): TokenStore => ({
  read: (key) => inner.read(key),
  lock: (key, leaseMs) => inner.lock(key, leaseMs),
  write: (key, token) => inner.write(key, token),
  unlock: (key, lock) => inner.unlock(key, lock),
  ...changed,
});

describe('a token store', () => {
  it('serves all that share it with one exchange, and never sees a token', async () => {
    const kept: string[] = [];
    const inner = new MemoryTokenStore();
    const store = storeWith(inner, {
      write: (key, token) => {
        kept.push(`${key} ${JSON.stringify(token)}`);
        return inner.write(key, token);
      },
    });
    const pods = Array.from({ length: 20 }, () => sourceWith(store));
    const tokens = await Promise.all(pods.flatMap((pod) => [tokenOf(pod), tokenOf(pod)]));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(exchanges).toBe(1);
    expect(kept).toHaveLength(1);
    expect(kept.join()).not.toMatch(/token-1|secret-1|client-1/);
  });

  it('has one exchange for all at the end of a token’s life, while calls go on with the old one', async () => {
    const store = new MemoryTokenStore({ now: () => now });
    const pods = Array.from({ length: 20 }, () => sourceWith(store));
    await Promise.all(pods.map((pod) => tokenOf(pod)));
    now += LIFETIME_MS - 60_000;
    const meanwhile = await Promise.all(pods.map((pod) => tokenOf(pod)));
    expect(new Set(meanwhile)).toEqual(new Set(['token-1']));
    const renewed = await Promise.all(pods.map((pod) => tokenOf(pod, 'token-1')));
    expect(new Set(renewed)).toEqual(new Set(['token-2']));
    expect(exchanges).toBe(2);
  });

  it('gives the turn to the next one when an exchange failed, or its process ended', async () => {
    const store = new MemoryTokenStore({ now: () => now });
    status = 503;
    expect(await tokenOf(sourceWith(store))).toBe('tokenerror');
    // Ends before it gives its turn back.
    const dying = storeWith(store, { unlock: () => Promise.resolve() });
    expect(await tokenOf(sourceWith(dying))).toBe('tokenerror');
    status = 200;
    const next = [tokenOf(sourceWith(store)), tokenOf(sourceWith(store))];
    await new Promise(setImmediate);
    expect(exchanges).toBe(2);
    now += 5_000;
    expect(await Promise.all(next)).toEqual(['token-3', 'token-3']);
    expect(exchanges).toBe(3);
  });

  it('that is away stops no call, and is told of once until it has answered', async () => {
    let isAway = true;
    const inner = new MemoryTokenStore();
    const read = (key: string) =>
      isAway ? Promise.reject(new Error('connect postgres://pay:pass-1@db')) : inner.read(key);
    const source = sourceWith(storeWith(inner, { read }));
    expect(await Promise.all([tokenOf(source), tokenOf(source)])).toEqual(['token-1', 'token-1']);
    expect(exchanges).toBe(1);
    expect(await tokenOf(source, 'token-1')).toBe('token-2');
    expect(said).toEqual([expect.stringMatching(/^the token store is away: connect postgres:/)]);
    expect(said.join()).not.toContain('pass-1');
    isAway = false;
    await tokenOf(source, 'token-2');
    isAway = true;
    await tokenOf(source, 'token-3');
    expect(said).toHaveLength(2);
  });

  it('that fails after the exchange costs no second one', async () => {
    const source = sourceWith(
      storeWith(new MemoryTokenStore(), { write: () => Promise.reject(new Error('the disk is full')) }),
    );
    expect(await tokenOf(source)).toBe('token-1');
    expect(exchanges).toBe(1);
    expect(said).toEqual([expect.stringContaining('the disk is full')]);
  });

  it.each([
    ['a token of other credentials', Buffer.from('x'.repeat(60)).toString('base64'), 9e15],
    ['no token', undefined, 9e15],
    ['a token without an end', 'sealed', NaN],
  ])('with %s in it is as good as empty', async (_, sealed, expiresAt) => {
    const forged = { sealed, expiresAt } as never;
    const inner = new MemoryTokenStore();
    await tokenOf(sourceWith(inner));
    const store = storeWith(inner, { read: () => Promise.resolve(forged) });
    expect(await tokenOf(sourceWith(store))).toBe('token-2');
    expect(said).toEqual([]);
  });
});
