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

const NEVER_CONFIRMED: DeadLetterReason[] = ['refused', 'unconfirmed'];
const REFUSED = { error: 'e', holdsLane: false, counts: 'refusal' } as const;

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
    async ({ store, advance }) => {
      const id = await bury(store, 'a');
      advance(HOUR);
      assert.equal(await store.replay(id), true);
      assert.equal(await store.replay(id), false);
      const again = await claimOne(store);
      assert.deepEqual([again.id, again.attempt, again.ageMs], [id, 1, 0]);
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
  ...NEVER_CONFIRMED.flatMap((reason): StoreTrial[] => [
    [
      `still takes the true event after one that is ${reason} was discarded`,
      async ({ store }) => {
        const id = await bury(store, 'a', reason, { fingerprint: 'forged' });
        assert.equal(await store.discard(id), true);
        assert.equal(await store.add(entry('a', { fingerprint: 'forged' })), 'duplicate');
        assert.equal(await store.add(entry('a', { fingerprint: 'true' })), 'stored');
        assert.equal(await store.complete(await claimOne(store)), true);
      },
    ],
    [
      `lets the true event lie beside one that is ${reason} and was discarded`,
      async ({ store, other }) => {
        const forged = await bury(store, 'a', reason, { fingerprint: 'forged' });
        const truth = await bury(store, 'a', reason, { fingerprint: 'true' });
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
      `takes one that is ${reason} as if it came for the first time when it comes again`,
      async ({ store, other, advance }) => {
        await store.add(entry('a', { lane: 'x' }));
        await store.fail(await claimOne(store), { ...REFUSED, retryInMs: 0 });
        const claimed = await claimOne(store);
        await store.bury(claimed, reason, 'e');
        advance(60_000);
        const again = entry('a', { lane: 'x', data: { RetryCount: 1 } });
        const outcomes = await Promise.all([store, other, store].map((one) => one.add(again)));
        assert.deepEqual(outcomes.sort(), ['duplicate', 'duplicate', 'stored']);
        assert.deepEqual(await store.deadLetters(), []);
        assert.equal((await store.stats()).oldestAgeMs, 0);
        advance(1_000);
        const { attempt, refusals, doubts, ageMs, delivery } = await claimOne(other);
        assert.deepEqual([attempt, refusals, doubts, ageMs], [1, 0, 0, 1_000]);
        assert.deepEqual(delivery, again.delivery);
      },
    ],
    [
      `does not try one that is ${reason} again once its key is done`,
      async ({ store }) => {
        await bury(store, 'a', reason, { fingerprint: 'forged' });
        await store.add(entry('a', { fingerprint: 'true' }));
        await store.complete(await claimOne(store));
        assert.equal(await store.add(entry('a', { fingerprint: 'forged' })), 'duplicate');
        assert.deepEqual(await claimAll(store), []);
      },
    ],
  ]),
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
    'keeps what failed or is unconfirmed until an operator decides, and forgets what was refused in time',
    async ({ store, advance }) => {
      await bury(store, 'failed');
      await bury(store, 'unconfirmed', 'unconfirmed');
      assert.deepEqual(await store.stats(), {
        backlog: 0,
        oldestAgeMs: null,
        dead: 1,
        unconfirmed: 1,
        refused: 0,
      });
      await bury(store, 'refused', 'refused');
      advance(1000 * HOUR);
      assert.equal(await store.forget(30 * HOUR), 1);
      assert.deepEqual(
        (await store.deadLetters()).map(({ delivery }) => delivery.key),
        ['unconfirmed', 'failed'],
      );
    },
  ],
  [
    'throws away of dead letters that nobody confirmed the oldest, where it is told how many to keep, and none that failed',
    async ({ store }) => {
      for (const key of ['a', 'b', 'c']) await bury(store, key, 'unconfirmed');
      for (const key of ['d', 'e']) await bury(store, key);
      assert.equal(await store.forget(30 * HOUR, { done: 9, dead: 2 }), 1);
      assert.deepEqual(
        (await store.deadLetters()).map(({ delivery }) => delivery.key),
        ['e', 'd', 'c', 'b'],
      );
    },
  ],
  [
    'settles a dead letter whose event was settled while it was at work',
    async ({ store }) => {
      await bury(store, 'a', 'failed', { fingerprint: 'first' });
      const [letter] = await store.deadLetters();
      assert.ok(letter);
      await store.add(entry('a', { fingerprint: 'second' }));
      const working = await claimOne(store);
      assert.equal(await store.discard(letter.id), true);
      assert.equal(await store.bury(working, 'failed', 'why'), true);
      assert.equal(await store.discard(working.id), true);
      assert.deepEqual(await store.deadLetters(), []);
      assert.equal(await store.add(entry('a', { fingerprint: 'third' })), 'duplicate');
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
