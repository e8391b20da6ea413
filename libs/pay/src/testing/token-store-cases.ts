import assert from 'node:assert/strict';
import type { StoredToken, TokenStore } from '../auth/token-store.js';
import { casesOf } from './store-case.js';
import type { StoreCase } from './store-case.js';

/** A token store to try, empty, whose clock stands still until it is moved. */
export interface TokenStoreUnderTest {
  store: TokenStore;
  /** Another process' view of the same tokens; the same store where there are no other processes. */
  other: TokenStore;
  /** The time of both, milliseconds since 1970. */
  now: () => number;
  /** Moves the time of both, in milliseconds. */
  advance: (ms: number) => void;
  /** Lets the tokens go. */
  close: () => Promise<void>;
}

const LEASE_MS = 1_000;
const HOUR = 3_600_000;
const KEY = '0123456789abcdef0123456789abcdef01234567';

const TRIALS: [name: string, trial: (under: TokenStoreUnderTest) => Promise<void>][] = [
  [
    'has nothing at first, and gives back exactly what was kept, to everybody',
    async ({ store, other, now }) => {
      assert.equal(await store.read(KEY), null);
      const token: StoredToken = { sealed: 'c2VhbGVk+/==', expiresAt: now() + HOUR + 123 };
      await store.write(KEY, token);
      assert.deepEqual(await store.read(KEY), token);
      assert.deepEqual(await other.read(KEY), token);
    },
  ],
  [
    'keeps the last token of a key, and tokens of other keys beside it',
    async ({ store, other, now }) => {
      const [first, second, third] = ['a', 'b', 'c'].map((sealed) => ({ sealed, expiresAt: now() + HOUR }));
      assert.ok(first && second && third);
      await store.write(KEY, first);
      await other.write(KEY, second);
      await store.write('other', third);
      assert.deepEqual(await store.read(KEY), second);
      assert.deepEqual(await other.read('other'), third);
      // One that ends sooner than what it replaces: that was refused.
      const shorter = { sealed: 'd', expiresAt: now() + 1_000 };
      await store.write(KEY, shorter);
      assert.deepEqual(await other.read(KEY), shorter);
    },
  ],
  [
    'lets one of many exchange at a time, of each key',
    async ({ store, other }) => {
      const locks = await Promise.all([store, other, store, other].map((one) => one.lock(KEY, LEASE_MS)));
      const mine = locks.filter((lock) => lock !== null);
      assert.equal(mine.length, 1);
      assert.notEqual(await other.lock('other', LEASE_MS), null);
      await other.unlock(KEY, mine[0] ?? '');
      assert.notEqual(await store.lock(KEY, LEASE_MS), null);
    },
  ],
  [
    'lets nobody wait for a process that ended longer than its lease',
    async ({ store, other, advance }) => {
      const lost = await store.lock(KEY, LEASE_MS);
      assert.ok(lost);
      advance(LEASE_MS - 1);
      assert.equal(await other.lock(KEY, LEASE_MS), null);
      advance(1);
      assert.ok(await other.lock(KEY, LEASE_MS));
      // Who had it before gives back nothing of another's.
      await store.unlock(KEY, lost);
      assert.equal(await store.lock(KEY, LEASE_MS), null);
    },
  ],
  [
    'has a token and its lock apart: neither takes the other away',
    async ({ store, other, now }) => {
      const token = { sealed: 'a', expiresAt: now() + HOUR };
      await store.write(KEY, token);
      const lock = await store.lock(KEY, LEASE_MS);
      assert.ok(lock);
      assert.deepEqual(await other.read(KEY), token);
      await other.write(KEY, { ...token, sealed: 'b' });
      assert.equal(await other.lock(KEY, LEASE_MS), null);
      await store.unlock(KEY, lock);
      assert.equal((await other.read(KEY))?.sealed, 'b');
      assert.notEqual(await other.lock('nothing yet', LEASE_MS), null);
      assert.equal(await store.read('nothing yet'), null);
    },
  ],
  [
    'takes away no token that is good when others have gone',
    async ({ store, other, now, advance }) => {
      await store.write('rotated', { sealed: 'a', expiresAt: now() + HOUR });
      const good = { sealed: 'b', expiresAt: now() + 1_000 * HOUR };
      await store.write(KEY, good);
      advance(999 * HOUR);
      await other.write('new', { sealed: 'c', expiresAt: now() + HOUR });
      assert.deepEqual(await store.read(KEY), good);
      const rotated = await store.read('rotated');
      assert.ok(rotated === null || rotated.expiresAt < now());
    },
  ],
];

/**
 * What shared tokens need of their store, as cases for any test runner. `open` makes an empty store for each.
 *
 * @example for (const { name, run } of tokenStoreCases(open)) it(name, run);
 */
export function tokenStoreCases(open: () => Promise<TokenStoreUnderTest>): StoreCase[] {
  return casesOf(TRIALS, open);
}
