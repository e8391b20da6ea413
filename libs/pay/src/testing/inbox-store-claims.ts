import assert from 'node:assert/strict';
import type { ClaimedInboxEntry, InboxAttemptKind } from '../inbox/inbox-store.js';
import { claimAll, claimOne, entry, keysOf, LEASE_MS } from './inbox-store-case.js';
import type { StoreTrial } from './inbox-store-case.js';

const RETRY = { error: 'failed', retryInMs: 1_000, blocksLaterEntries: true };

const CLAIM = { worker: 'case', limit: 100, leaseMs: LEASE_MS };

/** Cases about claims and leases. */
export const claimCases: StoreTrial[] = [
  [
    'claims the oldest entries first, up to the limit',
    async ({ store }) => {
      for (const key of ['a', 'b', 'c']) await store.add(entry(key));
      const claim = { worker: 'w', limit: 2, leaseMs: LEASE_MS };
      assert.deepEqual(keysOf(await store.claim(claim)), ['a', 'b']);
      assert.deepEqual(keysOf(await store.claim(claim)), ['c']);
      assert.deepEqual(await store.claim(claim), []);
    },
  ],
  [
    'claims each entry once, and one entry per ordering key, in concurrent claims',
    async ({ store, other }) => {
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f'])
        await store.add(entry(key, { orderingKey: ['x', 'y', 'z'][key.charCodeAt(0) % 3] }));
      const claims = [store, other, store, other, store, other].map((one) =>
        one.claim({ worker: 'w', limit: 2, leaseMs: LEASE_MS }),
      );
      assert.deepEqual(keysOf((await Promise.all(claims)).flat()).sort(), ['a', 'b', 'c']);
    },
  ],
  [
    'claims entries of one ordering key one after another, and others at the same time',
    async ({ store, other }) => {
      await store.add(entry('a1', { orderingKey: 'a' }));
      await store.add(entry('a2', { orderingKey: 'a' }));
      await store.add(entry('b1', { orderingKey: 'b' }));
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
    'keeps the order of an ordering key while an earlier entry waits for a retry',
    async ({ store, advance }) => {
      await store.add(entry('a1', { orderingKey: 'a' }));
      await store.add(entry('a2', { orderingKey: 'a' }));
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
    'claims later entries of an ordering key if a waiting entry does not block them',
    async ({ store, advance }) => {
      await store.add(entry('a1', { orderingKey: 'a' }));
      await store.add(entry('a2', { orderingKey: 'a' }));
      await store.add(entry('a3', { orderingKey: 'a' }));
      await store.fail(await claimOne(store), { ...RETRY, blocksLaterEntries: false });
      const second = await claimOne(store);
      assert.equal(second.delivery.key, 'a2');
      advance(1_000);
      // a1 is due again, but a2 with the same ordering key is at work.
      assert.deepEqual(await claimAll(store), []);
      await store.complete(second);
      // Entries are claimed in the order in which they became due, so that an unconfirmed event does not delay the others repeatedly.
      const third = await claimOne(store);
      assert.equal(third.delivery.key, 'a3');
      await store.complete(third);
      assert.deepEqual(keysOf(await claimAll(store)), ['a1']);
    },
  ],
  [
    'claims an entry that is not ordered beside others of its ordering key and key, until it is put in order',
    async ({ store, other }) => {
      const forged = { orderingKey: 'a', source: 'unknown', ordered: false };
      await store.add(entry('a1', { ...forged, fingerprint: 'forged' }));
      await store.add(entry('a2', forged));
      await store.add(entry('a1', { orderingKey: 'a', source: 'service' }));
      await store.add(entry('a3', { orderingKey: 'a', source: 'service' }));
      const [first, ...more] = await store.claim({ ...CLAIM, limit: 1 });
      assert.deepEqual([first?.delivery.key, first?.ordered ?? true, more], ['a1', true, []]);
      const unordered = await claimAll(other);
      assert.deepEqual(keysOf(unordered), ['a1', 'a2']);
      assert.deepEqual(
        unordered.map(({ ordered }) => ordered),
        [false, false],
      );
      for (const one of unordered)
        await store.fail(one, { ...RETRY, retryInMs: 0, blocksLaterEntries: true, countsAs: 'none' });
      assert.deepEqual(await claimAll(store), []);
      assert.ok(first);
      // Completing an event deletes its other deliveries.
      await store.complete(first);
      const second = await claimOne(store);
      assert.deepEqual([second.delivery.key, second.ordered], ['a2', true]);
      await store.complete(second);
      assert.equal((await claimOne(store)).delivery.key, 'a3');
    },
  ],
  [
    'lets another worker claim an entry whose lease expired, and rejects changes of the first worker',
    async ({ store, other, advance }) => {
      await store.add(entry('a', { orderingKey: 'a' }));
      await store.add(entry('later', { orderingKey: 'a' }));
      const lost = await claimOne(store);
      advance(LEASE_MS - 1);
      assert.deepEqual(await claimAll(other), []);
      advance(1);
      const reclaimed = await claimOne(other);
      assert.deepEqual([reclaimed.id, reclaimed.attempt], [lost.id, 1]);
      assert.equal(await store.renew(lost, LEASE_MS), false);
      assert.equal(await store.complete(lost), false);
      assert.equal(await store.fail(lost, RETRY), false);
      assert.equal(await store.moveToDeadLetters(lost, 'failed', 'e'), false);
      assert.equal(await store.release(lost), false);
      assert.equal(await other.complete(reclaimed), true);
      assert.equal(await other.complete(reclaimed), false);
    },
  ],
  [
    'claims an entry whose lease expired before an earlier entry of its ordering key that is due again',
    async ({ store, advance }) => {
      await store.add(entry('a1', { orderingKey: 'a' }));
      await store.add(entry('a2', { orderingKey: 'a' }));
      await store.fail(await claimOne(store), { ...RETRY, blocksLaterEntries: false });
      await claimOne(store);
      advance(LEASE_MS);
      const reclaimed = await claimOne(store);
      assert.equal(reclaimed.delivery.key, 'a2');
      await store.complete(reclaimed);
      assert.deepEqual(keysOf(await claimAll(store)), ['a1']);
    },
  ],
  [
    'extends a lease that is renewed',
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
    'counts attempts, rejected and unconfirmed attempts separately, and returns the age of an entry',
    async ({ store, advance }) => {
      await store.add(entry('a'));
      const failures: [InboxAttemptKind, number[]][] = [
        ['unconfirmed', [1, 0, 0, 0]],
        ['unconfirmed', [1, 0, 1, 1]],
        ['rejected', [1, 0, 2, 2]],
        ['none', [1, 1, 0, 3]],
        ['unconfirmed', [1, 1, 0, 4]],
        ['rejected', [1, 1, 1, 5]],
        ['attempt', [1, 2, 0, 6]],
        ['attempt', [2, 0, 0, 7]],
      ];
      for (const [countsAs, expected] of failures) {
        const claimed = await claimOne(store);
        const { attempt, rejectedAttempts, unconfirmedAttempts, ageMs } = claimed;
        assert.deepEqual([attempt, rejectedAttempts, unconfirmedAttempts, ageMs], expected);
        await store.fail(claimed, { error: 'e', retryInMs: 1, blocksLaterEntries: false, countsAs });
        advance(1);
      }
      assert.equal(await store.moveToDeadLetters(await claimOne(store), 'failed', 'e'), true);
      assert.equal((await store.deadLetters())[0]?.attempts, 3);
    },
  ],
  [
    'counts no attempt for a released entry',
    async ({ store, other }) => {
      await store.add(entry('a'));
      assert.equal(await store.release(await claimOne(store)), true);
      assert.equal((await claimOne(other)).attempt, 1);
    },
  ],
  [
    'claims an entry whose lease expired alone, and only for a process that is not busy',
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
    'claims entries that became due before an entry that must run alone',
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
    'counts an expired lease as an attempt only if the entry ran alone',
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
      await store.moveToDeadLetters(await claimOne(store), 'crashed', 'why');
      const [deadLetter] = await store.deadLetters({ reason: 'crashed' });
      assert.deepEqual([deadLetter?.reason, deadLetter?.attempts], ['crashed', 4]);
      assert.equal((await store.stats()).dead, 1);
    },
  ],
  [
    'lets an entry run with others again after an attempt that did not end the process',
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
    'keeps an entry alone after it was released or postponed, and counts no attempt for that',
    async ({ store, advance }) => {
      await store.add(entry('a'));
      await claimOne(store);
      advance(LEASE_MS);
      await store.release(await claimOne(store));
      const released = await claimOne(store);
      assert.deepEqual([released.attempt, isAlone(released)], [1, true]);
      await store.fail(released, { ...RETRY, countsAs: 'none' });
      advance(RETRY.retryInMs);
      const postponed = await claimOne(store);
      assert.deepEqual([postponed.attempt, isAlone(postponed)], [1, true]);
    },
  ],
];

const isAlone = ({ alone }: ClaimedInboxEntry): boolean => alone;
