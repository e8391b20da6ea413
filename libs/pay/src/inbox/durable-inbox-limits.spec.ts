import { expect, it, jest } from '@jest/globals';
import { durableInbox } from './durable-inbox.js';
import type { ClaimedInboxEntry } from './inbox-store.js';
import { deliveryForTest as delivery, ManualClock } from './manual-clock.testing.js';
import { MemoryInboxStore } from './memory-store.js';

const SECOND = 1_000;
const never = <Result>(): Promise<Result> => new Promise(() => undefined);
const logger = { error: () => undefined };
const ignore = () => Promise.resolve({ needsTransaction: false, run: () => Promise.resolve() });
const handling = (run: () => void | Promise<void>) => ({
  logger,
  process: () => Promise.resolve({ needsTransaction: false, run: async () => run() }),
});

it('continues when a claim times out, and releases entries that are claimed too late', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  const claim = store.claim.bind(store);
  let answer = (): void => undefined;
  jest.spyOn(store, 'claim').mockImplementationOnce(async (request) => {
    const claimed = await claim(request);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return claimed;
  });
  const inbox = durableInbox({ store, clock, leaseMs: 3_600_000 });
  const attempts: number[] = [];
  await inbox.receive(delivery('a'), ignore);
  await inbox.start({
    logger,
    process: () => Promise.resolve({ needsTransaction: false, run: () => Promise.resolve() }),
  });
  const claimed: ClaimedInboxEntry[][] = [];
  jest.spyOn(store, 'claim').mockImplementation(async (request) => {
    const got = await claim(request);
    claimed.push(got);
    return got;
  });
  await clock.advance(12 * SECOND);
  expect((await inbox.stats()).backlog).toBe(1);
  answer();
  await clock.advance(2 * SECOND);
  expect((await inbox.stats()).backlog).toBe(0);
  for (const { attempt } of claimed.flat()) attempts.push(attempt);
  expect(attempts).toEqual([1]);
  await inbox.stop();
});

it('rejects a delivery in time when the store does not answer', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  store.add = never;
  const received = durableInbox({ store, clock }).receive(delivery('a'), ignore);
  const rejected = expect(received).rejects.toThrow(
    'the event could not be stored: the store did not answer',
  );
  await clock.advance(10 * SECOND);
  await rejected;
});

it.each([
  ['a claim', 'claim'],
  ['a release', 'release'],
] as const)('stops in time when %s hangs', async (_, method) => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  if (method === 'claim') store.claim = never;
  else store.release = never;
  const inbox = durableInbox({ store, clock, drainMs: 100 });
  await inbox.start(handling(never));
  await inbox.receive(delivery('a'), ignore);
  await clock.advance(0);
  let isStopped = false;
  void inbox.stop().then(() => (isStopped = true));
  await clock.advance(2_200);
  expect(isStopped).toBe(true);
});

it('works after a restart when it was stopped during a claim', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  const claim = store.claim.bind(store);
  jest.spyOn(store, 'claim').mockImplementationOnce(async (request) => {
    const claimed = await claim(request);
    await new Promise<void>((resolve) => clock.after(50, resolve));
    return claimed;
  });
  const inbox = durableInbox({ store, clock, concurrency: 1 });
  let handled = 0;
  const start = handling(() => void handled++);
  await inbox.receive(delivery('a'), ignore);
  await inbox.start(start);
  const stopped = inbox.stop();
  await clock.advance(100);
  await stopped;
  expect(handled).toBe(0);
  await inbox.start(start);
  await clock.advance(0);
  expect(handled).toBe(1);
  await inbox.stop();
});

it('reserves half of its concurrency for the service while deliveries of unknown senders are slow', async () => {
  const clock = new ManualClock();
  const inbox = durableInbox({
    store: new MemoryInboxStore(clock),
    clock,
    concurrency: 4,
    random: () => 0.5,
  });
  const working: string[] = [];
  await inbox.start({
    logger,
    process: ({ key }) => {
      working.push(key);
      return key.startsWith('forged')
        ? never()
        : Promise.resolve({ needsTransaction: false, run: () => Promise.resolve() });
    },
  });
  for (let n = 1; n <= 10; n++)
    await inbox.receive({ ...delivery(`forged ${n}`), sender: 'unknown' }, ignore);
  await inbox.receive({ ...delivery('true'), sender: 'service' }, ignore);
  await clock.advance(5 * SECOND);
  expect(working).toEqual(['forged 1', 'forged 2', 'true']);
  // Postponed entries count no attempt, so none becomes a dead letter.
  await clock.advance(600 * SECOND);
  expect(await inbox.stats()).toMatchObject({ backlog: 10, dead: 0, unconfirmed: 0, refused: 0 });
  const stopped = inbox.stop();
  await clock.advance(20 * SECOND);
  await stopped;
});

it('reaches a delivery of the service at once behind hundreds of unknown senders', async () => {
  const clock = new ManualClock();
  const inbox = durableInbox({ store: new MemoryInboxStore(clock), clock, concurrency: 4 });
  for (let n = 1; n <= 300; n++)
    await inbox.receive({ ...delivery(`forged ${n}`), sender: 'unknown' }, ignore);
  await inbox.receive({ ...delivery('true'), sender: 'service' }, ignore);
  const working: string[] = [];
  await inbox.start({
    logger,
    process: ({ key }) => {
      working.push(key);
      return key.startsWith('forged') ? never() : ignore();
    },
  });
  await clock.advance(0);
  expect(working).toContain('true');
  const stopped = inbox.stop();
  await clock.advance(20 * SECOND);
  await stopped;
});

it('does not begin an entry that waited in a blocked process until its lease may have expired', async () => {
  const clock = new ManualClock();
  const inbox = durableInbox({ store: new MemoryInboxStore(clock), clock, concurrency: 1, leaseMs: 30_000 });
  const started: string[] = [];
  let end = (): void => undefined;
  const fast = 20;
  for (let n = 1; n <= fast; n++) await inbox.receive(delivery(`fast ${n}`), ignore);
  for (const key of ['slow', 'late']) await inbox.receive(delivery(key), ignore);
  await inbox.start({
    logger,
    process: ({ key }) =>
      Promise.resolve({
        needsTransaction: false,
        run: async () => {
          started.push(key);
          if (key === 'slow') await new Promise<void>((resolve) => (end = resolve));
        },
      }),
  });
  await clock.advance(0);
  expect(started.at(-1)).toBe('slow');
  // The process is blocked: its timers are late, and the handler ends first.
  clock.time += 40 * SECOND;
  end();
  await clock.settle();
  expect(started.at(-1)).toBe('slow');
  await clock.advance(5 * SECOND);
  expect(started.at(-1)).toBe('late');
  await inbox.stop();
});

it('stays stopped when it is stopped while its tables are created', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  let migrated = (): void => undefined;
  Object.assign(store, { migrate: () => new Promise<void>((resolve) => (migrated = resolve)) });
  const inbox = durableInbox({ store, clock });
  let handled = 0;
  await inbox.receive(delivery('a'), ignore);
  const starting = inbox.start(handling(() => void handled++));
  const stopped = inbox.stop();
  migrated();
  await starting;
  await clock.advance(20 * SECOND);
  await stopped;
  expect(handled).toBe(0);
});

it('fails a handler that does not end, so that its order continues', async () => {
  const clock = new ManualClock();
  const inbox = durableInbox({
    store: new MemoryInboxStore(clock),
    clock,
    handlerTimeoutMs: 60 * SECOND,
    maxAttempts: 1,
    pollMs: 10 * SECOND,
  });
  await inbox.start(handling(never));
  await inbox.receive(delivery('a'), ignore);
  await clock.advance(59 * SECOND);
  expect(await inbox.deadLetters()).toEqual([]);
  await clock.advance(SECOND);
  expect(await inbox.deadLetters()).toMatchObject([
    { reason: 'failed', error: expect.stringMatching(/did not end within 60000 ms \(handlerTimeoutMs\)/) },
  ]);
  await inbox.stop();
});

it('does not keep the process alive for a handler that did not end before the inbox was stopped', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
  const before = timers();
  const inbox = durableInbox({ store: new MemoryInboxStore(), drainMs: 1 });
  let run = 0;
  await inbox.start(
    handling(() => {
      run++;
      return never();
    }),
  );
  await inbox.receive(delivery('a'), ignore);
  while (run === 0) await new Promise((resolve) => setImmediate(resolve));
  await inbox.stop();
  expect(timers()).toBe(before);
});

it('replays all dead letters of a reason, oldest first', async () => {
  const clock = new ManualClock();
  const store = new MemoryInboxStore(clock);
  const inbox = durableInbox({ store, clock, concurrency: 0 });
  for (let n = 1; n <= 250; n++) await inbox.receive(delivery(`e${n}`, { OrderCode: 1, n }), ignore);
  for (let n = 1; n <= 250; n++) {
    const [claimed] = await store.claim({ worker: 'w', limit: 1, leaseMs: SECOND });
    if (claimed === undefined) throw new Error('nothing is due');
    await store.moveToDeadLetters(claimed, n === 250 ? 'failed' : 'unconfirmed', 'the service was down');
  }
  const replayed = jest.spyOn(store, 'replay');
  expect(await inbox.replayAll({ reason: 'unconfirmed', account: 'other' })).toBe(0);
  expect(await inbox.replayAll({ reason: 'unconfirmed' })).toBe(249);
  expect(replayed.mock.calls.map(([id]) => Number(id))).toEqual(Array.from({ length: 249 }, (_, n) => n + 1));
  expect(await inbox.stats()).toMatchObject({ backlog: 249, unconfirmed: 0, dead: 1 });
});

it('does not start if transactions could use all connections', async () => {
  const store = Object.assign(new MemoryInboxStore(), { connections: 9 });
  const start = { ...handling(() => undefined), usesTransactions: true };
  await expect(durableInbox({ store }).start(start)).rejects.toThrow(
    /9 connections for a concurrency of 8.*10 or more/,
  );
  const inbox = durableInbox({ store, concurrency: 7 });
  await inbox.start(start);
  await inbox.stop();
});

it.each<[object | undefined, RegExp]>([
  [undefined, /^inbox\.store is missing: use postgresStore\(\) or pgliteStore\(\)$/],
  [{}, /inbox\.store is missing/],
  [new MemoryInboxStore(), /inbox\.store is missing/],
  [
    { store: {} },
    /inbox\.store must be an inbox store, for example postgresStore\(\{ pool \}\) \(received an object\)/,
  ],
  [
    { store: new MemoryInboxStore(), retentionMS: 5 },
    /retentionMS is not an option: did you mean retentionMs\?/,
  ],
  [
    { store: new MemoryInboxStore(), concurrency: -1 },
    /^inbox\.concurrency must be a whole number from 0 to 1000, for example 8 \(received -1\)$/,
  ],
])('rejects the options %j', (options, problem) => {
  expect(() => durableInbox(options as never)).toThrow(problem);
});
