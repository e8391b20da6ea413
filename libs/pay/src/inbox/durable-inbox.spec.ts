import { expect, it } from '@jest/globals';
import { durableInbox } from './durable-inbox.js';
import { InboxWorkError, PayInboxStoreError } from './inbox-errors.js';
import type { InboxProblem } from './inbox-errors.js';
import { inboxEntryOf } from './inbox-entry.js';
import { deliveryForTest as delivery, ManualClock } from './manual-clock.testing.js';
import { MemoryInboxStore } from './memory-store.js';
import type { PayInboxStart } from './stored-inbox.js';

const logger = { error: () => undefined };
const process = () => Promise.resolve({ needsTransaction: false, run: () => Promise.resolve() });

/** Creates handlers that run until their function in `ends` is called. */
function pendingHandlers() {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: string): Promise<void> => {
    running.push(key);
    return new Promise((resolve) => ends.set(key, resolve));
  };
  const start: PayInboxStart = {
    logger,
    process: ({ key }) => Promise.resolve({ needsTransaction: false, run: () => run(key) }),
  };
  return { running, ends, start };
}

it('handles events of one order one after another, and different orders at the same time', async () => {
  const clock = new ManualClock();
  const inbox = durableInbox({ store: new MemoryInboxStore(clock), clock });
  const { running, ends, start } = pendingHandlers();
  await inbox.start(start);
  for (const [key, order] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const)
    await inbox.receive(delivery(key, { OrderCode: order }), process);
  await clock.advance(0);
  expect(running).toEqual(['a1', 'b1']);
  ends.get('a1')?.();
  await clock.advance(0);
  expect(running).toEqual(['a1', 'b1', 'a2']);
  for (const end of ends.values()) end();
  await inbox.stop();
});

/** Wraps a store, so that its process can end: afterwards no call reaches the store, and none is answered. */
function storeOfProcess(store: MemoryInboxStore): { store: MemoryInboxStore; end: () => void } {
  let hasEnded = false;
  const never = new Promise<never>(() => undefined);
  const proxy = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => (hasEnded ? never : Reflect.apply(member, target, values));
    },
  });
  return { store: proxy, end: () => (hasEnded = true) };
}

it('moves an event that ends its process to the dead letters, but not events that ran at the same time', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  const handled: string[] = [];
  let crashes = 0;
  /** Boots a process, which ends when its handler gets the poison event. */
  async function boot(): Promise<void> {
    const processStore = storeOfProcess(store);
    let running = 0;
    await durableInbox({ store: processStore.store, clock, leaseMs: 30_000, maxAttempts: 5 }).start({
      logger,
      process: ({ key }) =>
        Promise.resolve({
          needsTransaction: false,
          run: async () => {
            running++;
            // Other events start to run at the same time, if there are any.
            await new Promise<void>((resolve) => clock.after(100, resolve));
            if (key === 'poison') {
              if (crashes > 0) expect(running).toBe(1);
              crashes++;
              processStore.end();
            }
            running--;
            if (key !== 'poison') handled.push(key);
          },
        }),
    });
  }
  const inbox = durableInbox({ store, clock, concurrency: 0 });
  const healthy = Array.from({ length: 10 }, (_, n) => `healthy ${n}`);
  for (const key of ['poison', ...healthy]) await inbox.receive(delivery(key), process);
  for (let boots = 0; boots < 20; boots++) {
    await boot();
    await clock.advance(40_000);
  }
  expect(await inbox.deadLetters()).toMatchObject([
    { reason: 'crashed', attempts: 6, delivery: { key: 'poison' } },
  ]);
  expect(crashes).toBe(6);
  expect([...new Set(handled)].sort()).toEqual(healthy);
  expect((await inbox.stats()).backlog).toBe(0);
});

it('runs an event whose lease expired alone, then continues with the others', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  const inbox = durableInbox({ store, clock, leaseMs: 30_000 });
  await inbox.receive(delivery('crashed'), process);
  await store.claim({ worker: 'ended', limit: 1, leaseMs: 30_000 });
  await clock.advance(25_000);
  const { running, ends, start } = pendingHandlers();
  await inbox.start(start);
  await inbox.receive(delivery('before'), process);
  await clock.advance(10_000);
  await inbox.receive(delivery('after'), process);
  await clock.advance(10_000);
  expect(running).toEqual(['before']);
  ends.get('before')?.();
  await clock.advance(10_000);
  expect(running).toEqual(['before', 'crashed']);
  ends.get('crashed')?.();
  await clock.advance(0);
  expect(running).toEqual(['before', 'crashed', 'after']);
  ends.get('after')?.();
  await inbox.stop();
});

it('renews the lease of a slow handler', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  const inbox = durableInbox({ store, clock, leaseMs: 900 });
  const { ends, start } = pendingHandlers();
  await inbox.start(start);
  await inbox.receive(delivery('a'), process);
  await clock.advance(10_000);
  expect(await store.claim({ worker: 'other', limit: 1, leaseMs: 900 })).toEqual([]);
  ends.get('a')?.();
  await clock.advance(0);
  expect((await inbox.stats()).backlog).toBe(0);
  await inbox.stop();
});

const failing = (problem: InboxProblem) => Promise.reject(new InboxWorkError(problem, 'why'));
const succeeding = { needsTransaction: false, run: () => Promise.resolve() };

it.each([
  ['refused', 3, 'refused', () => failing('refused')],
  ['unconfirmed', 5, 'unconfirmed', () => failing('unconfirmed')],
  ['unhandled', 5, 'unconfirmed', () => failing('unhandled')],
  [
    'confirmed and failed',
    5,
    'failed',
    () => Promise.resolve({ ...succeeding, run: () => failing('failed') }),
  ],
  [
    'unconfirmable and failed',
    5,
    'unconfirmed',
    () => Promise.resolve({ ...succeeding, confirmed: false, run: () => failing('failed') }),
  ],
] as const)(
  'moves an event that is %s to the dead letters after %d attempts',
  async (_, attempts, reason, work) => {
    const clock = new ManualClock();
    const store = new MemoryInboxStore(clock);
    const inbox = durableInbox({
      store,
      clock,
      maxAttempts: 5,
      maxRejectedAttempts: 3,
      unconfirmedMs: 0,
      retryMs: 1_000,
      random: () => 1,
    });
    let attempted = 0;
    await inbox.start({
      logger,
      process: () => {
        attempted++;
        return work();
      },
    });
    await inbox.receive(delivery('a'), process);
    await clock.advance(3_600_000);
    expect(attempted).toBe(attempts);
    expect(await inbox.deadLetters()).toMatchObject([{ reason, attempts, error: 'why' }]);
    await inbox.stop();
  },
);

const HOUR = 3_600_000;

it('retries a true event that is denied once after an outage', async () => {
  const clock = new ManualClock();
  const inbox = durableInbox({ store: new MemoryInboxStore(clock), clock, random: () => 1, pollMs: 60_000 });
  const problems: InboxProblem[] = [...Array<InboxProblem>(8).fill('unconfirmed'), 'refused'];
  let handled = 0;
  await inbox.start({
    logger,
    process: () => {
      const problem = problems.shift();
      return problem === undefined
        ? Promise.resolve({ ...succeeding, handled: () => handled++ })
        : failing(problem);
    },
  });
  await inbox.receive(delivery('true'), process);
  await clock.advance(48 * HOUR);
  expect(handled).toBe(1);
  expect(await inbox.deadLetters()).toEqual([]);
  await inbox.stop();
});

it.each([
  ['unconfirmed', 70, 75, 0],
  ['unconfirmed', 70, 75, 1],
  ['refused', 1, 3, 0],
  ['refused', 1, 3, 1],
] as const)(
  'moves an event that is %s to the dead letters after %d to %d hours (random = %d)',
  async (problem, least, most, random) => {
    const clock = new ManualClock();
    const store = new MemoryInboxStore(clock);
    const inbox = durableInbox({ store, clock, random: () => random, pollMs: least * 10_000 });
    await inbox.start({ logger, process: () => failing(problem) });
    await inbox.receive(delivery('a'), process);
    await clock.advance(least * HOUR);
    expect(await inbox.deadLetters()).toEqual([]);
    await clock.advance((most - least) * HOUR);
    expect(await inbox.deadLetters()).toMatchObject([{ reason: problem }]);
    await inbox.stop();
  },
);

it('retries an event that was stored days ago before it becomes a dead letter', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  await durableInbox({ store, clock }).receive(delivery('a'), process);
  clock.time = 90 * HOUR;
  const inbox = durableInbox({ store, clock, pollMs: 60_000 });
  let isDown = true;
  let handled = 0;
  await inbox.start({
    logger,
    process: () =>
      isDown ? failing('unconfirmed') : Promise.resolve({ ...succeeding, handled: () => handled++ }),
  });
  await clock.advance(HOUR);
  isDown = false;
  await clock.advance(HOUR);
  expect(handled).toBe(1);
  await inbox.stop();
});

it('rejects a delivery that the store does not store', async () => {
  const store = new MemoryInboxStore();
  store.add = () => Promise.reject(new Error('down'));
  await expect(durableInbox({ store }).receive(delivery('a'), process)).rejects.toThrow(PayInboxStoreError);
});

it('has one ordering key per order, whatever the format of its code, or per transaction without an order', () => {
  const orderingKeyOf = (data: Record<string, unknown>) => inboxEntryOf(delivery('k', data)).orderingKey;
  expect(orderingKeyOf({ OrderCode: 123 })).toBe('.wallet|order:123');
  expect(orderingKeyOf({ OrderCode: '00123' })).toBe(orderingKeyOf({ OrderCode: 123 }));
  const id = 'ABCDEF00-0000-4000-8000-000000000000';
  expect(orderingKeyOf({ TransactionId: id })).toBe(`.wallet|transaction:${id.toLowerCase()}`);
  expect(orderingKeyOf({ Other: 1 })).toBeNull();
  expect(orderingKeyOf({ OrderCode: '0', SessionId: 's1' })).toBe('.wallet|session:s1');
  expect(orderingKeyOf({ OrderCode: '0', OrderCodeText: '0', TransactionId: id })).toBe(
    orderingKeyOf({ TransactionId: id }),
  );
  expect(orderingKeyOf({ OrderCode: '\0'.repeat(60_000) })?.length).toBeLessThan(120);
});

it('has the same fingerprint for a retry, whose counters differ', () => {
  const fingerprintOf = (data: Record<string, unknown>) => inboxEntryOf(delivery('k', data)).fingerprint;
  expect(fingerprintOf({ Amount: 1, RetryCount: 1 })).toBe(fingerprintOf({ Amount: 1, RetryCount: 2 }));
  expect(fingerprintOf({ Amount: 1 })).not.toBe(fingerprintOf({ Amount: 2 }));
});
