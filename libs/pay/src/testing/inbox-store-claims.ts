import assert from 'node:assert/strict';
import type { ClaimedInboxEntry, InboxCount } from '../inbox/inbox-store.js';
import type { StoreTrial } from './inbox-store-case.js';
import { claimAll, claimOne, entry, keysOf, LEASE_MS } from './inbox-store-entries.js';

const RETRY = { error: 'failed', retryInMs: 1_000, holdsLane: true };

const CLAIM = { worker: 'case', limit: 100, leaseMs: LEASE_MS };

/** The cases about claims and leases. */
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
      // a1 is due again, but a2 of its lane is at work.
      assert.deepEqual(await claimAll(store), []);
      await store.complete(second);
      // One at a time, in the order in which they became due: an event that is never confirmed cannot hold up the others again and again.
      const third = await claimOne(store);
      assert.equal(third.delivery.key, 'a3');
      await store.complete(third);
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
      assert.deepEqual([taken.id, taken.attempt], [lost.id, 1]);
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
  [
    'hands out an entry whose lease ran out by itself, and only to a process that is not busy',
    async ({ store, other, advance }) => {
      for (const key of ['a', 'b', 'c']) await store.add(entry(key));
      assert.deepEqual((await claimAll(store)).map(isAlone), [false, false, false]);
      advance(LEASE_MS);
      await store.add(entry('later'));
      assert.deepEqual(await store.claim({ ...CLAIM, isBusy: true }), []);
      const first = await claimOne(store);
      assert.deepEqual([first.delivery.key, isAlone(first)], ['a', true]);
      const second = await claimOne(other);
      assert.deepEqual([second.delivery.key, isAlone(second)], ['b', true]);
      await store.complete(first);
      await other.complete(second);
      const third = await claimOne(store);
      assert.deepEqual([third.delivery.key, isAlone(third)], ['c', true]);
      const later = await other.claim({ ...CLAIM, isBusy: true });
      assert.deepEqual([keysOf(later), later.map(isAlone)], [['later'], [false]]);
    },
  ],
  [
    'hands out entries that became due before an entry that must run alone',
    async ({ store, advance }) => {
      await store.add(entry('crashed'));
      await claimOne(store);
      advance(LEASE_MS - 1);
      for (const key of ['a', 'b']) await store.add(entry(key));
      advance(1);
      assert.deepEqual(keysOf(await claimAll(store)), ['a', 'b']);
      assert.deepEqual(await store.claim({ ...CLAIM, isBusy: true }), []);
      assert.deepEqual(keysOf(await claimAll(store)), ['crashed']);
    },
  ],
  [
    'counts a lease that ran out as an attempt only if the entry ran alone',
    async ({ store, advance }) => {
      for (const key of ['poison', 'healthy']) await store.add(entry(key));
      await claimAll(store);
      advance(LEASE_MS);
      for (const expected of [1, 2, 3]) {
        const claimed = await claimOne(store);
        assert.deepEqual([claimed.delivery.key, claimed.attempt], ['poison', expected]);
        if (expected === 1) {
          const healthy = await claimOne(store);
          assert.deepEqual([healthy.delivery.key, healthy.attempt], ['healthy', 1]);
          await store.complete(healthy);
        }
        advance(LEASE_MS);
      }
      await store.bury(await claimOne(store), 'crashed', 'why');
      const [letter] = await store.deadLetters({ reason: 'crashed' });
      assert.deepEqual([letter?.reason, letter?.attempts], ['crashed', 4]);
      assert.equal((await store.stats()).dead, 1);
    },
  ],
  [
    'lets an entry run beside others again after an attempt that did not end the process',
    async ({ store, advance }) => {
      await store.add(entry('a'));
      await claimOne(store);
      advance(LEASE_MS);
      await store.fail(await claimOne(store), RETRY);
      advance(RETRY.retryInMs);
      const again = await claimOne(store);
      assert.deepEqual([again.attempt, isAlone(again)], [2, false]);
    },
  ],
  [
    'still has an entry run alone after it was handed back or put off, and counts no attempt for that',
    async ({ store, advance }) => {
      await store.add(entry('a'));
      await claimOne(store);
      advance(LEASE_MS);
      await store.release(await claimOne(store));
      const released = await claimOne(store);
      assert.deepEqual([released.attempt, isAlone(released)], [1, true]);
      await store.fail(released, { ...RETRY, counts: 'nothing' });
      advance(RETRY.retryInMs);
      const putOff = await claimOne(store);
      assert.deepEqual([putOff.attempt, isAlone(putOff)], [1, true]);
    },
  ],
];

const isAlone = ({ alone }: ClaimedInboxEntry): boolean => alone;
