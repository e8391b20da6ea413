import assert from 'node:assert/strict';
import type { DeadLetterReason, PayInboxStore } from '../inbox/inbox-store.js';
import type { StoreTrial } from './inbox-store-case.js';
import { claimAll, claimOne, entry, keysOf } from './inbox-store-entries.js';

const HOUR = 3_600_000;

async function bury(
  store: PayInboxStore,
  key: string,
  reason: DeadLetterReason = 'failed',
  changes: Parameters<typeof entry>[1] = {},
): Promise<string> {
  await store.add(entry(key, changes));
  const claimed = await claimOne(store);
  assert.equal(await store.bury(claimed, reason, `why ${key}\u0000`), true);
  return claimed.id;
}

/** What operators do. */
export const deadLetterCases: StoreTrial[] = [
  [
    'shows dead letters, the newest first, by pages, reason and account',
    async ({ store, other, advance }) => {
      const a = await bury(store, 'a');
      advance(1_000);
      const b = await bury(store, 'b', 'refused');
      const c = await bury(store, 'c', 'failed', { account: 'other' });
      const idsOf = async (filter?: Parameters<typeof store.deadLetters>[0]): Promise<string[]> =>
        (await other.deadLetters(filter)).map(({ id }) => id);
      assert.deepEqual(await idsOf(), [c, b, a]);
      assert.deepEqual(await idsOf({ limit: 2 }), [c, b]);
      assert.deepEqual(await idsOf({ limit: 2, before: b }), [a]);
      assert.deepEqual(await idsOf({ reason: 'refused' }), [b]);
      assert.deepEqual(await idsOf({ account: null }), [b, a]);
      assert.deepEqual(await idsOf({ account: 'other' }), [c]);
      const letter = await store.deadLetter(a);
      assert.deepEqual(letter?.delivery, entry('a').delivery);
      assert.deepEqual([letter?.reason, letter?.attempts], ['failed', 1]);
      assert.match(letter?.error ?? '', /^why a/);
      assert.ok(Date.parse(letter?.buriedAt ?? '') >= Date.parse(letter?.receivedAt ?? ''));
      assert.deepEqual(await store.stats(), { backlog: 0, oldestAgeMs: null, dead: 2, refused: 1 });
    },
  ],
  [
    'does not hold a lane for a dead letter, and knows its delivery again',
    async ({ store }) => {
      await store.add(entry('a1', { lane: 'a' }));
      await store.add(entry('a2', { lane: 'a' }));
      await store.bury(await claimOne(store), 'failed', 'e');
      assert.deepEqual(keysOf(await claimAll(store)), ['a2']);
      assert.equal(await store.add(entry('a1', { lane: 'a' })), 'duplicate');
    },
  ],
  [
    'tries a dead letter again from the first attempt',
    async ({ store }) => {
      const id = await bury(store, 'a');
      assert.equal(await store.replay(id), true);
      assert.equal(await store.replay(id), false);
      const again = await claimOne(store);
      assert.deepEqual([again.id, again.attempt], [id, 1]);
      assert.deepEqual(await store.deadLetters(), []);
    },
  ],
  [
    'takes a discarded event as handled',
    async ({ store }) => {
      const id = await bury(store, 'a');
      assert.equal(await store.discard(id), true);
      assert.equal(await store.discard(id), false);
      assert.equal(await store.replay(id), false);
      assert.equal(await store.add(entry('a', { fingerprint: 'other' })), 'duplicate');
      assert.equal((await store.stats()).dead, 0);
    },
  ],
  [
    'still takes the true event after a refused one was discarded',
    async ({ store }) => {
      const id = await bury(store, 'a', 'refused', { fingerprint: 'forged' });
      assert.equal(await store.discard(id), true);
      assert.equal(await store.add(entry('a', { fingerprint: 'forged' })), 'duplicate');
      assert.equal(await store.add(entry('a', { fingerprint: 'true' })), 'stored');
      assert.equal(await store.complete(await claimOne(store)), true);
    },
  ],
  [
    'drops a dead letter whose event is handled by another delivery',
    async ({ store }) => {
      await bury(store, 'a', 'refused', { fingerprint: 'forged' });
      await store.add(entry('a', { fingerprint: 'true' }));
      await store.complete(await claimOne(store));
      assert.deepEqual(await store.deadLetters(), []);
    },
  ],
  [
    'keeps what failed until an operator decides, and forgets what was refused in time',
    async ({ store, advance }) => {
      await bury(store, 'failed');
      await bury(store, 'refused', 'refused');
      advance(1000 * HOUR);
      assert.equal(await store.forget(30 * HOUR), 1);
      assert.deepEqual(
        (await store.deadLetters()).map(({ delivery }) => delivery.key),
        ['failed'],
      );
    },
  ],
  [
    'answers no to ids that it does not know',
    async ({ store }) => {
      for (const id of ['1', '999999999999999999', "1' or 1=1", '', '-1']) {
        assert.equal(await store.deadLetter(id), null);
        assert.equal(await store.replay(id), false);
        assert.equal(await store.discard(id), false);
      }
    },
  ],
];
