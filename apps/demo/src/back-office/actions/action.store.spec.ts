import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actionState, isOpen, type ActionState } from './action.js';
import { MemoryDatabase } from '../../testing/memory-database.testing.js';
import { ActionStore } from './action.store.js';

const DRAFT = {
  transactionId: 'payment',
  orderCode: '1234567890123456',
  kind: 'refund',
  amount: 500,
  card: null,
  basis: { currencyCode: '978', refundable: 2450, capturable: 0 },
} as const;

let store: ActionStore;
beforeEach(() => {
  store = new ActionStore(new MemoryDatabase());
});

describe('claiming', () => {
  it('lets one of many through', async () => {
    await store.add({ ...DRAFT, id: 'a' });
    const claims = await Promise.all([1, 2, 3].map((at) => store.claim('a', at)));
    expect(claims.map(({ claimed }) => claimed)).toEqual([true, false, false]);
  });

  it('withholds an action that was planned while another was under way', async () => {
    await store.add({ ...DRAFT, id: 'a' });
    await store.claim('a', 1);
    await store.add({ ...DRAFT, id: 'b' });
    await store.settle('a', { kind: 'done', transactionId: 'x', knownBy: 'answer' });
    const claim = await store.claim('b', 2);
    expect([claim.claimed, claim.action?.state.kind]).toEqual([false, 'withheld']);
  });

  it('lets actions on other transactions through', async () => {
    await store.add({ ...DRAFT, id: 'a' });
    await store.add({ ...DRAFT, id: 'b', transactionId: 'another' });
    expect((await store.claim('a', 1)).claimed).toBe(true);
    expect((await store.claim('b', 1)).claimed).toBe(true);
  });

  it('knows no unknown id', async () => {
    expect(await store.claim('x', 1)).toEqual({ claimed: false, action: undefined });
    await expect(store.settle('x', { kind: 'dismissed' })).rejects.toThrow('unknown');
  });

  it('in any order of steps, never lets an action through twice, nor two at a time, nor on an old basis', async () => {
    const ids = ['a', 'b', 'c'];
    const ends: ActionState[] = [
      { kind: 'done', transactionId: 'x', knownBy: 'answer' },
      { kind: 'withheld', why: 'changed' },
      { kind: 'unknown', at: 1, failure: null },
    ];
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), id: fc.constantFrom(...ids) }),
      fc.record({ do: fc.constant('claim' as const), id: fc.constantFrom(...ids) }),
      fc.record({
        do: fc.constant('settle' as const),
        id: fc.constantFrom(...ids),
        end: fc.constantFrom(...ends),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const tried = new ActionStore(new MemoryDatabase());
        const claimed = new Set<string>();
        const sentBefore = new Map<string, number>();
        const effects = async (): Promise<number> =>
          (await tried.ofTransaction('payment')).filter(({ state }) => state.kind === 'done').length;
        for (const one of steps) {
          const known = await tried.find(one.id);
          if (one.do === 'add' && known === undefined) {
            await tried.add({ ...DRAFT, id: one.id });
            sentBefore.set(one.id, await effects());
          }
          if (one.do === 'settle' && known !== undefined && claimed.has(one.id)) {
            await tried.settle(one.id, one.end);
          }
          if (one.do === 'claim') {
            const wasOpen = (await tried.ofTransaction('payment')).some(isOpen);
            const { claimed: isClaimed } = await tried.claim(one.id, 1);
            if (!isClaimed) continue;
            expect([claimed.has(one.id), wasOpen]).toEqual([false, false]);
            expect(await effects()).toBe(sentBefore.get(one.id));
            claimed.add(one.id);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an action', () => {
  it('that is done stays done, and one that was dismissed can still turn out to have happened', async () => {
    await store.add({ ...DRAFT, id: 'a' });
    await store.claim('a', 1);
    await store.settle('a', { kind: 'dismissed' });
    await store.settle('a', { kind: 'done', transactionId: 'x', knownBy: 'answer' });
    await store.settle('a', { kind: 'dismissed' });
    expect((await store.find('a'))?.state).toEqual({ kind: 'done', transactionId: 'x', knownBy: 'answer' });
  });

  it('that was being sent when the process died is unknown some minutes later', async () => {
    await store.add({ ...DRAFT, id: 'a' });
    const { action } = await store.claim('a', 1000);
    if (action === undefined) throw new Error('it was added');
    expect(actionState(action, 60_000).kind).toBe('sending');
    expect(actionState(action, 600_000)).toEqual({ kind: 'unknown', at: 1000, failure: null });
  });
});
