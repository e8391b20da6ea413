import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryInboxStore } from '../inbox/memory-store.js';
import type { ClaimedInboxEntry } from '../inbox/inbox-store.js';
import { claimAll, entry, LEASE_MS } from './inbox-store-case.js';

const REASONS = ['failed', 'unconfirmed', 'refused'] as const;
const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    key: fc.integer({ min: 0, max: 9 }),
    variant: fc.constantFrom('forged', 'true'),
    orderingKey: fc.constantFrom('x', 'y', null),
  }),
  fc.record({ kind: fc.constant('claim' as const), limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: LEASE_MS * 2 }) }),
  fc.record({
    kind: fc.constantFrom(
      'complete' as const,
      'release' as const,
      'renew' as const,
      'moveToDeadLetters' as const,
    ),
    which: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('fail' as const),
    which: fc.nat(),
    retryInMs: fc.integer({ min: 0, max: LEASE_MS }),
    blocksLaterEntries: fc.boolean(),
  }),
);

it('claims one entry per ordering key and key at a time, and completes each key once, after any sequence of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let now = 0;
      const store = new MemoryInboxStore({ now: () => now });
      /** Claimed entries with the end of their leases, as the workers know them. */
      const held = new Map<ClaimedInboxEntry, number>();
      const added = new Set<string>();
      const completed: string[] = [];
      const claimed = (entries: ClaimedInboxEntry[]): void => {
        for (const one of entries) held.set(one, now + LEASE_MS);
        const valid = [...held].filter(([, until]) => until > now).map(([one]) => one);
        const orderingKeys = valid
          .map(({ orderingKey }) => orderingKey)
          .filter((orderingKey) => orderingKey !== null);
        const keys = valid.map(({ delivery }) => delivery.key);
        expect(new Set(orderingKeys).size).toBe(orderingKeys.length);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { delivery } of entries) expect(completed).not.toContain(delivery.key);
      };
      for (const one of steps) {
        const holders = [...held.keys()];
        const mine = 'which' in one ? holders[one.which % Math.max(1, holders.length)] : undefined;
        if (one.kind === 'add') {
          const key = `k${one.key}`;
          const outcome = await store.add(
            entry(key, { orderingKey: one.orderingKey, fingerprint: one.variant }),
          );
          added.add(key);
          if (completed.includes(key)) expect(outcome).toBe('duplicate');
        } else if (one.kind === 'claim') {
          claimed(await store.claim({ worker: 'w', limit: one.limit, leaseMs: LEASE_MS }));
        } else if (one.kind === 'advance') {
          now += one.ms;
        } else if (mine !== undefined) {
          if (one.kind === 'renew') {
            if (await store.renew(mine, LEASE_MS)) held.set(mine, now + LEASE_MS);
            continue;
          }
          held.delete(mine);
          if (one.kind === 'fail') await store.fail(mine, { ...one, error: 'e' });
          else if (one.kind === 'moveToDeadLetters')
            await store.moveToDeadLetters(mine, REASONS[one.which % 3] ?? 'failed', 'e');
          else if (one.kind === 'release') await store.release(mine);
          else if (await store.complete(mine)) {
            expect(completed).not.toContain(mine.delivery.key);
            completed.push(mine.delivery.key);
          }
        }
      }
      // No entry is lost: after replaying all dead letters, every key can be completed.
      now += LEASE_MS * 3;
      for (const { id } of await store.deadLetters()) await store.replay(id);
      for (let due = await claimAll(store); due.length > 0; due = await claimAll(store)) {
        for (const one of due) if (await store.complete(one)) completed.push(one.delivery.key);
      }
      expect(completed.sort()).toEqual([...added].sort());
    }),
    { numRuns: 400 },
  );
});
