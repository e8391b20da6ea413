import assert from 'node:assert/strict';
import { claimAll, claimOne, entry, LEASE_MS } from './inbox-store-case.js';
import type { StoreTrial } from './inbox-store-case.js';

/** Cases for transactional stores. Other stores pass them without a check. */
export const transactionCases: StoreTrial[] = [
  [
    'commits the writes of a handler together with its event',
    async ({ store, write, written }) => {
      if (!store.transactional) return;
      assert.ok(
        write !== undefined && written !== undefined,
        'a transactional store needs write and written',
      );
      await store.add(entry('a'));
      const note = { topic: 't', value: { id: 'a' } };
      assert.equal(await store.work(await claimOne(store), (tx) => write(tx, 'a'), note), true);
      assert.deepEqual([await written(), await store.notes('t')], [['a'], [{ id: 'a' }]]);
      assert.equal(await store.add(entry('a')), 'duplicate');
    },
  ],
  [
    'rolls back the writes of a handler that fails, and keeps the lease',
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
      assert.equal(await store.fail(claimed, { error: 'e', retryInMs: 0, blocksLaterEntries: true }), true);
      assert.equal(await store.work(await claimOne(store), (tx) => write(tx, 'b')), true);
      assert.deepEqual(await written(), ['b']);
    },
  ],
  [
    'rolls back the writes of a worker whose lease expired',
    async ({ store, other, write, written, advance }) => {
      if (!store.transactional || write === undefined || written === undefined) return;
      await store.add(entry('a'));
      const lost = await claimOne(store);
      advance(LEASE_MS);
      const reclaimed = await claimOne(other);
      assert.equal(await store.work(lost, (tx) => write(tx, 'lost')), false);
      assert.deepEqual(await written(), []);
      assert.equal(await other.work(reclaimed, (tx) => write(tx, 'reclaimed')), true);
      assert.deepEqual(await written(), ['reclaimed']);
      assert.deepEqual(await claimAll(store), []);
    },
  ],
];
