import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import type { ClaimedInboxEntry, NewInboxEntry } from 'nestjs-pay';
import { redisStore } from 'nestjs-pay/redis';
import type { RedisStore } from 'nestjs-pay/redis';
import { deleteKeys, HAS_REDIS, openRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';
import { fakeTime } from './stores.js';

const LEASE_MS = 1_000;
const RETRY = { error: 'e', retryInMs: 0, holdsLane: true };
const prefix = `store_${process.pid}`;

const entry = (key: string, lane: string | null = null, fingerprint = 'f'): NewInboxEntry =>
  ({
    key,
    fingerprint,
    lane,
    delivery: { key, account: null, event: { data: {} } },
  }) as unknown as NewInboxEntry;
const keysOf = (claimed: ClaimedInboxEntry[]): string[] => claimed.map(({ delivery }) => delivery.key);

const onRedis = HAS_REDIS ? describe : describe.skip;
onRedis('a store in Redis', () => {
  let server: RedisServer;
  let connection: Redis;
  let store: RedisStore;
  let advance: (ms: number) => void;
  beforeAll(async () => {
    server = await openRedis();
    connection = new Redis(server.url);
  });
  afterAll(async () => {
    await connection.quit();
    await server.stop();
  });
  beforeEach(() => {
    const time = fakeTime();
    advance = time.advance;
    store = redisStore({ connection, prefix, now: time.now });
  });
  afterEach(() => deleteKeys(connection, prefix));

  const claim = (limit = 100) => store.claim({ worker: 'w', limit, leaseMs: LEASE_MS });

  it('keeps a lease that is renewed late, when others were handed out before it', async () => {
    for (const key of ['a', 'b']) await store.add(entry(key));
    const [, b] = await claim();
    advance(LEASE_MS);
    expect(keysOf(await claim(1))).toEqual(['a']);
    expect(await store.renew(b!, LEASE_MS)).toBe(true);
    expect(await claim()).toEqual([]);
    expect(await store.complete(b!)).toBe(true);
  });

  it('goes on in the lane of an entry that turned out to be a repeat', async () => {
    await store.add(entry('a', null, 'forged'));
    await store.bury((await claim())[0]!, 'failed', 'e');
    await store.add(entry('a', 'x', 'true'));
    await store.add(entry('b', 'x'));
    const [working] = await claim();
    const [letter] = await store.deadLetters();
    await store.discard(letter!.id);
    await store.fail(working!, RETRY);
    expect(await claim()).toEqual([]);
    expect(keysOf(await claim())).toEqual(['b']);
  });

  it('works through more than it looks at in one claim', async () => {
    const COUNT = 2_500;
    const keys = Array.from({ length: COUNT }, (_, at) => String(at));
    await Promise.all(keys.map((key) => store.add(entry(key, `lane ${Number(key) % 50}`))));
    for (let done = 0; done < COUNT; done += 50) {
      const claimed = await claim();
      expect(claimed).toHaveLength(50);
      await Promise.all(claimed.map((one) => store.complete(one)));
    }
    expect(await store.stats()).toMatchObject({ backlog: 0 });
    advance(1);
    expect(await store.forget(0)).toBe(COUNT);
    expect(await connection.keys(`{${prefix}}:*`)).toEqual([`{${prefix}}:inbox:ids`]);
  }, 30_000);

  it('takes time from Redis, not from the process', async () => {
    const real = redisStore({ connection, prefix });
    await real.add(entry('a'));
    const [seconds] = await connection.time();
    const received = await connection.zscore(`{${prefix}}:inbox:open`, '1');
    expect(Math.abs(Number(received) - Number(seconds) * 1_000)).toBeLessThan(10_000);
    expect((await real.stats()).oldestAgeMs).toBeGreaterThanOrEqual(0);
  });

  it('keeps inboxes apart by their prefix, and each in one slot of a cluster', async () => {
    const other = redisStore({ connection, prefix: `${prefix}.other` });
    await store.add(entry('a', 'x'));
    expect(await other.add(entry('a', 'x'))).toBe('stored');
    await store.complete((await claim())[0]!);
    expect(await other.stats()).toMatchObject({ backlog: 1 });
    const slots = (await connection.keys(`{${prefix}.other}:*`)).map((key) =>
      key.replace(/^(\{.*?\}).*/, '$1'),
    );
    expect(new Set(slots)).toEqual(new Set([`{${prefix}.other}`]));
    await deleteKeys(connection, `${prefix}.other`);
  });

  it('leaves an inbox alone that another layout was written in', async () => {
    await store.migrate();
    await connection.set(`{${prefix}}:inbox:layout`, 2);
    await expect(store.migrate()).rejects.toThrow(/another version of the library \(layout 2\)/);
  });

  it('has no transaction', async () => {
    expect(store.transactional).toBe(false);
    await expect(store.work({ id: '1', token: 't' }, () => Promise.resolve())).rejects.toThrow(
      /no transaction/,
    );
  });

  it('leaves a client open that it was given, ends one that it opened, and then refuses', async () => {
    await store.close();
    await expect(store.stats()).rejects.toThrow(/was closed/);
    expect(await connection.ping()).toBe('PONG');
    const name = `pay-own-${process.pid}`;
    const own = redisStore({ connection: { url: server.url, connectionName: name }, prefix });
    await own.stats();
    expect(await connection.client('LIST')).toContain(name);
    await own.close();
    expect(await connection.client('LIST')).not.toContain(name);
  });

  it.each([
    [{ prefix: '{a}' }, /prefix/],
    [{ prefix: '' }, /prefix/],
    [{ timeoutMs: 0 }, /timeoutMs/],
  ])('refuses the options %o', (options, message) => {
    expect(() => redisStore({ connection, ...options })).toThrow(message);
  });
});
