import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { POSTGRES_URL } from '../stores/databases.js';
import { addEvent, post } from './store-cases.js';
import { pgliteInboxes, postgresInboxes } from './stores.js';
import type { InboxDatabase } from './stores.js';

const claim = { worker: 'w', limit: 500, leaseMs: 60_000 };

function cases<Tx>(
  start: () => InboxDatabase<Tx> | Promise<InboxDatabase<Tx>>,
): Pick<InboxDatabase<Tx>, 'open'> {
  let database: InboxDatabase<Tx>;
  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database.close());
  const open = () => database.open();

  it('stores concurrent deliveries once each', async () => {
    const { store, close } = await open();
    const keys = Array.from({ length: 250 }, (_, index) => `k${index % 220}`);
    const outcomes = await Promise.all(keys.map((key) => post(store, key)));
    expect(outcomes).toEqual(keys.map((_, index) => (index < 220 ? 'stored' : 'duplicate')));
    const claimed = await store.claimDeliveries('service', 500, 60_000);
    expect(claimed.map(({ delivery }) => delivery.key).sort()).toEqual(keys.slice(0, 220).sort());
    await close();
  });

  it('stores the other deliveries of a batch when one is invalid', async () => {
    const { store, close } = await open();
    const outcomes = await Promise.allSettled(['a', 'b\0', 'c', 'd'].map((key) => post(store, key)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((await store.stats()).unconfirmed).toBe(3);
    await close();
  });

  it('returns for each concurrent completion whether its lease was valid', async () => {
    const { store, other, advance, close } = await open();
    for (const key of ['a', 'b', 'c']) await addEvent(store, key);
    const stale = await store.claimEvents({ ...claim, leaseMs: 100 });
    advance(200);
    // Entries whose lease expired are claimed one by one.
    const fresh = [
      await other.claimEvents(claim),
      await other.claimEvents(claim),
      await other.claimEvents(claim),
    ].flat();
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

  it('stores and confirms the same deliveries in two processes, in opposite order, without a deadlock', async () => {
    const { store, other, close } = await open();
    for (let round = 0; round < 40; round++) {
      const keys = Array.from({ length: 60 }, (_, index) => `${round}/${index}`);
      await Promise.all([
        ...keys.map((key) => post(store, key)),
        ...keys.toReversed().map((key) => post(other, key)),
      ]);
      const claimed = await store.claimDeliveries('service', 500, 60_000);
      const confirmed = claimed
        .toReversed()
        .map((one) => store.confirm(one, { delivery: one.delivery, orderingKey: null, confirmed: true }));
      await Promise.all([
        ...keys.map((key) => post(other, key)),
        ...confirmed,
        ...keys.map((key) => post(other, key)),
      ]);
    }
    expect((await store.stats()).backlog).toBe(40 * 60);
    await close();
  });
});
