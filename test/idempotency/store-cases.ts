import assert from 'node:assert/strict';
import type { IdempotencyRecord, PayIdempotencyStore } from 'nestjs-pay/client';

type PayOutcomeLookup = NonNullable<IdempotencyRecord['outcomeLookup']>;

/** A test case for a store. */
interface StoreCase {
  name: string;
  run: () => Promise<void>;
}

/** An empty idempotency store for one test case, with a clock that only `advance` moves. */
export interface IdempotencyStoreUnderTest {
  /** The store, already migrated. */
  store: PayIdempotencyStore;
  /** A second store with the same records, as in another process. The same store if processes cannot share it. */
  other: PayIdempotencyStore;
  /** Returns the time of both stores, in milliseconds since 1970. */
  now: () => number;
  /** Moves the clock of both stores, in milliseconds. */
  advance: (ms: number) => void;
  /** Deletes the records and closes the store. */
  close: () => Promise<void>;
}

const LEASE_MS = 1_000;
const LOOKUP: PayOutcomeLookup = {
  operation: 'transactions.cancelTransaction',
  read: 'transactions.getLegacyTransactions',
  about: 'refund',
  client: 'merchant',
  id: 'c90d4902-6245-449f-b2b0-51d99cd09cfe',
  targetMerchantId: null,
  amount: 450,
  merchantTrns: 'ü \u0000',
  sentAt: '2030-01-01T00:00:00.000Z',
  clock: 'service',
};

function record(key: string, now: number, change: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    key,
    fingerprint: 'f',
    state: 'sending',
    token: `token of ${key}`,
    leasedUntil: now + LEASE_MS,
    outcomeLookup: LOOKUP,
    response: null,
    transactionId: null,
    sentAt: now,
    finishedAt: null,
    ...change,
  };
}

const keysOf = (records: readonly IdempotencyRecord[]): string[] => records.map(({ key }) => key);

const TRIALS: [name: string, trial: (under: IdempotencyStoreUnderTest) => Promise<void>][] = [
  [
    'migrates repeatedly and concurrently',
    async ({ store, other, now }) => {
      await Promise.all([store.migrate(), other.migrate(), store.migrate()]);
      assert.deepEqual(await store.get('a'), { record: null, now: now() });
    },
  ],
  [
    'inserts a key once in concurrent calls',
    async ({ store, other, now }) => {
      const inserted = await Promise.all(
        [store, other, store, other].map((one, index) =>
          one.insert(record('a', now(), { token: String(index) })),
        ),
      );
      assert.deepEqual(inserted.filter(Boolean), [true]);
    },
  ],
  [
    'returns records exactly as they were written, and the time of its clock',
    async ({ store, other, now, advance }) => {
      const written = record('a', now(), {
        response: '{"data":"ü"}',
        transactionId: 't',
        finishedAt: now() + 5,
      });
      await store.insert(written);
      advance(3);
      assert.deepEqual(await other.get('a'), { record: written, now: now() });
      const changed = { state: 'unknown', outcomeLookup: null, sentAt: now(), finishedAt: null } as const;
      assert.equal(await other.update('a', written.token, changed), 'written');
      assert.deepEqual((await store.get('a')).record, { ...written, ...changed });
    },
  ],
  [
    'changes and deletes a record only with its token',
    async ({ store, other, now }) => {
      const { token } = record('a', now());
      await store.insert(record('a', now()));
      assert.equal(await other.update('a', token, { token: 'new' }), 'written');
      assert.equal(await store.update('a', token, { state: 'done' }), 'stale');
      assert.equal(await store.delete('a', token), false);
      assert.equal((await store.get('a')).record?.state, 'sending');
      assert.equal(await store.delete('a', 'new'), true);
      assert.equal(await store.delete('a', 'new'), false);
      assert.equal(await store.update('a', 'new', { state: 'done' }), 'stale');
      assert.equal(await store.insert(record('a', now())), true);
    },
  ],
  [
    'extends a lease by its own clock, and only with the token',
    async ({ store, other, now, advance }) => {
      const { token } = record('a', now());
      await store.insert(record('a', now()));
      advance(3_600_000);
      assert.equal(await other.renew('a', token, LEASE_MS), true);
      assert.deepEqual(
        (await store.get('a')).record,
        record('a', now() - 3_600_000, { leasedUntil: now() + LEASE_MS }),
      );
      assert.equal(await store.renew('a', 'other', LEASE_MS), false);
      assert.equal(await store.renew('b', token, LEASE_MS), false);
    },
  ],
  [
    'lets one of two concurrent calls acquire a record',
    async ({ store, other, now }) => {
      const { token } = record('a', now());
      await store.insert(record('a', now()));
      const written = await Promise.all([
        store.update('a', token, { token: 'one' }),
        other.update('a', token, { token: 'two' }),
      ]);
      assert.deepEqual(written.sort(), ['stale', 'written']);
    },
  ],
  [
    'stores the ID of a transaction under one key only',
    async ({ store, other, now }) => {
      for (const key of ['a', 'b']) await store.insert(record(key, now()));
      const done = { state: 'done', transactionId: 't-1', response: '{}' } as const;
      const written = await Promise.all([
        store.update('a', 'token of a', done),
        other.update('b', 'token of b', done),
      ]);
      assert.deepEqual(written.sort(), ['transaction-in-use', 'written']);
      const states = await Promise.all(['a', 'b'].map(async (key) => (await store.get(key)).record?.state));
      assert.deepEqual(states.sort(), ['done', 'sending']);
    },
  ],
  [
    'lists unresolved records whose lease expired, in the order in which they were sent, up to the limit',
    async ({ store, other, now, advance }) => {
      await store.insert(record('newest', now() + 2));
      await store.insert(record('older', now() - 1));
      await store.insert(record('oldest', now() - 2));
      await store.insert(record('done', now(), { state: 'done', leasedUntil: now() }));
      await store.insert(record('leased', now(), { leasedUntil: now() + 9 * LEASE_MS }));
      assert.deepEqual(await other.listUnresolved(10), []);
      advance(LEASE_MS + 2);
      assert.deepEqual(keysOf(await other.listUnresolved(10)), ['oldest', 'older', 'newest']);
      assert.deepEqual(keysOf(await store.listUnresolved(2)), ['oldest', 'older']);
    },
  ],
  [
    'lists open records about an id in any letter case',
    async ({ store, other, now }) => {
      await store.insert(record('a', now()));
      await store.insert(record('b', now(), { outcomeLookup: { ...LOOKUP, id: LOOKUP.id.toUpperCase() } }));
      await store.insert(
        record('c', now(), { outcomeLookup: { ...LOOKUP, id: 'x', merchantTrns: LOOKUP.id } }),
      );
      await store.insert(record('d', now(), { outcomeLookup: null }));
      assert.deepEqual(keysOf(await other.listOpenAbout(LOOKUP.id)).sort(), ['a', 'b']);
      await store.update('a', 'token of a', { state: 'done' });
      assert.deepEqual(keysOf(await other.listOpenAbout(LOOKUP.id)), ['b']);
    },
  ],
  [
    'distinguishes keys with any characters',
    async ({ store, now }) => {
      const keys = ['a', 'a:b', 'a ', 'ü', '{a}', 'open', 'x'.repeat(255), '%s $1 \n'];
      for (const key of keys) {
        assert.equal(await store.insert(record(key, now(), { transactionId: key })), true);
        assert.equal(
          await store.update(key, `token of ${key}`, { response: JSON.stringify(key) }),
          'written',
        );
      }
      for (const key of keys) assert.equal((await store.get(key)).record?.response, JSON.stringify(key));
    },
  ],
  [
    'deletes records that were finished long enough ago, and no open records',
    async ({ store, now, advance }) => {
      const done = { state: 'done', transactionId: 't-1', finishedAt: now() } as const;
      await store.insert(record('a', now(), done));
      await store.insert(record('b', now()));
      advance(5_000);
      assert.equal(await store.deleteFinished(5_001), 0);
      assert.equal(await store.deleteFinished(5_000), 1);
      assert.equal((await store.get('a')).record, null);
      assert.notEqual((await store.get('b')).record, null);
      assert.equal(await store.update('b', 'token of b', { transactionId: 't-1' }), 'written');
    },
  ],
];

/** Returns the test cases that a store must pass. @param open - Opens an empty, migrated store. Called once for each case. */
export function idempotencyStoreCases(open: () => Promise<IdempotencyStoreUnderTest>): StoreCase[] {
  return TRIALS.map(([name, trial]) => ({
    name,
    async run() {
      const under = await open();
      try {
        await trial(under);
      } finally {
        await under.close();
      }
    },
  }));
}
