import assert from 'node:assert/strict';
import type { InboxCount } from '../inbox/inbox-store.js';
import type { StoreTrial } from './inbox-store-case.js';
import { claimAll, claimOne, entry, keysOf, LEASE_MS } from './inbox-store-entries.js';

const RETRY = { error: 'failed', retryInMs: 1_000, holdsLane: true };

/** Who gets which work. */
export const claimCases: StoreTrial[] = [
  [
    'hands out the oldest first, as many as asked for',
    async ({ store }) => {
      for (const key of ['a', 'b', 'c']) await store.add(entry(key));
      const claim = { worker: 'w', limit: 2, leaseMs: LEASE_MS };
      assert.deepEqual(keysOf(await store.claim(claim)), ['a', 'b']);
      assert.deepEqual(keysOf(await store.claim(claim)), ['c']);
      assert.deepEqual(await store.claim(claim), []);
    },
  ],
  [
    'hands out an entry once, and one of a lane, however many ask at the same time',
    async ({ store, other }) => {
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f'])
        await store.add(entry(key, { lane: ['x', 'y', 'z'][key.charCodeAt(0) % 3] }));
      const asked = [store, other, store, other, store, other].map((one) =>
        one.claim({ worker: 'w', limit: 2, leaseMs: LEASE_MS }),
      );
      assert.deepEqual(keysOf((await Promise.all(asked)).flat()).sort(), ['a', 'b', 'c']);
    },
  ],
  [
    'has entries of a lane worked on one after another, those of others beside them',
    async ({ store, other }) => {
      await store.add(entry('a1', { lane: 'a' }));
      await store.add(entry('a2', { lane: 'a' }));
      await store.add(entry('b1', { lane: 'b' }));
      await store.add(entry('free1'));
      await store.add(entry('free2'));
      const first = await claimAll(store);
      assert.deepEqual(keysOf(first), ['a1', 'b1', 'free1', 'free2']);
      assert.deepEqual(await claimAll(other), []);
      for (const one of first) assert.equal(await store.complete(one), true);
      assert.deepEqual(keysOf(await claimAll(other)), ['a2']);
    },
  ],
  [
    'keeps the order of a lane while an earlier entry of it waits for another attempt',
    async ({ store, advance }) => {
      await store.add(entry('a1', { lane: 'a' }));
      await store.add(entry('a2', { lane: 'a' }));
      assert.equal(await store.fail(await claimOne(store), RETRY), true);
      assert.deepEqual(await claimAll(store), []);
      advance(999);
      assert.deepEqual(await claimAll(store), []);
      advance(1);
      const again = await claimOne(store);
      assert.deepEqual([again.delivery.key, again.attempt], ['a1', 2]);
      await store.complete(again);
      assert.deepEqual(keysOf(await claimAll(store)), ['a2']);
    },
  ],
  [
    'lets a lane go on past an entry that waits and does not hold it',
    async ({ store, advance }) => {
      await store.add(entry('a1', { lane: 'a' }));
      await store.add(entry('a2', { lane: 'a' }));
      await store.add(entry('a3', { lane: 'a' }));
      await store.fail(await claimOne(store), { ...RETRY, holdsLane: false });
      const second = await claimOne(store);
      assert.equal(second.delivery.key, 'a2');
      advance(1_000);
      // Due again, but the lane is at work.
      assert.deepEqual(await claimAll(store), []);
      await store.complete(second);
      // The earlier one first, not both.
      assert.deepEqual(keysOf(await claimAll(store)), ['a1']);
    },
  ],
  [
    'hands an entry to another when its lease has run out, and the first can change nothing any more',
    async ({ store, other, advance }) => {
      await store.add(entry('a', { lane: 'a' }));
      await store.add(entry('later', { lane: 'a' }));
      const lost = await claimOne(store);
      advance(LEASE_MS - 1);
      assert.deepEqual(await claimAll(other), []);
      advance(1);
      const taken = await claimOne(other);
      assert.deepEqual([taken.id, taken.attempt], [lost.id, 2]);
      assert.equal(await store.renew(lost, LEASE_MS), false);
      assert.equal(await store.complete(lost), false);
      assert.equal(await store.fail(lost, RETRY), false);
      assert.equal(await store.bury(lost, 'failed', 'e'), false);
      assert.equal(await store.release(lost), false);
      assert.equal(await other.complete(taken), true);
      assert.equal(await other.complete(taken), false);
    },
  ],
  [
    'takes up an entry whose lease ran out although an earlier one of its lane is due again',
    async ({ store, advance }) => {
      await store.add(entry('a1', { lane: 'a' }));
      await store.add(entry('a2', { lane: 'a' }));
      await store.fail(await claimOne(store), { ...RETRY, holdsLane: false });
      await claimOne(store);
      advance(LEASE_MS);
      const taken = await claimOne(store);
      assert.equal(taken.delivery.key, 'a2');
      await store.complete(taken);
      assert.deepEqual(keysOf(await claimAll(store)), ['a1']);
    },
  ],
  [
    'keeps a lease that is renewed',
    async ({ store, other, advance }) => {
      await store.add(entry('a'));
      const mine = await claimOne(store);
      for (let times = 0; times < 3; times++) {
        advance(LEASE_MS - 1);
        assert.equal(await store.renew(mine, LEASE_MS), true);
      }
      assert.deepEqual(await claimAll(other), []);
      assert.equal(await store.complete(mine), true);
    },
  ],
  [
    'counts attempts, refusals and doubts apart, and says how old an entry is',
    async ({ store, advance }) => {
      await store.add(entry('a'));
      const tries: [InboxCount, number[]][] = [
        ['doubt', [1, 0, 0, 0]],
        ['doubt', [1, 0, 1, 1]],
        ['refusal', [1, 0, 2, 2]],
        ['nothing', [1, 1, 0, 3]],
        ['doubt', [1, 1, 0, 4]],
        ['refusal', [1, 1, 1, 5]],
        ['attempt', [1, 2, 0, 6]],
        ['attempt', [2, 0, 0, 7]],
      ];
      for (const [counts, expected] of tries) {
        const claimed = await claimOne(store);
        const { attempt, refusals, doubts, ageMs } = claimed;
        assert.deepEqual([attempt, refusals, doubts, ageMs], expected);
        await store.fail(claimed, { error: 'e', retryInMs: 1, holdsLane: false, counts });
        advance(1);
      }
      assert.equal(await store.bury(await claimOne(store), 'failed', 'e'), true);
      assert.equal((await store.deadLetters())[0]?.attempts, 3);
    },
  ],
  [
    'takes back what is handed back, and counts no attempt',
    async ({ store, other }) => {
      await store.add(entry('a'));
      assert.equal(await store.release(await claimOne(store)), true);
      assert.equal((await claimOne(other)).attempt, 1);
    },
  ],
];
