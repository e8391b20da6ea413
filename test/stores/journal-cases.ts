import { expect, it } from '@jest/globals';
import type { JournalTurn, PayInquiry, PayJournalStore } from 'nestjs-pay/client';
import type { UnderTest } from './places.js';

const LEASE = 1_000;
const INQUIRY: PayInquiry = {
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
const entry = (key: string, fingerprint = 'f') => ({ key, fingerprint, inquiry: INQUIRY });
const tokenOf = (turn: JournalTurn): string => ('token' in turn ? turn.token : '');

const CASES: [string, (under: UnderTest<PayJournalStore>) => Promise<void>][] = [
  [
    'can be migrated again, and by two at a time',
    async ({ store, other }) => {
      await Promise.all([store.migrate(), other.migrate(), store.migrate()]);
      expect((await store.begin(entry('a'), LEASE)).state).toBe('new');
    },
  ],
  [
    'gives a key to one of many who ask at once',
    async ({ store, other }) => {
      const turns = await Promise.all(
        [store, other, store, other].map((one) => one.begin(entry('a'), LEASE)),
      );
      expect(turns.map(({ state }) => state).sort()).toEqual(['busy', 'busy', 'busy', 'new']);
    },
  ],
  [
    'keeps the answer, and refuses another request under the key',
    async ({ store, other }) => {
      const token = tokenOf(await store.begin(entry('a'), LEASE));
      expect(await store.complete({ key: 'a', token }, '{"data":"ü"}', 't-1')).toBe('done');
      expect(await other.begin(entry('a'), LEASE)).toEqual({ state: 'done', answer: '{"data":"ü"}' });
      expect(await other.begin(entry('a', 'g'), LEASE)).toEqual({ state: 'different' });
      expect(await other.find('a')).toMatchObject({ state: 'done', transactionId: 't-1' });
    },
  ],
  [
    'hands out an entry whose lease ran out, with what settles it, and takes it from who had it',
    async ({ store, other, advance }) => {
      const first = tokenOf(await store.begin(entry('a'), LEASE));
      advance(LEASE - 1);
      expect((await other.begin(entry('a'), LEASE)).state).toBe('busy');
      expect(await store.renew({ key: 'a', token: first }, LEASE)).toBe(true);
      advance(LEASE);
      const turn = await other.begin(entry('a'), LEASE);
      expect(turn).toMatchObject({ state: 'unsettled', inquiry: INQUIRY, sentAgoMs: 2 * LEASE - 1 });
      const lost = { key: 'a', token: first };
      expect(await store.renew(lost, LEASE)).toBe(false);
      expect(await store.complete(lost, '{}', null)).toBe('lost');
      expect(await store.release(lost)).toBe(false);
      expect(await store.abandon(lost)).toBe(false);
      expect(await store.resend(lost, null)).toBe(false);
    },
  ],
  [
    'hands out what was abandoned at once, counts anew when it is sent again, and frees what was released',
    async ({ store, other, advance }) => {
      const lease = { key: 'a', token: tokenOf(await store.begin(entry('a'), LEASE)) };
      expect(await store.abandon(lease)).toBe(true);
      advance(50);
      const turn = await other.begin(entry('a'), LEASE);
      expect(turn).toMatchObject({ state: 'unsettled', sentAgoMs: 50 });
      const second = { key: 'a', token: tokenOf(turn) };
      expect(await other.resend(second, null)).toBe(true);
      advance(10);
      expect(await other.abandon(second)).toBe(true);
      const third = await store.begin(entry('a'), LEASE);
      expect(third).toMatchObject({ state: 'unsettled', sentAgoMs: 10, inquiry: null });
      expect(await store.release({ key: 'a', token: tokenOf(third) })).toBe(true);
      expect((await other.begin(entry('a', 'g'), LEASE)).state).toBe('new');
    },
  ],
  [
    'gives a transaction to one key only',
    async ({ store, other }) => {
      const leases = await Promise.all(
        ['a', 'b'].map(async (key) => ({ key, token: tokenOf(await store.begin(entry(key), LEASE)) })),
      );
      const kept = await Promise.all(
        leases.map((lease, index) => (index === 0 ? store : other).complete(lease, '{}', 't-1')),
      );
      expect(kept.sort()).toEqual(['done', 'taken']);
    },
  ],
  [
    'lists what is unknown, and takes an operator’s word only where nobody works',
    async ({ store, advance }) => {
      const [a, b] = [await store.begin(entry('a'), LEASE), await store.begin(entry('b'), LEASE)];
      expect(await store.resolve('a', null)).toBe(false);
      await store.abandon({ key: 'a', token: tokenOf(a) });
      expect((await store.unknown(10)).map(({ key }) => key)).toEqual(['a']);
      expect(await store.resolve('a', null)).toBe(true);
      expect(await store.find('a')).toBeNull();
      advance(LEASE);
      expect(await store.resolve('b', '{"data":1}')).toBe(true);
      expect(await store.renew({ key: 'b', token: tokenOf(b) }, LEASE)).toBe(false);
      expect(await store.begin(entry('b'), LEASE)).toEqual({ state: 'done', answer: '{"data":1}' });
      expect(await store.resolve('b', null)).toBe(false);
    },
  ],
  [
    'keeps the transaction that an operator names for the key, unless another has it',
    async ({ store, other, advance }) => {
      const tokens = new Map<string, string>();
      for (const key of ['a', 'b', 'c']) tokens.set(key, tokenOf(await store.begin(entry(key), LEASE)));
      advance(LEASE);
      expect(await store.resolve('a', '{"data":1}', 't-1')).toBe(true);
      expect(await other.resolve('b', '{"data":2}', 't-1')).toBe(true);
      const ids = [await store.find('a'), await store.find('b')].map((found) => found?.transactionId);
      expect(ids).toEqual(['t-1', null]);
      const lease = { key: 'c', token: tokens.get('c') ?? '' };
      expect(await other.complete(lease, '{}', 't-1')).toBe('taken');
    },
  ],
  [
    'tells what else is open about an id, in any capitals',
    async ({ store, other }) => {
      const token = tokenOf(await store.begin(entry('a'), LEASE));
      await store.begin({ ...entry('b'), inquiry: { ...INQUIRY, id: INQUIRY.id.toUpperCase() } }, LEASE);
      await store.begin({ ...entry('c'), inquiry: { ...INQUIRY, id: 'x', merchantTrns: INQUIRY.id } }, LEASE);
      await store.begin({ ...entry('d'), inquiry: null }, LEASE);
      const open = async (key: string) => (await other.openAbout?.(INQUIRY.id, key))?.map(({ id }) => id);
      expect(await open('a')).toEqual([INQUIRY.id.toUpperCase()]);
      expect(await open('b')).toEqual([INQUIRY.id]);
      await store.complete({ key: 'a', token }, '{}', null);
      expect(await open('b')).toEqual([]);
    },
  ],
  [
    'lists the oldest first, by when they were last sent, and no more than asked for',
    async ({ store, advance }) => {
      const tokens = new Map<string, string>();
      for (const key of ['a', 'b', 'c']) {
        tokens.set(key, tokenOf(await store.begin(entry(key), LEASE)));
        advance(1);
      }
      const lease = (key: string) => ({ key, token: tokens.get(key) ?? '' });
      await store.resend(lease('a'), INQUIRY);
      for (const key of ['a', 'b', 'c']) await store.abandon(lease(key));
      expect(await store.unknown(2)).toEqual([
        {
          key: 'b',
          state: 'unknown',
          inquiry: INQUIRY,
          answer: null,
          transactionId: null,
          sentAt: '2030-01-01T00:00:00.001Z',
        },
        expect.objectContaining({ key: 'c' }),
      ]);
      expect((await store.unknown(10)).map(({ key }) => key)).toEqual(['b', 'c', 'a']);
    },
  ],
  [
    'keeps keys apart, whatever is in them',
    async ({ store }) => {
      const keys = ['a', 'a:b', 'a ', 'ü', '{a}', 'open', 'x'.repeat(255), '%s $1 \n'];
      for (const key of keys) {
        const token = tokenOf(await store.begin(entry(key), LEASE));
        expect(await store.complete({ key, token }, JSON.stringify(key), key)).toBe('done');
      }
      for (const key of keys)
        expect(await store.find(key)).toMatchObject({ key, answer: JSON.stringify(key), transactionId: key });
    },
  ],
  [
    'forgets what is done, never what is not',
    async ({ store, advance }) => {
      const token = tokenOf(await store.begin(entry('a'), LEASE));
      await store.begin(entry('b'), LEASE);
      await store.complete({ key: 'a', token }, '{}', 't-1');
      advance(5_000);
      expect(await store.forget(5_001)).toBe(0);
      expect(await store.forget(5_000)).toBe(1);
      expect(await store.find('a')).toBeNull();
      expect(await store.find('b')).not.toBeNull();
      // The key is new, and so is its transaction.
      const again = tokenOf(await store.begin(entry('c'), LEASE));
      expect(await store.complete({ key: 'c', token: again }, '{}', 't-1')).toBe('done');
    },
  ],
];

/** What a journal needs of its store. `open` makes an empty one for each case. */
export function journalCases(open: () => Promise<UnderTest<PayJournalStore>>): void {
  it.each(CASES)(
    '%s',
    async (_name, run) => {
      const under = await open();
      try {
        await run(under);
      } finally {
        await under.close();
      }
    },
    20_000,
  );
}
