import assert from 'node:assert/strict';
import type { DeadLetterReason } from '../inbox/dead-letters.js';
import type { PayInboxStore } from '../inbox/inbox-store.js';
import { claimAll, claimOne, entry, keysOf } from './inbox-store-case.js';
import type { StoreTrial } from './inbox-store-case.js';

const HOUR = 3_600_000;

async function addDeadLetter(
  store: PayInboxStore,
  key: string,
  reason: DeadLetterReason = 'failed',
  changes: Parameters<typeof entry>[1] = {},
): Promise<string> {
  await store.add(entry(key, changes));
  const claimed = await claimOne(store);
  assert.equal(await store.moveToDeadLetters(claimed, reason, `why ${key}\u0000`), true);
  return claimed.id;
}

const UNCONFIRMED_REASONS: DeadLetterReason[] = ['refused', 'unconfirmed'];
const REJECTED = { error: 'e', blocksLaterEntries: false, countsAs: 'rejected' } as const;

/** Cases about dead letters. */
export const deadLetterCases: StoreTrial[] = [
  [
    'lists dead letters by page, reason and account, newest first',
    async ({ store, other, advance }) => {
      const a = await addDeadLetter(store, 'a');
      advance(1_000);
      const b = await addDeadLetter(store, 'b', 'refused');
      const c = await addDeadLetter(store, 'c', 'failed', { account: 'other' });
      const idsOf = async (filter?: Parameters<typeof store.deadLetters>[0]): Promise<string[]> =>
        (await other.deadLetters(filter)).map(({ id }) => id);
      assert.deepEqual(await idsOf(), [c, b, a]);
      assert.deepEqual(await idsOf({ limit: 2 }), [c, b]);
      assert.deepEqual(await idsOf({ limit: 2, before: b }), [a]);
      assert.deepEqual(await idsOf({ reason: 'refused' }), [b]);
      assert.deepEqual(await idsOf({ account: null }), [b, a]);
      assert.deepEqual(await idsOf({ account: 'other' }), [c]);
      const deadLetter = await store.deadLetter(a);
      assert.deepEqual(deadLetter?.delivery, entry('a').delivery);
      assert.deepEqual([deadLetter?.reason, deadLetter?.attempts], ['failed', 1]);
      assert.match(deadLetter?.error ?? '', /^why a/);
      assert.ok(Date.parse(deadLetter?.deadLetteredAt ?? '') >= Date.parse(deadLetter?.receivedAt ?? ''));
      assert.deepEqual(await store.stats(), {
        backlog: 0,
        oldestAgeMs: null,
        dead: 2,
        unconfirmed: 0,
        refused: 1,
      });
    },
  ],
  [
    'does not block later entries for a dead letter, and recognizes its delivery',
    async ({ store }) => {
      await store.add(entry('a1', { orderingKey: 'a' }));
      await store.add(entry('a2', { orderingKey: 'a' }));
      await store.moveToDeadLetters(await claimOne(store), 'failed', 'e');
      assert.deepEqual(keysOf(await claimAll(store)), ['a2']);
      assert.equal(await store.add(entry('a1', { orderingKey: 'a' })), 'duplicate');
    },
  ],
  [
    'replays a dead letter from the first attempt',
    async ({ store, advance }) => {
      const id = await addDeadLetter(store, 'a');
      advance(HOUR);
      assert.equal(await store.replay(id), true);
      assert.equal(await store.replay(id), false);
      const again = await claimOne(store);
      assert.deepEqual([again.id, again.attempt, again.ageMs], [id, 1, 0]);
      assert.deepEqual(await store.deadLetters(), []);
    },
  ],
  [
    'marks the event of a discarded dead letter as done',
    async ({ store }) => {
      const id = await addDeadLetter(store, 'a');
      assert.equal(await store.discard(id), true);
      assert.equal(await store.discard(id), false);
      assert.equal(await store.replay(id), false);
      assert.equal(await store.add(entry('a', { fingerprint: 'other' })), 'duplicate');
      assert.equal((await store.stats()).dead, 0);
    },
  ],
  ...UNCONFIRMED_REASONS.flatMap((reason): StoreTrial[] => [
    [
      `stores the true event after a dead letter with the reason ${reason} was discarded`,
      async ({ store }) => {
        const id = await addDeadLetter(store, 'a', reason, { fingerprint: 'forged' });
        assert.equal(await store.discard(id), true);
        assert.equal(await store.add(entry('a', { fingerprint: 'forged' })), 'duplicate');
        assert.equal(await store.add(entry('a', { fingerprint: 'true' })), 'stored');
        assert.equal(await store.complete(await claimOne(store)), true);
      },
    ],
    [
      `keeps other dead letters of a key when one with the reason ${reason} is discarded`,
      async ({ store, other }) => {
        const forged = await addDeadLetter(store, 'a', reason, { fingerprint: 'forged' });
        const truth = await addDeadLetter(store, 'a', reason, { fingerprint: 'true' });
        assert.equal(await other.discard(forged), true);
        assert.deepEqual(
          (await store.deadLetters()).map(({ id }) => id),
          [truth],
        );
        assert.equal(await store.replay(truth), true);
        assert.equal(await store.complete(await claimOne(store)), true);
      },
    ],
    [
      `resets a dead letter with the reason ${reason} when its delivery is received again`,
      async ({ store, other, advance }) => {
        await store.add(entry('a', { orderingKey: 'x' }));
        await store.fail(await claimOne(store), { ...REJECTED, retryInMs: 0 });
        const claimed = await claimOne(store);
        await store.moveToDeadLetters(claimed, reason, 'e');
        advance(60_000);
        const again = entry('a', { orderingKey: 'x', data: { RetryCount: 1 } });
        const outcomes = await Promise.all([store, other, store].map((one) => one.add(again)));
        assert.deepEqual(outcomes.sort(), ['duplicate', 'duplicate', 'stored']);
        assert.deepEqual(await store.deadLetters(), []);
        assert.equal((await store.stats()).oldestAgeMs, 0);
        advance(1_000);
        const { attempt, rejectedAttempts, unconfirmedAttempts, ageMs, delivery } = await claimOne(other);
        assert.deepEqual([attempt, rejectedAttempts, unconfirmedAttempts, ageMs], [1, 0, 0, 1_000]);
        assert.deepEqual(delivery, again.delivery);
      },
    ],
    [
      `does not reset a dead letter with the reason ${reason} once its key is done`,
      async ({ store }) => {
        await addDeadLetter(store, 'a', reason, { fingerprint: 'forged' });
        await store.add(entry('a', { fingerprint: 'true' }));
        await store.complete(await claimOne(store));
        assert.equal(await store.add(entry('a', { fingerprint: 'forged' })), 'duplicate');
        assert.deepEqual(await claimAll(store), []);
      },
    ],
  ]),
  [
    'deletes a dead letter when another delivery of its event is done',
    async ({ store }) => {
      await addDeadLetter(store, 'a', 'refused', { fingerprint: 'forged' });
      await store.add(entry('a', { fingerprint: 'true' }));
      await store.complete(await claimOne(store));
      assert.deepEqual(await store.deadLetters(), []);
    },
  ],
  [
    'keeps failed and unconfirmed dead letters, and deletes old refused ones',
    async ({ store, advance }) => {
      await addDeadLetter(store, 'failed');
      await addDeadLetter(store, 'unconfirmed', 'unconfirmed');
      assert.deepEqual(await store.stats(), {
        backlog: 0,
        oldestAgeMs: null,
        dead: 1,
        unconfirmed: 1,
        refused: 0,
      });
      await addDeadLetter(store, 'refused', 'refused');
      advance(1000 * HOUR);
      assert.equal(await store.deleteFinished(30 * HOUR), 1);
      assert.deepEqual(
        (await store.deadLetters()).map(({ delivery }) => delivery.key),
        ['unconfirmed', 'failed'],
      );
    },
  ],
  [
    'deletes the oldest unconfirmed dead letters beyond a limit, and no failed ones',
    async ({ store }) => {
      for (const key of ['a', 'b', 'c']) await addDeadLetter(store, key, 'unconfirmed');
      for (const key of ['d', 'e']) await addDeadLetter(store, key);
      assert.equal(await store.deleteFinished(30 * HOUR, { done: 9, dead: 2 }), 1);
      assert.deepEqual(
        (await store.deadLetters()).map(({ delivery }) => delivery.key),
        ['e', 'd', 'c', 'b'],
      );
    },
  ],
  [
    'discards a dead letter whose event was marked as done while it was at work',
    async ({ store }) => {
      await addDeadLetter(store, 'a', 'failed', { fingerprint: 'first' });
      const [deadLetter] = await store.deadLetters();
      assert.ok(deadLetter);
      await store.add(entry('a', { fingerprint: 'second' }));
      const working = await claimOne(store);
      assert.equal(await store.discard(deadLetter.id), true);
      assert.equal(await store.moveToDeadLetters(working, 'failed', 'why'), true);
      assert.equal(await store.discard(working.id), true);
      assert.deepEqual(await store.deadLetters(), []);
      assert.equal(await store.add(entry('a', { fingerprint: 'third' })), 'duplicate');
    },
  ],
  [
    'finds nothing for an unknown or invalid ID',
    async ({ store }) => {
      for (const id of ['1', '999999999999999999', "1' or 1=1", '', '-1']) {
        assert.equal(await store.deadLetter(id), null);
        assert.equal(await store.replay(id), false);
        assert.equal(await store.discard(id), false);
      }
    },
  ],
];
