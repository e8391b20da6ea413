import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import type { ClaimedInboxEntry, NewInboxEntry, PayInboxStore } from 'nestjs-pay';
import { redisStore } from 'nestjs-pay/redis';
import { MemoryInboxStore } from 'nestjs-pay/testing';
import { deleteKeys, HAS_REDIS, openRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';
import { fakeTime } from './stores.js';

const LEASE_MS = 1_000;
const KEYS = ['a', 'b', 'c', 'd', 'e'];
const FINGERPRINTS = ['forged', 'true'];

const which = fc.nat();
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      key: fc.constantFrom(...KEYS),
      fingerprint: fc.constantFrom(...FINGERPRINTS),
      lane: fc.constantFrom('x', 'y', null),
      account: fc.constantFrom('shop', null),
      source: fc.constantFrom('service 1', 'other 2', 'other 3', null),
      confirmable: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('claim' as const), limit: fc.integer({ min: 1, max: 3 }) }),
  },
  fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(1, 500, LEASE_MS, 5_000) }),
  fc.record({
    kind: fc.constantFrom('complete' as const, 'release' as const, 'renew' as const),
    which,
  }),
  fc.record({
    kind: fc.constant('fail' as const),
    which,
    retryInMs: fc.constantFrom(0, 500, 2_000),
    holdsLane: fc.boolean(),
    counts: fc.constantFrom('attempt' as const, 'refusal' as const, 'doubt' as const, 'nothing' as const),
  }),
  fc.record({
    kind: fc.constant('bury' as const),
    which,
    reason: fc.constantFrom('failed' as const, 'unconfirmed' as const, 'refused' as const),
  }),
  fc.record({ kind: fc.constantFrom('replay' as const, 'discard' as const), which }),
  fc.record({
    kind: fc.constant('forget' as const),
    olderThanMs: fc.constantFrom(0, 2_000, 100_000),
    remains: fc.option(fc.record({ done: fc.nat(2), dead: fc.nat(2) }), { nil: undefined }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const entryOf = ({
  key,
  fingerprint,
  lane,
  account,
  source,
  confirmable,
}: Extract<Step, { kind: 'add' }>): NewInboxEntry =>
  ({
    key,
    fingerprint,
    lane,
    source,
    confirmable,
    delivery: { key, account, event: { data: { fingerprint } } },
  }) as unknown as NewInboxEntry;

async function unconfirmedOf(store: PayInboxStore, account: string | null): Promise<unknown> {
  const counts = await store.unconfirmed(account);
  return counts.sort((a, b) => String(a.source).localeCompare(String(b.source)));
}

/** One store, and the leases that its workers think they have. */
class Player {
  readonly #leases: ClaimedInboxEntry[] = [];

  constructor(private readonly store: PayInboxStore) {}

  /** Does a step; what is seen of it from outside. */
  async play(one: Step): Promise<unknown> {
    const { store } = this;
    switch (one.kind) {
      case 'add':
        return store.add(entryOf(one));
      case 'claim': {
        const claimed = await store.claim({ worker: 'w', limit: one.limit, leaseMs: LEASE_MS });
        this.#leases.push(...claimed);
        return claimed.map(({ token: _, ...seen }) => seen);
      }
      case 'replay':
      case 'discard': {
        const letters = await store.deadLetters();
        const letter = letters[one.which % Math.max(1, letters.length)];
        return letter === undefined ? null : store[one.kind](letter.id);
      }
      case 'forget':
        return store.forget(one.olderThanMs, one.remains);
      case 'advance':
        return null;
      default:
        return this.#settle(one);
    }
  }

  async look(): Promise<unknown> {
    const { store } = this;
    return [
      await Promise.all([undefined, null, 'shop'].map((account) => store.stats(account))),
      await Promise.all([null, 'shop'].map((account) => unconfirmedOf(store, account))),
      await store.deadLetters(),
      await store.deadLetters({ reason: 'refused', account: null, limit: 1 }),
    ];
  }

  /** What comes out until nothing is left. */
  async drain(): Promise<unknown[]> {
    const { store } = this;
    for (const { id } of await store.deadLetters()) await store.replay(id);
    const came: unknown[] = [];
    // Each claim takes out something of every key.
    for (let round = 0; round < KEYS.length * FINGERPRINTS.length; round++) {
      const claimed = await store.claim({ worker: 'w', limit: 100, leaseMs: LEASE_MS });
      came.push(claimed.map(({ id, attempt }) => [id, attempt]));
      for (const lease of claimed) await store.complete(lease);
    }
    return [...came, await store.stats(), await store.forget(0)];
  }

  #settle(
    one: Extract<Step, { kind: 'complete' | 'release' | 'renew' | 'fail' | 'bury' }>,
  ): Promise<boolean | null> {
    const lease = this.#leases[one.which % Math.max(1, this.#leases.length)];
    if (lease === undefined) return Promise.resolve(null);
    if (one.kind === 'renew') return this.store.renew(lease, LEASE_MS);
    if (one.kind === 'fail') return this.store.fail(lease, { ...one, error: 'e' });
    return one.kind === 'bury' ? this.store.bury(lease, one.reason, 'e') : this.store[one.kind](lease);
  }
}

const onRedis = HAS_REDIS ? describe : describe.skip;
onRedis('a store in Redis', () => {
  let server: RedisServer;
  let connection: Redis;
  beforeAll(async () => {
    server = await openRedis();
    connection = new Redis(server.url);
  });
  afterAll(async () => {
    await connection.quit();
    await server.stop();
  });

  it('does what a store in memory does, whatever happens', async () => {
    const prefix = `model_${process.pid}`;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80 }), async (steps) => {
        await deleteKeys(connection, prefix);
        const { now, advance } = fakeTime();
        const model = new Player(new MemoryInboxStore({ now: () => now().getTime() }));
        const redis = new Player(redisStore({ connection, prefix, now }));
        for (const one of steps) {
          if (one.kind === 'advance') advance(one.ms);
          expect([one, await redis.play(one)]).toEqual([one, await model.play(one)]);
          expect(await redis.look()).toEqual(await model.look());
        }
        // All that is left comes out in the same order, and leaves nothing behind.
        advance(10_000);
        expect(await redis.drain()).toEqual(await model.drain());
        expect((await connection.keys(`{${prefix}}:*`)).filter((key) => !key.endsWith(':ids'))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
