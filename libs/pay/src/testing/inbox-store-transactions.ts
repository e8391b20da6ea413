import assert from 'node:assert/strict';
import type { StoreTrial } from './inbox-store-case.js';
import { claimAll, claimOne, entry, LEASE_MS } from './inbox-store-entries.js';

/** What a store promises that has transactions; the others are asked nothing. */
export const transactionCases: StoreTrial[] = [
  [
    'commits what a handler wrote together with its event',
    async ({ store, write, written }) => {
      if (!store.transactional) return;
      assert.ok(
        write !== undefined && written !== undefined,
        'a transactional store needs write and written',
      );
      await store.add(entry('a'));
      assert.equal(await store.work(await claimOne(store), (tx) => write(tx, 'a')), true);
      assert.deepEqual(await written(), ['a']);
      assert.equal(await store.add(entry('a')), 'duplicate');
    },
  ],
  [
    'takes back what a handler wrote when it fails, and leaves the event at work',
    async ({ store, write, written }) => {
      if (!store.transactional || write === undefined || written === undefined) return;
      await store.add(entry('a'));
      const claimed = await claimOne(store);
      const failing = store.work(claimed, async (tx) => {
        await write(tx, 'a');
        throw new RangeError('the handler failed');
      });
      await assert.rejects(failing, RangeError);
      assert.deepEqual(await written(), []);
      assert.equal(await store.fail(claimed, { error: 'e', retryInMs: 0, holdsLane: true }), true);
      assert.equal(await store.work(await claimOne(store), (tx) => write(tx, 'b')), true);
      assert.deepEqual(await written(), ['b']);
    },
  ],
  [
    'takes back what was written by one who lost the lease',
    async ({ store, other, write, written, advance }) => {
      if (!store.transactional || write === undefined || written === undefined) return;
      await store.add(entry('a'));
      const lost = await claimOne(store);
      advance(LEASE_MS);
      const taken = await claimOne(other);
      assert.equal(await store.work(lost, (tx) => write(tx, 'lost')), false);
      assert.deepEqual(await written(), []);
      assert.equal(await other.work(taken, (tx) => write(tx, 'taken')), true);
      assert.deepEqual(await written(), ['taken']);
      assert.deepEqual(await claimAll(store), []);
    },
  ],
];
