import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewInboxEntry } from 'nestjs-pay';
import { POSTGRES_URL } from '../stores/databases.js';
import { pgliteInboxes, postgresInboxes } from './stores.js';
import type { InboxDatabase } from './stores.js';

const entry = (key: string, orderingKey: string | null = null): NewInboxEntry => ({
  key,
  orderingKey,
  fingerprint: 'f',
  delivery: { key, account: null, event: { data: {} } } as unknown as NewInboxEntry['delivery'],
});
const claim = { worker: 'w', limit: 500, leaseMs: 60_000 };

function cases<Tx>(
  start: () => InboxDatabase<Tx> | Promise<InboxDatabase<Tx>>,
): Pick<InboxDatabase<Tx>, 'open'> {
  let database: InboxDatabase<Tx>;
  beforeAll(async () => {
    database = await start();
  }, 60_000);
  afterAll(() => database.close());
  const open = () => database.open();

  it('stores concurrent deliveries once each', async () => {
    const { store, close } = await open();
    const keys = Array.from({ length: 250 }, (_, index) => `k${index % 220}`);
    const outcomes = await Promise.all(keys.map((key) => store.add(entry(key))));
    expect(outcomes).toEqual(keys.map((_, index) => (index < 220 ? 'stored' : 'duplicate')));
    const claimed = await store.claim(claim);
    expect(claimed.map(({ delivery }) => delivery.key).sort()).toEqual(keys.slice(0, 220).sort());
    await close();
  });

  it('stores the other entries of a batch when one is invalid', async () => {
    const { store, close } = await open();
    const outcomes = await Promise.allSettled(['a', 'b\0', 'c', 'd'].map((key) => store.add(entry(key))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((await store.stats()).backlog).toBe(3);
    await close();
  });

  it('returns for each concurrent completion whether its lease was valid', async () => {
    const { store, other, advance, close } = await open();
    await Promise.all(['a', 'b', 'c'].map((key) => store.add(entry(key))));
    const stale = await store.claim({ ...claim, leaseMs: 100 });
    advance(200);
    // Entries whose lease expired are claimed one by one.
    const fresh = [await other.claim(claim), await other.claim(claim), await other.claim(claim)].flat();
    const completions = [...stale, ...fresh].map((lease) => store.complete(lease));
    expect(await Promise.all(completions)).toEqual([false, false, false, true, true, true]);
    expect((await store.stats()).backlog).toBe(0);
    await close();
  });

  return { open };
}

describe('a store in PGlite', () => {
  cases(pgliteInboxes);
});

(POSTGRES_URL === undefined ? describe.skip : describe)('a store in PostgreSQL', () => {
  const { open } = cases(postgresInboxes);

  it('stores the same entries from two processes in opposite order without a deadlock', async () => {
    const { store, other, close } = await open();
    for (let round = 0; round < 20; round++) {
      const keys = Array.from({ length: 60 }, (_, index) => `${round}/${index}`);
      const outcomes = await Promise.all([
        ...keys.map((key) => store.add(entry(key))),
        ...keys.reverse().map((key) => other.add(entry(key))),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(60);
    }
    await close();
  }, 60_000);
});
