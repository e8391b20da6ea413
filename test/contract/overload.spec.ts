import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  Marketplace,
  MemoryJournalStore,
  MemoryTokenStore,
  PayISV,
  PayJournal,
  PayWallet,
  unwrap,
} from 'nestjs-pay/client';
import type { HostLimits, MethodReturn, PayWalletOptions } from 'nestjs-pay/client';
import { World } from './round-trips/world.js';

let world: World;
let clients: { close(): Promise<void> }[] = [];
const tokens = new MemoryTokenStore();
beforeAll(async () => {
  world = await World.create('overload');
});
beforeEach(() => {
  world.simulator.faults.reset();
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const client of clients) await client.close();
  clients = [];
});
afterAll(() => world.close());

const BREAKER = { minimumThroughput: 4, breakDurationMs: 60_000 };
const READ = 'transactions.getTransactionById';
const CANCEL = 'transactions.cancelTransaction';

function walletWith(more: HostLimits & Partial<PayWalletOptions>): PayWallet {
  const { endpoints, credentials } = world.simulator;
  const wallet = new PayWallet({
    ...credentials.merchant,
    endpoints,
    dev: true,
    tokens,
    maxRetries: 0,
    ...more,
  });
  clients.push(wallet);
  return wallet;
}
/** The time by which a client lives goes on. */
function later(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
const arrived = (operation: string): number =>
  world.simulator.requests().filter((request) => request.operation?.endsWith(operation)).length;
const codeOf = (result: MethodReturn<unknown, string>): string => (result.success ? 'ok' : result.code);
const many = <Result>(count: number, make: (number: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)));

describe('a circuit breaker', () => {
  it.each([
    { kind: 'status', status: 503 },
    { kind: 'reset-before' },
    { kind: 'executed-but-lost' },
    { kind: 'delay', ms: 'never' },
  ] as const)('ends a storm of repetitions: $kind', async (fault) => {
    const id = await world.payment();
    const wallet = walletWith({
      circuitBreaker: BREAKER,
      concurrencyLimiter: { permitLimit: 2 },
      maxRetries: 10,
    });
    world.simulator.faults.add({ operation: READ, times: 'always', ...fault });
    const before = arrived(READ);
    const limits = fault.kind === 'delay' ? { attemptTimeoutMs: 100 } : {};
    const results = await many(30, () => wallet.transactions.getTransactionById(id, limits));
    expect(results.filter(({ success }) => success)).toEqual([]);
    // Those that made it open, and the one that was under way beside the last of them.
    expect(arrived(READ) - before).toBeLessThanOrEqual(5);
    expect(results.map(codeOf).filter((code) => code === 'overloaded').length).toBeGreaterThanOrEqual(25);
    world.simulator.faults.reset();
    expect(codeOf(await wallet.transactions.getTransactionById(id))).toBe('overloaded');
    later(60_000);
    unwrap(await wallet.transactions.getTransactionById(id));
    unwrap(await wallet.transactions.getTransactionById(id));
  });

  it('of the token’s host leaves the hosts alone that need no token, and a token that is there is used', async () => {
    const id = await world.payment();
    world.simulator.faults.add({ operation: '*', kind: 'status', status: 500, times: 4 });
    const wallet = walletWith({ circuitBreaker: BREAKER, tokens: 'per-call' });
    for (let count = 0; count < 4; count++) await wallet.transactions.getTransactionById(id);
    expect(await wallet.transactions.getTransactionById(id)).toMatchObject({
      code: 'overloaded',
      message: expect.stringMatching(/the token exchange was not sent: the circuit breaker/),
      error: { outcome: 'not-sent', retryable: true, overload: { host: 'accounts' } },
    });
    unwrap(await wallet.transactions.getLegacyTransactions(id));
  });

  it('is an option of all three clients', async () => {
    const { endpoints, credentials } = world.simulator;
    const common = {
      endpoints,
      dev: true,
      maxRetries: 0,
      circuitBreaker: { ...BREAKER, minimumThroughput: 1 },
    };
    const isv = new PayISV({ ...credentials.isv, ...common });
    const marketplace = new Marketplace({ ...credentials.marketplace, ...common });
    const wallet = walletWith(common);
    clients.push(isv, marketplace);
    world.simulator.faults.add({ operation: '*', kind: 'status', status: 500, times: 'always' });
    for (const call of [
      () => wallet.payments.createOrder({ amount: 1000 }),
      () => marketplace.payments.createOrder({ amount: 1000 }),
      () => isv.webhooks.retrieveWebhookKey(),
    ] as (() => Promise<MethodReturn<unknown, string>>)[]) {
      expect(codeOf(await call())).not.toBe('overloaded');
      expect(await call()).toMatchObject({ code: 'overloaded', error: { outcome: 'not-sent' } });
    }
  });
});

describe('money', () => {
  it('does not move where a call was overloaded, and what did is never told as such', async () => {
    const fault = fc.constantFrom('reset-before', 'executed-but-lost', 'status', null, null);
    const limits = fc.record({
      permitLimit: fc.integer({ min: 1, max: 4 }),
      queueLimit: fc.integer({ min: 0, max: 12 }),
      minimumThroughput: fc.integer({ min: 1, max: 6 }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(limits, fc.array(fault, { minLength: 8, maxLength: 8 }), async (given, faults) => {
        world.simulator.faults.reset();
        const id = await world.payment();
        const { permitLimit, queueLimit, minimumThroughput } = given;
        const wallet = walletWith({
          concurrencyLimiter: { permitLimit, queueLimit },
          circuitBreaker: { minimumThroughput, failureRatio: 0.3, breakDurationMs: 1 },
        });
        for (const kind of faults) {
          if (kind === 'status') world.simulator.faults.add({ operation: CANCEL, kind, status: 503 });
          else if (kind !== null) world.simulator.faults.add({ operation: CANCEL, kind });
        }
        run++;
        const nameOf = (number: number): string => `${run}/${number}`;
        const results = await many(16, (number) =>
          wallet.transactions.cancelTransaction(id, { amount: 10, merchantTrns: nameOf(number) }),
        );
        const made = world.simulator.transactions.list().filter(({ parentId }) => parentId === id);
        for (const [number, result] of results.entries()) {
          const count = made.filter(({ merchantTrns }) => merchantTrns === nameOf(number)).length;
          expect(count).toBeLessThanOrEqual(1);
          if (result.success) expect(count).toBe(1);
          else if (result.error.outcome !== 'unknown') expect(count).toBe(0);
          if (codeOf(result) !== 'overloaded') continue;
          expect(result).toMatchObject({ error: { outcome: 'not-sent' }, meta: { attempts: 0 } });
          expect(unwrap(await wallet.transactions.settle(result))).toMatchObject({ state: 'not-done' });
        }
        expect(arrived(CANCEL)).toBeGreaterThan(0);
      }),
      { numRuns: 8 },
    );
  });

  it('is not asked for twice by a journal whose repetition was overloaded: what was lost stays unknown', async () => {
    const wallet = walletWith({ circuitBreaker: { ...BREAKER, minimumThroughput: 1 } });
    const journal = new PayJournal({ store: new MemoryJournalStore(), settleMs: 100 });
    const order = () => journal.once('order-1', () => wallet.payments.createOrder({ amount: 1000 }));
    const before = arrived('payments.createOrder');
    world.simulator.faults.add({ operation: 'payments.createOrder', kind: 'executed-but-lost' });
    expect(await order()).toMatchObject({ code: 'networkerror', error: { outcome: 'unknown' } });
    expect(await order()).toMatchObject({
      code: 'servererror',
      message: expect.stringMatching(/not sent again\..*circuit breaker/),
      error: { outcome: 'unknown', retryable: true },
    });
    expect(arrived('payments.createOrder') - before).toBe(1);
    later(60_000);
    const { orderCodeText } = unwrap(await order());
    expect(unwrap(await order()).orderCodeText).toBe(orderCodeText);
  });

  it('is refunded under a journal’s key whose first call was overloaded', async () => {
    const id = await world.payment();
    const wallet = walletWith({ circuitBreaker: { ...BREAKER, minimumThroughput: 1 } });
    const journal = new PayJournal({ store: new MemoryJournalStore() });
    world.simulator.faults.add({
      operation: 'transactions.getLegacyTransactions',
      kind: 'status',
      status: 500,
    });
    await wallet.transactions.getLegacyTransactions(id);
    const refund = () =>
      journal.once('refund-1', () => wallet.transactions.cancelTransaction(id, { amount: 450 }));
    expect(await refund()).toMatchObject({ code: 'overloaded' });
    expect(await journal.find('refund-1')).toBeNull();
    later(60_000);
    unwrap(await refund());
  });
});
