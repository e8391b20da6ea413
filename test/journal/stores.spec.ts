import { afterAll, describe, expect, it } from '@jest/globals';
import type { JournalTurn, PayInquiry } from 'nestjs-pay/client';
import { openMemory, openPostgres, pglites, POSTGRES_URL } from './stores.js';
import type { JournalUnderTest } from './stores.js';

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

const CASES: [string, (under: JournalUnderTest) => Promise<void>][] = [
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
    },
  ],
];

function cases(open: () => Promise<JournalUnderTest>): void {
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

describe('a journal in memory', () => cases(openMemory));

describe('a journal in PGlite', () => {
  const databases = pglites();
  afterAll(() => databases.close());
  cases(() => databases.open());
});

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
onServer('a journal in PostgreSQL', () => cases(openPostgres));
