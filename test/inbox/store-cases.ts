import { expect } from '@jest/globals';
import type { PayDeadLetter, PayDelivery, PayInboxStore } from 'nestjs-pay';

type InboxEvent = Awaited<ReturnType<PayInboxStore['claimEvents']>>[number];
type InboxDelivery = Awaited<ReturnType<PayInboxStore['claimDeliveries']>>[number];
type Sender = NonNullable<PayDelivery['sender']>;
type NewEvent = Parameters<PayInboxStore['confirm']>[1];

/** An empty store for one test, with a clock that only `advance` moves. */
export interface InboxUnderTest<Tx = unknown> {
  store: PayInboxStore<Tx>;
  /** A second store with the same rows, as in another process. */
  other: PayInboxStore<Tx>;
  /** Moves the clock of both stores, in milliseconds. */
  advance: (ms: number) => void;
  sql: { schema: string; query: (text: string) => Promise<{ rows: unknown[] }> };
  /** Writes a text in a transaction. */
  write: (transaction: Tx, text: string) => Promise<void>;
  /** Reads the committed texts. */
  written: () => Promise<string[]>;
  close: () => Promise<void>;
}

export interface InboxStoreCase {
  name: string;
  run: <Tx>(open: () => Promise<InboxUnderTest<Tx>>) => Promise<void>;
}

const HOUR = 3_600_000;
const LEASE_MS = 10_000;
const CLAIM = { worker: 'case', limit: 100, leaseMs: LEASE_MS };
const RETRY = { error: 'failed', retryInMs: 1_000, isOrdered: true };
const NO_STATS = { backlog: 0, oldestAgeMs: null, dead: 0, unconfirmed: 0 };

interface Changes {
  sender?: Sender;
  account?: string | null;
  data?: Record<string, unknown>;
}

/** Creates a delivery of a payment. */
export function deliveryOf(key: string, { sender = 'service', account = null, data = {} }: Changes = {}) {
  const event = { eventTypeId: 1796, name: 'TransactionPaymentCreated', data, idempotencyKey: key };
  const origin = { account, client: 'wallet', signed: false, source: 'webhook', sender } as const;
  return { key, endpoint: 'Hook.receive', event, ...origin } as unknown as PayDelivery;
}

export function post(store: PayInboxStore, key: string, changes: Changes = {}) {
  const { sender = 'service' } = changes;
  return store.addDelivery({ delivery: deliveryOf(key, changes), sender });
}

/** Claims the only due delivery of a class of senders. */
async function claimDelivery(store: PayInboxStore, sender: Sender = 'service'): Promise<InboxDelivery> {
  const claimed = await store.claimDeliveries(sender, CLAIM.limit, LEASE_MS);
  expect(claimed).toHaveLength(1);
  return claimed[0]!;
}

/** Stores a confirmed event. Its delivery is the only one that is due. */
export async function addEvent(
  store: PayInboxStore,
  key: string,
  orderingKey: string | null = null,
  { confirmed = true, note, ...changes }: Partial<NewEvent> & Changes = {},
): Promise<'stored' | 'duplicate'> {
  const outcome = await post(store, key, changes);
  if (outcome === 'duplicate') return outcome;
  const claimed = await claimDelivery(store, changes.sender);
  const event = { delivery: claimed.delivery, orderingKey, confirmed, note };
  expect(await store.confirm(claimed, event)).toBe(true);
  return outcome;
}

const claimAll = (store: PayInboxStore): Promise<InboxEvent[]> => store.claimEvents(CLAIM);

/** Claims the only due event. */
export async function claimOne(store: PayInboxStore): Promise<InboxEvent> {
  const claimed = await claimAll(store);
  expect(claimed).toHaveLength(1);
  return claimed[0]!;
}

export async function addDeadLetter(
  store: PayInboxStore,
  key: string,
  reason: PayDeadLetter['reason'] = 'failed',
  changes: Parameters<typeof addEvent>[3] = {},
): Promise<string> {
  await addEvent(store, key, null, changes);
  const claimed = await claimOne(store);
  expect(await store.moveToDeadLetters(claimed, reason, `why ${key}\u0000`)).toBe(true);
  return claimed.id;
}

const keysOf = (claimed: readonly { delivery: PayDelivery }[]): string[] =>
  claimed.map(({ delivery }) => delivery.key);
const isAlone = ({ alone }: InboxEvent): boolean => alone;

type Trial = <Tx>(under: InboxUnderTest<Tx>) => Promise<void>;

const CASES: Record<string, Trial> = {
  'migrates repeatedly and concurrently': async ({ store, other }) => {
    await Promise.all([store.migrate(), other.migrate(), store.migrate()]);
    expect(await post(store, 'a')).toBe('stored');
  },

  'returns deliveries and events exactly as they were stored': async ({ store, other }) => {
    const data = {
      Amount: 10.1,
      OrderCode: '9007199254740993',
      Text: 'ü \u0000 \ud800 " \\',
      Tags: [null, {}],
    };
    await post(store, 'a', { data });
    const { delivery, denials, failures, ...lease } = await claimDelivery(other);
    expect({ delivery, denials, failures }).toEqual({
      delivery: deliveryOf('a', { data }),
      denials: 0,
      failures: 0,
    });
    await store.confirm(lease, { delivery, orderingKey: 'x', confirmed: true });
    const event = await claimOne(other);
    expect(event).toMatchObject({ delivery, orderingKey: 'x', attempt: 1, alone: false, ageMs: 0 });
  },

  'stores one delivery of a key when several processes receive it': async ({ store, other }) => {
    const outcomes = await Promise.all([store, other, store, other].map((one) => post(one, 'a')));
    expect(outcomes.sort()).toEqual(['duplicate', 'duplicate', 'duplicate', 'stored']);
    expect(await store.stats()).toMatchObject({ unconfirmed: 1, backlog: 0 });
  },

  'stores one row for all forged deliveries of a key, and keeps the first one': async ({ store, other }) => {
    for (let n = 0; n < 5; n++)
      expect(await post(n % 2 === 0 ? store : other, 'a', { sender: 'unknown', data: { n } })).toBe(
        n === 0 ? 'stored' : 'duplicate',
      );
    expect((await claimDelivery(store, 'unknown')).delivery.event.data).toEqual({ n: 0 });
  },

  'replaces a forged delivery with one of the service, also while it is being confirmed': async ({
    store,
    other,
  }) => {
    for (const isAtWork of [false, true]) {
      const key = `at work: ${isAtWork}`;
      await post(store, key, { sender: 'unknown', data: { Email: 'forged' } });
      const forged = isAtWork ? await claimDelivery(store, 'unknown') : null;
      expect(await post(other, key, { data: { Email: 'true' } })).toBe('stored');
      expect(await store.claimDeliveries('unknown', 9, LEASE_MS)).toEqual([]);
      if (forged !== null) {
        const { delivery } = forged;
        expect(await store.confirm(forged, { delivery, orderingKey: null, confirmed: true })).toBe(false);
        expect(await store.dropDelivery(forged)).toBe(false);
        const later = { error: 'e', retryInMs: 0, countsAs: 'denied' } as const;
        expect(await store.postponeDelivery(forged, later)).toBe(false);
      }
      const claimed = await claimDelivery(store);
      expect([claimed.delivery.event.data, claimed.denials]).toEqual([{ Email: 'true' }, 0]);
      await store.confirm(claimed, { delivery: claimed.delivery, orderingKey: null, confirmed: true });
    }
    expect((await store.stats()).backlog).toBe(2);
  },

  'does not let an unknown sender change or delay a delivery of the service': async ({ store, advance }) => {
    await post(store, 'a', { data: { Email: 'true' } });
    expect(await post(store, 'a', { sender: 'unknown' })).toBe('duplicate');
    const claimed = await claimDelivery(store);
    expect(await post(store, 'a', { sender: 'unknown' })).toBe('duplicate');
    await store.postponeDelivery(claimed, { error: 'e', retryInMs: HOUR, countsAs: 'failed' });
    expect(await post(store, 'a', { sender: 'unknown' })).toBe('duplicate');
    expect(await store.claimDeliveries('unknown', 9, LEASE_MS)).toEqual([]);
    advance(HOUR);
    expect((await claimDelivery(store)).delivery.event.data).toEqual({ Email: 'true' });
  },

  'confirms a delivery at once if the service repeats it while it waits, and not while it is being confirmed':
    async ({ store }) => {
      await post(store, 'a');
      const claimed = await claimDelivery(store);
      expect(await post(store, 'a')).toBe('duplicate');
      await store.postponeDelivery(claimed, { error: 'e', retryInMs: HOUR, countsAs: 'denied' });
      expect(await store.claimDeliveries('service', 9, LEASE_MS)).toEqual([]);
      expect(await post(store, 'a')).toBe('stored');
      expect(await claimDelivery(store)).toMatchObject({ denials: 0 });
    },

  'counts denials and consecutive failures of a delivery': async ({ store, advance }) => {
    await post(store, 'a');
    for (const [countsAs, denials, failures] of [
      ['failed', 0, 1],
      ['failed', 0, 2],
      ['none', 0, 2],
      ['denied', 1, 0],
      ['failed', 1, 1],
    ] as const) {
      await store.postponeDelivery(await claimDelivery(store), { error: 'e\u0000', retryInMs: 1, countsAs });
      advance(1);
      const again = await claimDelivery(store);
      expect([again.denials, again.failures]).toEqual([denials, failures]);
      await store.postponeDelivery(again, { error: 'e', retryInMs: 0, countsAs: 'none' });
    }
  },

  'lets another process confirm a delivery whose lease expired': async ({ store, other, advance }) => {
    await post(store, 'a');
    const lost = await claimDelivery(store);
    expect(await other.claimDeliveries('service', 9, LEASE_MS)).toEqual([]);
    advance(LEASE_MS);
    const { delivery, ...lease } = await claimDelivery(other);
    expect(await store.renewDelivery(lost, LEASE_MS)).toBe(false);
    advance(LEASE_MS - 1);
    expect(await other.renewDelivery(lease, LEASE_MS)).toBe(true);
    advance(LEASE_MS - 1);
    expect(await store.claimDeliveries('service', 9, LEASE_MS)).toEqual([]);
    const event = { delivery, orderingKey: null, confirmed: true };
    expect(await store.confirm(lost, event)).toBe(false);
    expect(await other.confirm(lease, event)).toBe(true);
    expect((await store.stats()).backlog).toBe(1);
  },

  'stores one event of several deliveries that are confirmed as the same one': async ({ store }) => {
    for (const key of ['a', 'b']) await post(store, key);
    const claimed = await store.claimDeliveries('service', 9, LEASE_MS);
    const event = { delivery: deliveryOf('payment'), orderingKey: null, confirmed: true };
    expect(await Promise.all(claimed.map((one) => store.confirm(one, event)))).toEqual([true, true]);
    expect(await store.stats()).toMatchObject({ backlog: 1, unconfirmed: 0 });
  },

  'counts waiting deliveries by account and class of senders': async ({ store, other }) => {
    expect(await other.countDeliveries(null)).toEqual([]);
    for (const key of ['a', 'b']) await post(store, key, { sender: 'unknown' });
    await post(store, 'c');
    await post(store, 'd', { account: 'shop' });
    const counted = await other.countDeliveries(null);
    expect(counted.sort((a, b) => a.waiting - b.waiting)).toEqual([
      { sender: 'service', waiting: 1 },
      { sender: 'unknown', waiting: 2 },
    ]);
    expect(await other.countDeliveries('shop')).toEqual([{ sender: 'service', waiting: 1 }]);
  },

  'counts events that the service cannot confirm until they are finished': async ({ store, other }) => {
    await addEvent(store, 'a', null, { confirmed: false });
    await addEvent(store, 'b');
    expect(await other.countDeliveries(null)).toEqual([{ sender: 'unknown', waiting: 1 }]);
    for (const one of await claimAll(store)) await store.complete(one);
    expect(await other.countDeliveries(null)).toEqual([]);
  },

  'recognizes done events until they are deleted': async ({ store, advance }) => {
    await addEvent(store, 'a');
    expect(await post(store, 'a')).toBe('duplicate');
    await store.complete(await claimOne(store));
    advance(25 * HOUR);
    expect(await store.deleteOld(25 * HOUR + 1, 9)).toBe(0);
    expect(await post(store, 'a')).toBe('duplicate');
    expect(await store.deleteOld(25 * HOUR, 9)).toBe(1);
    expect(await post(store, 'a')).toBe('stored');
  },

  'deletes no waiting events, and deliveries that waited too long': async ({ store, advance }) => {
    for (const key of ['waits', 'works']) await addEvent(store, key, key);
    await store.claimEvents({ ...CLAIM, limit: 1 });
    await post(store, 'denied', { sender: 'unknown' });
    advance(1000 * HOUR);
    expect(await store.deleteOld(1000 * HOUR, 9)).toBe(1);
    expect(await store.stats()).toMatchObject({ backlog: 2, unconfirmed: 0 });
  },

  'keeps finished events that the service cannot confirm up to the limit, and all others': async ({
    store,
  }) => {
    const forged = { sender: 'unknown', confirmed: false } as const;
    for (const key of ['1', '2', '3']) await addDeadLetter(store, `dead ${key}`, 'failed', forged);
    await addDeadLetter(store, 'true dead');
    for (const key of ['1', '2', '3']) await addEvent(store, `done ${key}`, null, forged);
    await addEvent(store, 'true done');
    for (const one of await claimAll(store)) await store.complete(one);
    expect(await store.deleteOld(1000 * HOUR, 2)).toBe(2);
    expect(keysOf(await store.deadLetters())).toEqual(['true dead', 'dead 3', 'dead 2']);
    expect(await post(store, 'done 1')).toBe('stored');
    for (const key of ['done 2', 'true done']) expect(await post(store, key)).toBe('duplicate');
  },

  'returns the notes of events by topic, newest first, until the events are deleted': async ({
    store,
    other,
    advance,
  }) => {
    const value = { id: 'a', OrderCode: '9007199254740993', Text: 'ü \u0000 " \\', Amount: 10.1 };
    await addEvent(store, 'a', null, { note: { topic: 't', value } });
    await addEvent(store, 'b', null, { note: { topic: 't', value: { id: 'b' } } });
    await addEvent(store, 'c', null, { note: { topic: 'other', value: { id: 'c' } } });
    expect(await other.notes('t')).toEqual([{ id: 'b' }, value]);
    for (const one of await claimAll(store)) await store.complete(one);
    expect(await other.notes('t')).toEqual([{ id: 'b' }, value]);
    advance(HOUR);
    await store.deleteOld(HOUR, 9);
    expect(await other.notes('t')).toEqual([]);
  },

  'counts rows and the age of the oldest one that is not forged': async ({ store, advance }) => {
    expect(await store.stats()).toEqual(NO_STATS);
    await post(store, 'forged', { sender: 'unknown' });
    expect(await store.stats()).toEqual({ ...NO_STATS, unconfirmed: 1 });
    await addEvent(store, 'a');
    advance(5_000);
    await post(store, 'b', { account: 'shop' });
    expect(await store.stats()).toEqual({ ...NO_STATS, backlog: 1, unconfirmed: 2, oldestAgeMs: 5_000 });
    expect(await store.stats(null)).toEqual({ ...NO_STATS, backlog: 1, unconfirmed: 1, oldestAgeMs: 5_000 });
    expect(await store.stats('shop')).toEqual({ ...NO_STATS, unconfirmed: 1, oldestAgeMs: 0 });
  },

  'claims the oldest deliveries and events first, up to the limit': async ({ store, advance }) => {
    for (const key of ['c', 'b', 'a']) {
      await post(store, key);
      advance(1);
    }
    const first = await store.claimDeliveries('service', 2, LEASE_MS);
    expect(keysOf(first).sort()).toEqual(['b', 'c']);
    for (const one of [...first, await claimDelivery(store)])
      await store.confirm(one, { delivery: one.delivery, orderingKey: null, confirmed: true });
    const limit = { ...CLAIM, limit: 2 };
    const claims = [
      await store.claimEvents(limit),
      await store.claimEvents(limit),
      await store.claimEvents(limit),
    ];
    expect(claims.map((one) => one.length)).toEqual([2, 1, 0]);
    expect(keysOf(claims[1]!)).toEqual(['a']);
  },

  'claims each event once, and one event per ordering key, in concurrent claims': async ({
    store,
    other,
  }) => {
    for (const [n, key] of ['a', 'b', 'c', 'd', 'e', 'f'].entries())
      await addEvent(store, key, ['x', 'y', 'z'][n % 3]);
    const claims = [store, other, store, other, store, other].map((one) =>
      one.claimEvents({ ...CLAIM, limit: 2 }),
    );
    expect(keysOf((await Promise.all(claims)).flat()).sort()).toEqual(['a', 'b', 'c']);
  },

  'claims events of one ordering key one after another, and others at the same time': async ({
    store,
    other,
  }) => {
    await addEvent(store, 'a1', 'a');
    await addEvent(store, 'a2', 'a');
    await addEvent(store, 'b1', 'b');
    for (const key of ['free1', 'free2']) await addEvent(store, key);
    const first = await claimAll(store);
    expect(keysOf(first)).toEqual(['a1', 'b1', 'free1', 'free2']);
    expect(await claimAll(other)).toEqual([]);
    for (const one of first) expect(await store.complete(one)).toBe(true);
    expect(keysOf(await claimAll(other))).toEqual(['a2']);
  },

  'keeps the order of an ordering key while an earlier event waits for a retry': async ({
    store,
    advance,
  }) => {
    await addEvent(store, 'a1', 'a');
    await addEvent(store, 'a2', 'a');
    expect(await store.fail(await claimOne(store), RETRY)).toBe(true);
    expect(await claimAll(store)).toEqual([]);
    advance(999);
    expect(await claimAll(store)).toEqual([]);
    advance(1);
    const again = await claimOne(store);
    expect([again.delivery.key, again.attempt]).toEqual(['a1', 2]);
    await store.complete(again);
    expect(keysOf(await claimAll(store))).toEqual(['a2']);
  },

  'claims later events of an ordering key if an earlier one waits out of order, which counts no attempt':
    async ({ store, advance }) => {
      await addEvent(store, 'a1', 'a');
      await addEvent(store, 'a2', 'a');
      await store.fail(await claimOne(store), { ...RETRY, isOrdered: false });
      expect(keysOf(await claimAll(store))).toEqual(['a2']);
      advance(1_000);
      expect(await claimOne(store)).toMatchObject({ attempt: 1, orderingKey: null });
    },

  'lets another worker claim an event whose lease expired, and rejects changes of the first worker': async ({
    store,
    other,
    advance,
  }) => {
    for (const key of ['a', 'later']) await addEvent(store, key, 'a');
    const lost = await claimOne(store);
    advance(LEASE_MS - 1);
    expect(await claimAll(other)).toEqual([]);
    advance(1);
    const reclaimed = await claimOne(other);
    expect([reclaimed.id, reclaimed.attempt]).toEqual([lost.id, 1]);
    expect(await store.renew(lost, LEASE_MS)).toBe(false);
    expect(await store.complete(lost)).toBe(false);
    expect(await store.fail(lost, RETRY)).toBe(false);
    expect(await store.moveToDeadLetters(lost, 'failed', 'e')).toBe(false);
    expect(await store.release(lost)).toBe(false);
    expect(await other.complete(reclaimed)).toBe(true);
    expect(await other.complete(reclaimed)).toBe(false);
  },

  'keeps an event whose lease is renewed': async ({ store, other, advance }) => {
    await addEvent(store, 'a');
    const mine = await claimOne(store);
    for (let times = 0; times < 3; times++) {
      advance(LEASE_MS - 1);
      expect(await store.renew(mine, LEASE_MS)).toBe(true);
    }
    expect(await claimAll(other)).toEqual([]);
    expect(await store.complete(mine)).toBe(true);
  },

  'counts no attempt for a released event': async ({ store, other }) => {
    await addEvent(store, 'a');
    expect(await store.release(await claimOne(store))).toBe(true);
    expect((await claimOne(other)).attempt).toBe(1);
  },

  'claims an event whose lease expired alone, and only for a process that is not busy': async ({
    store,
    other,
    advance,
  }) => {
    for (const key of ['a', 'b', 'c']) await addEvent(store, key);
    expect((await claimAll(store)).map(isAlone)).toEqual([false, false, false]);
    advance(LEASE_MS);
    await addEvent(store, 'later');
    expect(await store.claimEvents({ ...CLAIM, isBusy: true })).toEqual([]);
    const first = await claimOne(store);
    expect([first.delivery.key, isAlone(first)]).toEqual(['a', true]);
    const second = await claimOne(other);
    expect([second.delivery.key, isAlone(second)]).toEqual(['b', true]);
    await store.complete(first);
    await other.complete(second);
    expect(isAlone(await claimOne(store))).toBe(true);
    const later = await other.claimEvents({ ...CLAIM, isBusy: true });
    expect([keysOf(later), later.map(isAlone)]).toEqual([['later'], [false]]);
  },

  'claims events that became due before an event that must run alone': async ({ store, advance }) => {
    await addEvent(store, 'crashed');
    await claimOne(store);
    advance(LEASE_MS - 1);
    for (const key of ['a', 'b']) await addEvent(store, key);
    advance(1);
    expect(keysOf(await claimAll(store))).toEqual(['a', 'b']);
    expect(await store.claimEvents({ ...CLAIM, isBusy: true })).toEqual([]);
    expect(keysOf(await claimAll(store))).toEqual(['crashed']);
  },

  'counts an expired lease as an attempt only if the event ran alone': async ({ store, advance }) => {
    for (const key of ['poison', 'healthy']) await addEvent(store, key);
    await claimAll(store);
    advance(LEASE_MS);
    for (const expected of [1, 2, 3]) {
      const claimed = await claimOne(store);
      expect([claimed.delivery.key, claimed.attempt]).toEqual(['poison', expected]);
      if (expected === 1) {
        const healthy = await claimOne(store);
        expect([healthy.delivery.key, healthy.attempt]).toEqual(['healthy', 1]);
        await store.complete(healthy);
      }
      // An event that ran alone waits longer after each crash.
      const waitMs = LEASE_MS * 2 ** Math.max(2, expected);
      advance(waitMs - 1);
      expect(await claimAll(store)).toEqual([]);
      advance(1);
    }
    await store.moveToDeadLetters(await claimOne(store), 'crashed', 'why');
    expect(await store.deadLetters({ reason: 'crashed' })).toMatchObject([
      { reason: 'crashed', attempts: 4 },
    ]);
  },

  'lets an event run with others again after an attempt that did not end the process': async ({
    store,
    advance,
  }) => {
    await addEvent(store, 'a');
    await claimOne(store);
    advance(LEASE_MS);
    await store.fail(await claimOne(store), RETRY);
    advance(RETRY.retryInMs);
    const again = await claimOne(store);
    expect([again.attempt, isAlone(again)]).toEqual([2, false]);
  },

  'keeps an event alone after it was released or no process had a handler': async ({ store, advance }) => {
    await addEvent(store, 'a');
    await claimOne(store);
    advance(LEASE_MS);
    await store.release(await claimOne(store));
    const released = await claimOne(store);
    expect([released.attempt, isAlone(released)]).toEqual([1, true]);
    await store.fail(released, { ...RETRY, isOrdered: false });
    advance(RETRY.retryInMs);
    const postponed = await claimOne(store);
    expect([postponed.attempt, isAlone(postponed)]).toEqual([1, true]);
  },

  'commits the writes of a handler together with its event': async ({ store, write, written }) => {
    await addEvent(store, 'a');
    expect(await store.work(await claimOne(store), (tx) => write(tx, 'a'))).toBe(true);
    expect(await written()).toEqual(['a']);
    expect(await post(store, 'a')).toBe('duplicate');
    expect((await store.stats()).backlog).toBe(0);
  },

  'rolls back the writes of a handler that fails, and keeps the lease': async ({ store, write, written }) => {
    await addEvent(store, 'a');
    const claimed = await claimOne(store);
    const failing = store.work(claimed, async (tx) => {
      await write(tx, 'a');
      throw new RangeError('the handler failed');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await written()).toEqual([]);
    expect(await store.fail(claimed, { ...RETRY, retryInMs: 0 })).toBe(true);
    expect(await store.work(await claimOne(store), (tx) => write(tx, 'b'))).toBe(true);
    expect(await written()).toEqual(['b']);
  },

  'rolls back the writes of a worker whose lease expired': async ({
    store,
    other,
    write,
    written,
    advance,
  }) => {
    await addEvent(store, 'a');
    const lost = await claimOne(store);
    advance(LEASE_MS);
    const reclaimed = await claimOne(other);
    expect(await store.work(lost, (tx) => write(tx, 'lost'))).toBe(false);
    expect(await written()).toEqual([]);
    expect(await other.work(reclaimed, (tx) => write(tx, 'reclaimed'))).toBe(true);
    expect(await written()).toEqual(['reclaimed']);
    expect(await claimAll(store)).toEqual([]);
  },

  'lists dead letters by page, reason and account, newest first': async ({ store, other, advance }) => {
    const a = await addDeadLetter(store, 'a');
    advance(1_000);
    const b = await addDeadLetter(store, 'b', 'crashed');
    const c = await addDeadLetter(store, 'c', 'failed', { account: 'shop' });
    const idsOf = async (filter?: Parameters<typeof store.deadLetters>[0]): Promise<string[]> =>
      (await other.deadLetters(filter)).map(({ id }) => id);
    expect(await idsOf()).toEqual([c, b, a]);
    expect(await idsOf({ limit: 2 })).toEqual([c, b]);
    expect(await idsOf({ limit: 2, before: b })).toEqual([a]);
    expect(await idsOf({ reason: 'crashed' })).toEqual([b]);
    expect(await idsOf({ account: null })).toEqual([b, a]);
    expect(await idsOf({ account: 'shop' })).toEqual([c]);
    const deadLetter = await store.deadLetter(a);
    expect(deadLetter).toMatchObject({
      delivery: deliveryOf('a'),
      reason: 'failed',
      attempts: 1,
      error: 'why a',
    });
    expect(Date.parse(deadLetter!.deadLetteredAt)).toBeGreaterThanOrEqual(Date.parse(deadLetter!.receivedAt));
    expect(await store.stats()).toEqual({ ...NO_STATS, dead: 3 });
    expect(await store.stats('shop')).toEqual({ ...NO_STATS, dead: 1 });
  },

  'does not block later events for a dead letter, and recognizes its delivery': async ({
    store,
    advance,
  }) => {
    await addEvent(store, 'a1', 'a');
    await addEvent(store, 'a2', 'a');
    await store.moveToDeadLetters(await claimOne(store), 'failed', 'e');
    expect(keysOf(await claimAll(store))).toEqual(['a2']);
    expect(await post(store, 'a1')).toBe('duplicate');
    advance(1000 * HOUR);
    expect(await store.deleteOld(HOUR, 0)).toBe(0);
    expect((await store.stats()).dead).toBe(1);
  },

  'replays a dead letter from the first attempt': async ({ store, advance }) => {
    const id = await addDeadLetter(store, 'a');
    advance(HOUR);
    expect(await store.replay(id)).toBe(true);
    expect(await store.replay(id)).toBe(false);
    expect(await claimOne(store)).toMatchObject({ id, attempt: 1, ageMs: 0 });
    expect(await store.deadLetters()).toEqual([]);
  },

  'marks the event of a discarded dead letter as done': async ({ store }) => {
    const id = await addDeadLetter(store, 'a');
    expect(await store.discard(id)).toBe(true);
    expect(await store.discard(id)).toBe(false);
    expect(await store.replay(id)).toBe(false);
    expect(await post(store, 'a')).toBe('duplicate');
    expect((await store.stats()).dead).toBe(0);
  },

  'finds nothing for an unknown or invalid ID': async ({ store }) => {
    for (const id of ['1', '999999999999999999', "1' or 1=1", '', '-1']) {
      expect(await store.deadLetter(id)).toBeNull();
      expect(await store.replay(id)).toBe(false);
      expect(await store.discard(id)).toBe(false);
    }
  },

  'drops unreadable deliveries, and moves unreadable events to the dead letters': async ({ store, sql }) => {
    await addEvent(store, 'b');
    await post(store, 'a');
    for (const text of ['{', 'null', '{"key":"later"}']) {
      await sql.query(
        `insert into ${sql.schema}.inbox_deliveries (delivery_key, sender, delivery, due_at, received_at)
         values ('${text}', 'service', '${text}', '2020-01-01', '2020-01-01')`,
      );
      await sql.query(
        `insert into ${sql.schema}.inbox_events (event_key, confirmed, delivery, due_at, received_at)
         values ('${text}', true, '${text}', '2020-01-01', '2020-01-01')`,
      );
    }
    expect((await claimDelivery(store)).delivery.key).toBe('a');
    expect((await claimOne(store)).delivery.key).toBe('b');
    expect(await store.stats()).toMatchObject({ dead: 3, unconfirmed: 1 });
    const deadLetters = await store.deadLetters();
    expect(keysOf(deadLetters).sort()).toEqual(['null', '{', '{"key":"later"}']);
    expect(deadLetters[0]).toMatchObject({ reason: 'failed', error: 'the stored delivery cannot be read' });
    expect(await store.discard(deadLetters[0]!.id)).toBe(true);
  },
};

/** Tests that each store of a durable inbox passes. */
export const INBOX_STORE_CASES: InboxStoreCase[] = Object.entries(CASES).map(([name, trial]) => ({
  name,
  run: async (open) => {
    const under = await open();
    try {
      await trial(under);
    } finally {
      await under.close();
    }
  },
}));
