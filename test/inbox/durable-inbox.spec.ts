import { beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox, PayInboxStoreError } from 'nestjs-pay';
import type { DurableInboxOptions, PayDurableInbox, PayInboxStore } from 'nestjs-pay';
import { addDeadLetter } from './store-cases.js';
import { ManualClock, paymentDelivery, startOf, unused, watchedStore } from './manual-inbox.js';
import type { InboxSteps } from './manual-inbox.js';
import { emptyInboxStores } from './stores.js';
import { withTimes } from '../times.js';
import type { TestTimes } from '../times.js';

type Confirmation = Awaited<ReturnType<InboxSteps['confirm']>>;

const SECOND = 1_000;
const HOUR = 3_600_000;
const never = <Result>(): Promise<Result> => new Promise(() => undefined);

const emptyStore = emptyInboxStores();
let clock: ManualClock;
let raw: PayInboxStore<never>;
let store: PayInboxStore<never>;
beforeEach(async () => {
  clock = new ManualClock();
  raw = emptyStore({ now: () => new Date(clock.time) }) as PayInboxStore<never>;
  await raw.migrate();
  store = watchedStore(raw, clock);
});

const open = (options: Partial<DurableInboxOptions<never>> & TestTimes = {}): PayDurableInbox =>
  durableInbox(withTimes({ store, clock, migrate: false, ...options }));
const receive = (inbox: PayDurableInbox, key: string, order = key) =>
  inbox.receive(paymentDelivery(key, { OrderCode: order }), unused);

/** Stops an inbox whose work may never end. */
async function stop(inbox: PayDurableInbox): Promise<void> {
  const stopped = inbox.stop();
  await clock.advance(20 * SECOND);
  await stopped;
}

/** Handlers that run until their function in `ends` is called. */
function pendingHandlers() {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = startOf(({ key }) => {
    running.push(key);
    return new Promise<void>((resolve) => ends.set(key, resolve));
  });
  return { running, ends, start };
}

it('handles events of one order one after another, and different orders at the same time', async () => {
  const inbox = open();
  const { running, ends, start } = pendingHandlers();
  await inbox.start(start);
  await receive(inbox, 'a1', 'a');
  await clock.settle();
  await receive(inbox, 'a2', 'a');
  await receive(inbox, 'b1', 'b');
  await clock.settle();
  expect(running).toEqual(['a1', 'b1']);
  ends.get('a1')?.();
  await clock.settle();
  expect(running).toEqual(['a1', 'b1', 'a2']);
  for (const end of ends.values()) end();
  await stop(inbox);
});

it('moves an event that ends its process to the dead letters, but not events that ran at the same time', async () => {
  const handled: string[] = [];
  let crashes = 0;
  /** Boots a process, which ends when its handler gets the poison event: afterwards no call reaches the store. */
  async function boot(): Promise<void> {
    let hasEnded = false;
    const processStore = new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]): unknown => (hasEnded ? never() : member.apply(target, values));
      },
    });
    let running = 0;
    const start = startOf(async ({ key }) => {
      running++;
      // Other events start to run at the same time, if there are any.
      await new Promise<void>((resolve) => clock.after(100, resolve));
      if (key === 'poison') {
        if (crashes > 0) expect(running).toBe(1);
        crashes++;
        hasEnded = true;
      }
      running--;
      if (key !== 'poison') handled.push(key);
    });
    await open({ store: processStore, maxAttempts: 2, pollMs: 2_000 }).start(start);
  }
  const inbox = open({ concurrency: 0 });
  const healthy = Array.from({ length: 10 }, (_, n) => `healthy ${n}`);
  for (const key of ['poison', ...healthy]) await receive(inbox, key);
  for (let boots = 0; boots < 8; boots++) {
    await boot();
    // The last wait is that of two crashes alone.
    await clock.advance(25_000);
  }
  expect(await inbox.deadLetters()).toMatchObject([
    { reason: 'crashed', attempts: 3, delivery: { key: 'poison' } },
  ]);
  expect(crashes).toBe(3);
  expect([...new Set(handled)].sort()).toEqual(healthy);
  expect((await inbox.stats()).backlog).toBe(0);
});

it('renews the lease of a slow handler', async () => {
  const inbox = open({ leaseMs: 900 });
  const { ends, start } = pendingHandlers();
  await inbox.start(start);
  await receive(inbox, 'a');
  await clock.advance(10_000);
  expect(await store.claimEvents({ worker: 'other', limit: 1, leaseMs: 900 })).toEqual([]);
  ends.get('a')?.();
  await clock.settle();
  expect((await inbox.stats()).backlog).toBe(0);
  await stop(inbox);
});

it('moves an event to the dead letters after the last attempt of its handlers', async () => {
  const inbox = open({ maxAttempts: 5, retryMs: 1_000, random: () => 1 });
  let attempted = 0;
  await inbox.start(
    startOf(() => {
      attempted++;
      throw new Error('why');
    }),
  );
  await receive(inbox, 'a');
  await clock.advance(HOUR / 10);
  expect(attempted).toBe(5);
  expect(await inbox.deadLetters()).toMatchObject([{ reason: 'failed', attempts: 5, error: 'why' }]);
  await stop(inbox);
});

describe('the confirmation of a delivery', () => {
  /** Starts an inbox whose deliveries get these results, and then are confirmed. */
  async function startWith(results: Confirmation[], random = 1) {
    const inbox = open({ random: () => random, pollMs: HOUR / 4 });
    const reads: number[] = [];
    const handled: string[] = [];
    const logged: string[] = [];
    const logger = { error: (line: unknown) => void logged.push(String(line)) };
    const started = clock.time;
    await inbox.start(
      startOf(undefined, {
        logger,
        handled: (key) => handled.push(key),
        confirm: (delivery) => {
          reads.push((clock.time - started) / HOUR);
          return Promise.resolve(results.shift() ?? { outcome: 'confirmed', delivery, isConfirmed: true });
        },
      }),
    );
    return { inbox, reads, handled, logged };
  }
  const denied: Confirmation = { outcome: 'denied', reason: 'why' };
  const failed: Confirmation = { outcome: 'failed', reason: 'the service is down' };

  it.each([0, 1])(
    'is given up after the service denied it 8 times over hours (random = %d)',
    async (random) => {
      const { inbox, reads, handled, logged } = await startWith(Array(9).fill(denied), random);
      await receive(inbox, 'a');
      await clock.advance(6 * HOUR);
      expect(reads).toHaveLength(8);
      expect(reads.at(-1)).toBeGreaterThan(1);
      expect(await inbox.stats()).toMatchObject({ unconfirmed: 0, backlog: 0, dead: 0 });
      expect(handled).toEqual([]);
      expect(logged).toEqual([
        'Hook.receive: delivery of event 1796 is dropped, because the service denied it 8 times: why',
      ]);
      await stop(inbox);
    },
  );

  it('is tried again after an outage of days and a denial', async () => {
    const { inbox, reads, handled } = await startWith([...Array<Confirmation>(80).fill(failed), denied]);
    await receive(inbox, 'a');
    await clock.advance(96 * HOUR);
    expect(reads.length).toBeGreaterThan(80);
    expect(handled).toEqual(['a']);
    await stop(inbox);
  });

  it('waits as long as its sender has no reads left, and counts no attempt for that', async () => {
    const overLimit = { outcome: 'over-limit', reason: 'why', waitMs: HOUR } as const;
    const { inbox, reads, handled } = await startWith(Array(20).fill(overLimit));
    await receive(inbox, 'a');
    await clock.advance(30 * HOUR);
    expect(reads).toHaveLength(21);
    expect(handled).toEqual(['a']);
    await stop(inbox);
  });

  it('is delayed more each time it fails with an error of its own', async () => {
    let reads = 0;
    const inbox = open({ pollMs: 60_000 });
    await inbox.start(
      startOf(undefined, {
        confirm: () => {
          reads++;
          throw new TypeError('a bug');
        },
      }),
    );
    await receive(inbox, 'a');
    await clock.advance(HOUR);
    expect(reads).toBeGreaterThan(3);
    expect(reads).toBeLessThan(20);
    expect(await inbox.stats()).toMatchObject({ unconfirmed: 1 });
    await stop(inbox);
  });

  it('may take longer than a lease, and is repeated soon after its process ended', async () => {
    const confirm: InboxSteps['confirm'] = async (delivery) => {
      await new Promise<void>((resolve) => clock.after(25 * SECOND, resolve));
      return { outcome: 'confirmed', delivery, isConfirmed: true };
    };
    let reads = 0;
    const handled: string[] = [];
    const inboxes = [open(), open()];
    for (const inbox of inboxes)
      await inbox.start(
        startOf(undefined, {
          confirm: (one) => {
            reads++;
            return confirm(one);
          },
          handled: (key) => handled.push(key),
        }),
      );
    await receive(inboxes[0]!, 'a');
    await clock.advance(26 * SECOND);
    expect({ reads, handled }).toEqual({ reads: 1, handled: ['a'] });
    await receive(open({ concurrency: 0 }), 'b');
    // Its process claimed it, and ended.
    await store.claimDeliveries('service', 1, 6_000);
    await clock.advance(7 * SECOND);
    expect(reads).toBe(2);
    await Promise.all(inboxes.map(stop));
  });

  it('begins for a delivery of the service while others, and those of unknown senders, do not end', async () => {
    const inbox = open({ concurrency: 4 });
    const reads: string[] = [];
    await inbox.start(
      startOf(undefined, {
        confirm: (delivery) => {
          reads.push(delivery.key);
          if (delivery.key !== 'true') return never();
          return Promise.resolve({ outcome: 'confirmed', delivery, isConfirmed: true });
        },
      }),
    );
    for (let n = 1; n <= 50; n++)
      await inbox.receive(paymentDelivery(`forged ${n}`, { OrderCode: 1 }, { sender: 'unknown' }), unused);
    for (let n = 1; n <= 3; n++) await receive(inbox, `slow ${n}`);
    await clock.advance(5 * SECOND);
    await receive(inbox, 'true');
    await clock.settle();
    expect(reads).toContain('true');
    await stop(inbox);
  });
});

it('rejects a delivery that the store does not store, or not in time', async () => {
  const failing = open({
    store: watchedStore(raw, clock, { addDelivery: () => Promise.reject(new Error('down')) }),
  });
  await expect(receive(failing, 'a')).rejects.toThrow(PayInboxStoreError);
  const received = receive(open({ store: watchedStore(raw, clock, { addDelivery: never }) }), 'a');
  const rejected = expect(received).rejects.toThrow(
    'the event could not be stored: the store did not respond',
  );
  await clock.advance(10 * SECOND);
  await rejected;
});

it('logs one line for each outage of the store', async () => {
  let isDown = false;
  const logged: string[] = [];
  const failing = <Method extends 'claimDeliveries' | 'claimEvents'>(method: Method) =>
    ((...values: never[]) =>
      isDown
        ? Promise.reject(new Error('down'))
        : (raw[method] as (...values: never[]) => Promise<unknown>)(
            ...values,
          )) as unknown as (typeof raw)[Method];
  const claims = { claimDeliveries: failing('claimDeliveries'), claimEvents: failing('claimEvents') };
  const inbox = open({ store: watchedStore(raw, clock, claims) });
  await inbox.start(startOf(undefined, { logger: { error: (line) => void logged.push(String(line)) } }));
  for (const isNowDown of [true, false, true, false]) {
    isDown = isNowDown;
    await clock.advance(10 * SECOND);
  }
  const line = 'the inbox store failed, and is retried every 1000 ms: down';
  expect(logged).toEqual([line, line]);
  await stop(inbox);
});

it('continues when a claim times out, and releases events that are claimed too late', async () => {
  let response: (() => void) | undefined;
  const attempts: number[] = [];
  const claimEvents: typeof raw.claimEvents = async (claim) => {
    const claimed = await raw.claimEvents(claim);
    if (claimed.length > 0 && response === undefined)
      await new Promise<void>((resolve) => (response = resolve));
    else attempts.push(...claimed.map(({ attempt }) => attempt));
    return claimed;
  };
  const inbox = open({ store: watchedStore(raw, clock, { claimEvents }), leaseMs: HOUR });
  await inbox.start(startOf());
  await receive(inbox, 'a');
  await clock.advance(12 * SECOND);
  expect((await inbox.stats()).backlog).toBe(1);
  response?.();
  await clock.advance(2 * SECOND);
  expect((await inbox.stats()).backlog).toBe(0);
  expect(attempts).toEqual([1]);
  await stop(inbox);
});

it.each(['claimDeliveries', 'claimEvents', 'release', 'postponeDelivery'] as const)(
  'stops in time when %s hangs',
  async (method) => {
    const inbox = open({ store: watchedStore(raw, clock, { [method]: never }), drainMs: 100 });
    await inbox.start(startOf(never, method === 'postponeDelivery' ? { confirm: never } : {}));
    await receive(inbox, 'a');
    await clock.settle();
    let isStopped = false;
    void inbox.stop().then(() => (isStopped = true));
    await clock.advance(2_200);
    expect(isStopped).toBe(true);
  },
);

it('gives a delivery back whose confirmation does not end before the inbox stops', async () => {
  const inbox = open({ drainMs: 100 });
  await inbox.start(startOf(undefined, { confirm: never }));
  await receive(inbox, 'a');
  await clock.settle();
  await stop(inbox);
  const next = open();
  const handled: string[] = [];
  await next.start(startOf(undefined, { handled: (key) => handled.push(key) }));
  await clock.settle();
  expect(handled).toEqual(['a']);
  await stop(next);
});

it('works after a restart when it was stopped during a claim', async () => {
  let claims = 0;
  const claimEvents: typeof raw.claimEvents = async (claim) => {
    const claimed = await raw.claimEvents(claim);
    if (claimed.length > 0 && claims++ === 0) await new Promise<void>((resolve) => clock.after(50, resolve));
    return claimed;
  };
  const inbox = open({ store: watchedStore(raw, clock, { claimEvents }), concurrency: 1 });
  let handled = 0;
  const start = startOf(() => handled++);
  await inbox.start(start);
  await receive(inbox, 'a');
  await clock.settle();
  expect(claims).toBe(1);
  const stopped = inbox.stop();
  await clock.advance(100);
  await stopped;
  expect(handled).toBe(0);
  await inbox.start(start);
  await clock.settle();
  expect(handled).toBe(1);
  await stop(inbox);
});

it('does not begin an event that waited in a blocked process until its lease may have expired', async () => {
  const inbox = open({ concurrency: 1, leaseMs: 30_000 });
  const started: string[] = [];
  let end = (): void => undefined;
  const store = open({ concurrency: 0 });
  for (let n = 1; n <= 20; n++) await receive(store, `${n}`.padStart(3, '0'));
  for (const key of ['900 slow', '901 late']) {
    clock.time++;
    await receive(store, key);
  }
  await inbox.start(
    startOf(async ({ key }) => {
      started.push(key);
      if (key === '900 slow') await new Promise<void>((resolve) => (end = resolve));
    }),
  );
  await clock.settle();
  expect(started.at(-1)).toBe('900 slow');
  // The process is blocked: its timers are late, and the handler ends first.
  clock.time += 40 * SECOND;
  end();
  await clock.settle();
  expect(started.at(-1)).toBe('900 slow');
  await clock.advance(5 * SECOND);
  expect(started.at(-1)).toBe('901 late');
  await stop(inbox);
});

it('stays stopped when it is stopped while its tables are created', async () => {
  let migrated = (): void => undefined;
  const migrate = () => new Promise<void>((resolve) => (migrated = resolve));
  const inbox = open({ store: watchedStore(raw, clock, { migrate }), migrate: true });
  let handled = 0;
  await receive(inbox, 'a');
  const starting = inbox.start(startOf(() => handled++));
  const stopped = inbox.stop();
  migrated();
  await starting;
  await clock.advance(20 * SECOND);
  await stopped;
  expect(handled).toBe(0);
});

it('fails a handler that does not end, so that its order continues', async () => {
  const inbox = open({ handlerTimeoutMs: 60 * SECOND, maxAttempts: 1, pollMs: 10 * SECOND });
  await inbox.start(startOf(never));
  await receive(inbox, 'a');
  await clock.advance(59 * SECOND);
  expect(await inbox.deadLetters()).toEqual([]);
  await clock.advance(SECOND);
  expect(await inbox.deadLetters()).toMatchObject([
    { reason: 'failed', error: expect.stringMatching(/did not end within 60000 ms \(handlerTimeoutMs\)/) },
  ]);
  await stop(inbox);
});

it('does not keep the process alive for a handler that did not end before the inbox was stopped', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
  const before = timers();
  const inbox = durableInbox({ store: raw, drainMs: 1 });
  let run = 0;
  await inbox.start(
    startOf(() => {
      run++;
      return never();
    }),
  );
  await receive(inbox, 'a');
  while (run === 0) await new Promise((resolve) => setImmediate(resolve));
  await inbox.stop();
  // A timer of an earlier test can have ended meanwhile.
  expect(timers()).toBeLessThanOrEqual(before);
});

it('replays all dead letters of a reason, oldest first', async () => {
  const ids: string[] = [];
  for (let n = 1; n <= 105; n++)
    ids.push(await addDeadLetter(store, `${n}`, n === 105 ? 'crashed' : 'failed'));
  const replayed: string[] = [];
  const replay: typeof raw.replay = (id) => {
    replayed.push(id);
    return raw.replay(id);
  };
  const inbox = open({ store: watchedStore(raw, clock, { replay }), concurrency: 0 });
  expect(await inbox.replayAll({ reason: 'failed', account: 'other' })).toBe(0);
  expect(await inbox.replayAll({ reason: 'failed' })).toBe(104);
  expect(replayed).toEqual(ids.slice(0, -1));
  expect(await inbox.stats()).toMatchObject({ backlog: 104, dead: 1 });
});

it('does not start if transactions could use all connections', async () => {
  const limited = watchedStore(raw, clock, { connections: 9 });
  const start = startOf(undefined, { usesTransactions: true });
  await expect(open({ store: limited }).start(start)).rejects.toThrow(
    /9 connections for a concurrency of 8.*10 or more/,
  );
  const inbox = open({ store: limited, concurrency: 7 });
  await inbox.start(start);
  await stop(inbox);
});

const someStore = { addDelivery: never, claimEvents: never } as unknown as PayInboxStore;
it.each<[object | undefined, RegExp]>([
  [undefined, /^inbox\.store is missing: use postgresStore\(\) or pgliteStore\(\)$/],
  [{}, /inbox\.store is missing/],
  [someStore, /inbox\.store is missing/],
  [
    { store: {} },
    /inbox\.store must be an inbox store, for example postgresStore\(\{ pool \}\) \(received an object\)/,
  ],
  [{ store: someStore, retentionMS: 5 }, /retentionMS is not an option: did you mean retentionMs\?/],
  [
    { store: someStore, concurrency: -1 },
    /^inbox\.concurrency must be a whole number from 0 to 1000, for example 8 \(received -1\)$/,
  ],
])('rejects the options %j', (options, problem) => {
  expect(() => durableInbox(options as never)).toThrow(problem);
});
