import assert from 'node:assert/strict';
import type { DeadLetterReason } from '../inbox/dead-letters.js';
import type { PayInboxStore, UnconfirmedCount } from '../inbox/inbox-store.js';
import { claimAll, claimOne, entry, keysOf } from './inbox-store-case.js';
import type { StoreTrial } from './inbox-store-case.js';

const HOUR = 3_600_000;
const LATER = { error: 'e', retryInMs: HOUR, blocksLaterEntries: false };

async function addDeadLetter(
  store: PayInboxStore,
  key: string,
  { reason = 'refused', ...changes }: Parameters<typeof entry>[1] & { reason?: DeadLetterReason } = {},
): Promise<void> {
  await store.add(entry(key, changes));
  await store.moveToDeadLetters(await claimOne(store), reason, 'why');
}

const deadKeys = async (store: PayInboxStore): Promise<string[]> =>
  (await store.deadLetters()).map(({ delivery }) => delivery.key).sort();

/** Cases about limits on entries that may be forged. */
export const hostileCases: StoreTrial[] = [
  [
    'counts waiting unconfirmed entries by account and source',
    async ({ store, other }) => {
      const counted = async (account: string | null): Promise<UnconfirmedCount[]> =>
        (await other.unconfirmed(account)).sort((a, b) => (a.source ?? '').localeCompare(b.source ?? ''));
      assert.deepEqual(await counted(null), []);
      for (const key of ['a1', 'a2']) await store.add(entry(key, { source: 'a' }));
      await store.add(entry('none'));
      await store.add(entry('theirs', { source: 'a', account: 'other' }));
      assert.deepEqual(await counted(null), [
        { source: null, waiting: 1 },
        { source: 'a', waiting: 2 },
      ]);
      assert.deepEqual(await counted('other'), [{ source: 'a', waiting: 1 }]);
      const [a1, a2, none, theirs] = await claimAll(store);
      assert.ok(a1 && a2 && none && theirs);
      assert.deepEqual(await counted(null), []);
      // The handler of `a1` failed, `a2` was not confirmed, and `none` was not attempted.
      await store.fail(a1, { ...LATER, blocksLaterEntries: true });
      await store.fail(a2, LATER);
      await store.release(none);
      await store.complete(theirs);
      assert.deepEqual(await counted(null), [
        { source: null, waiting: 1 },
        { source: 'a', waiting: 1 },
      ]);
      assert.deepEqual(await counted('other'), []);
    },
  ],
  [
    'counts no attempt for a failure that counts as none',
    async ({ store, advance }) => {
      await store.add(entry('a'));
      for (let times = 0; times < 3; times++) {
        const claimed = await claimOne(store);
        assert.equal(claimed.attempt, 1);
        assert.equal(await store.fail(claimed, { ...LATER, countsAs: 'none' }), true);
        assert.deepEqual(await claimAll(store), []);
        advance(HOUR);
      }
      await store.fail(await claimOne(store), LATER);
      advance(HOUR);
      assert.equal((await claimOne(store)).attempt, 2);
    },
  ],
  [
    'keeps the newest unconfirmed dead letters up to the limit, for the service’s addresses and others separately',
    async ({ store }) => {
      for (const key of ['s1', 's2', 's3']) await addDeadLetter(store, key, { source: 'service' });
      for (const key of ['o1', 'o2', 'o3']) await addDeadLetter(store, key, { source: 'unknown' });
      await addDeadLetter(store, 'n1');
      await addDeadLetter(store, 'theirs', { source: 'unknown', account: 'other' });
      for (const key of ['forged 1', 'forged 2', 'forged 3'])
        await addDeadLetter(store, key, { source: 'unknown', reason: 'unconfirmed' });
      // Confirmed dead letters are never deleted.
      await addDeadLetter(store, 'failed', { source: 'unknown', reason: 'failed' });
      await store.add(entry('handled'));
      await store.complete(await claimOne(store));
      assert.equal(await store.deleteFinished(1000 * HOUR), 0);
      assert.equal(await store.deleteFinished(1000 * HOUR, { done: 0, dead: 2 }), 6);
      assert.deepEqual(await deadKeys(store), ['failed', 'forged 2', 'forged 3', 'n1', 's3', 'theirs']);
      assert.equal(await store.add(entry('handled', { fingerprint: 'other' })), 'duplicate');
    },
  ],
  [
    'keeps done entries that cannot be confirmed up to the limit, and all others',
    async ({ store }) => {
      for (const key of ['forged 1', 'forged 2', 'forged 3'])
        await store.add(entry(key, { confirmable: false }));
      await store.add(entry('true'));
      const claimed = await claimAll(store);
      assert.deepEqual(keysOf(claimed), ['forged 1', 'forged 2', 'forged 3', 'true']);
      for (const one of claimed) await store.complete(one);
      assert.equal(await store.deleteFinished(1000 * HOUR, { done: 2, dead: 0 }), 1);
      assert.equal(await store.add(entry('forged 2', { confirmable: false })), 'duplicate');
      assert.equal(await store.add(entry('forged 1', { confirmable: false })), 'stored');
      assert.equal(await store.add(entry('true')), 'duplicate');
    },
  ],
];
