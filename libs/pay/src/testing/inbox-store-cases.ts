import assert from 'node:assert/strict';
import { claimCases } from './inbox-store-claims.js';
import { deadLetterCases } from './inbox-store-dead-letters.js';
import { hostileCases } from './inbox-store-hostile.js';
import { transactionCases } from './inbox-store-transactions.js';
import { claimAll, claimOne, entry, LEASE_MS } from './inbox-store-case.js';
import type { StoreTrial, StoreUnderTest } from './inbox-store-case.js';
import { casesOf } from './store-case.js';
import type { StoreCase } from './store-case.js';

const HOUR = 3_600_000;

const storageCases: StoreTrial[] = [
  [
    'migrates repeatedly and concurrently',
    async ({ store, other }) => {
      await Promise.all([store.migrate(), other.migrate(), store.migrate()]);
      assert.equal(await store.add(entry('a')), 'stored');
    },
  ],
  [
    'returns deliveries exactly as they were stored',
    async ({ store, other }) => {
      const stored = entry('a', {
        orderingKey: 'l',
        data: { Amount: 10.1, OrderCode: '9007199254740993', Text: 'ü \u0000 \ud800 " \\', Tags: [null, {}] },
      });
      await store.add(stored);
      const { delivery, orderingKey, attempt } = await claimOne(other);
      assert.deepEqual(
        { delivery, orderingKey, attempt },
        { delivery: stored.delivery, orderingKey: 'l', attempt: 1 },
      );
    },
  ],
  [
    'stores the same delivery once when several processes receive it',
    async ({ store, other }) => {
      const outcomes = await Promise.all([store, other, store, other].map((one) => one.add(entry('a'))));
      assert.deepEqual(outcomes.sort(), ['duplicate', 'duplicate', 'duplicate', 'stored']);
      assert.equal((await store.stats()).backlog, 1);
    },
  ],
  [
    'stores a forged and a true delivery of a key, and completes the key once',
    async ({ store, other }) => {
      assert.equal(await store.add(entry('a', { fingerprint: 'forged' })), 'stored');
      assert.equal(await store.add(entry('a', { fingerprint: 'true' })), 'stored');
      const forged = await claimOne(store);
      assert.deepEqual(await claimAll(other), []);
      await store.fail(forged, { error: 'refused', retryInMs: HOUR, blocksLaterEntries: false });
      assert.equal(await other.complete(await claimOne(other)), true);
      assert.equal(await store.add(entry('a', { fingerprint: 'third' })), 'duplicate');
      assert.equal((await store.stats()).backlog, 0);
    },
  ],
  [
    'recognizes done entries until they are deleted',
    async ({ store, advance }) => {
      await store.add(entry('a'));
      await store.complete(await claimOne(store));
      advance(25 * HOUR);
      assert.equal(await store.deleteFinished(25 * HOUR + 1), 0);
      assert.equal(await store.add(entry('a')), 'duplicate');
      assert.equal(await store.deleteFinished(25 * HOUR), 1);
      assert.equal(await store.add(entry('a')), 'stored');
    },
  ],
  [
    'returns the notes of done entries by topic, newest first, until the entries are deleted',
    async ({ store, other, advance }) => {
      const value = { id: 'a', OrderCode: '9007199254740993', Text: 'ü \u0000 " \\', Amount: 10.1 };
      await store.add(entry('a'));
      const claimed = await claimOne(store);
      assert.deepEqual(await store.notes('t'), []);
      await store.complete(claimed, { topic: 't', value });
      assert.equal(await store.complete(claimed, { topic: 't', value: { id: 'late' } }), false);
      for (const [key, topic] of [
        ['b', 't'],
        ['c', 'other'],
      ] as const) {
        await store.add(entry(key));
        await store.complete(await claimOne(store), { topic, value: { id: key } });
      }
      await store.add(entry('d'));
      await store.complete(await claimOne(store));
      assert.deepEqual(await other.notes('t'), [{ id: 'b' }, value]);
      advance(HOUR);
      await store.deleteFinished(HOUR);
      assert.deepEqual(await other.notes('t'), []);
    },
  ],
  [
    'does not delete waiting or running entries',
    async ({ store, advance }) => {
      for (const key of ['waits', 'works']) await store.add(entry(key, { orderingKey: key }));
      await store.claim({ worker: 'w', limit: 1, leaseMs: LEASE_MS });
      advance(1000 * HOUR);
      assert.equal(await store.deleteFinished(0), 0);
      assert.equal((await store.stats()).backlog, 2);
    },
  ],
  [
    'counts the backlog and the age of its oldest entry',
    async ({ store, advance }) => {
      const none = { backlog: 0, oldestAgeMs: null, dead: 0, unconfirmed: 0, refused: 0 };
      assert.deepEqual(await store.stats(), none);
      await store.add(entry('a'));
      advance(5_000);
      await store.add(entry('b', { account: 'other' }));
      assert.deepEqual(await store.stats(), { ...none, backlog: 2, oldestAgeMs: 5_000 });
      assert.deepEqual(await store.stats(null), { ...none, backlog: 1, oldestAgeMs: 5_000 });
      assert.deepEqual(await store.stats('other'), { ...none, backlog: 1, oldestAgeMs: 0 });
    },
  ],
];

/**
 * Returns the test cases that a store of a durable inbox must pass, for any test runner.
 *
 * @param open - Opens an empty, migrated store. Called once for each case.
 *
 * @example for (const { name, run } of inboxStoreCases(open)) it(name, run);
 */
export function inboxStoreCases<Transaction>(open: () => Promise<StoreUnderTest<Transaction>>): StoreCase[] {
  const trials = [...storageCases, ...claimCases, ...deadLetterCases, ...hostileCases, ...transactionCases];
  return casesOf<StoreUnderTest<Transaction>>(trials, open);
}
