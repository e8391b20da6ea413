import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import type { ClaimedInboxEntry, NewInboxEntry } from 'nestjs-pay';
import { redisStore } from 'nestjs-pay/redis';
import type { RedisStore, RedisStoreOptions } from 'nestjs-pay/redis';
import { until } from '../until.js';
import { HAS_REDIS_BINARY, startRedis } from './redis-server.js';

const CLAIM = { worker: 'w', limit: 100, leaseMs: 60_000 };
const entry = (key: string): NewInboxEntry =>
  ({
    key,
    fingerprint: 'f',
    lane: null,
    delivery: { key, account: null, event: { data: {} } },
  }) as unknown as NewInboxEntry;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(...settings: string[]) {
  const server = await startRedis(...settings);
  closing.push(() => server.stop());
  return server;
}

function storeOn(options: RedisStoreOptions): RedisStore {
  const store = redisStore(options);
  closing.push(() => store.close());
  return store;
}

function clientOn(url: string): Redis {
  const client = new Redis(url);
  client.on('error', () => undefined);
  closing.push(() => Promise.resolve(client.disconnect()));
  return client;
}

/** Given to Node, which writes them to stderr. */
async function warnings(act: () => Promise<unknown>): Promise<string[]> {
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await act();
  const heard = warn.mock.calls.map((said) => JSON.stringify(said));
  warn.mockRestore();
  return heard;
}

const ownServer = HAS_REDIS_BINARY ? describe : describe.skip;
ownServer('a Redis server', () => {
  it('that may evict any key is refused at boot', async () => {
    const { url } = await start('--maxmemory-policy', 'allkeys-lru');
    await expect(storeOn({ connection: { url } }).migrate()).rejects.toThrow(
      /maxmemory-policy allkeys-lru.*would be lost.*noeviction/,
    );
  });

  it('that writes nothing down is warned of; one that does is not', async () => {
    const forgetful = await start('--appendonly', 'no');
    const said = await warnings(() => storeOn({ connection: { url: forgetful.url } }).migrate());
    expect(said).toEqual([expect.stringMatching(/appendonly yes.*appendfsync always.*PayInboxWarning/)]);
    const careful = await start('--maxmemory-policy', 'volatile-lru');
    expect(await warnings(() => storeOn({ connection: { url: careful.url } }).migrate())).toEqual([]);
  });

  it('that may not be asked for its settings is warned of', async () => {
    const { url } = await start();
    const admin = clientOn(url);
    await admin.call('ACL', 'SETUSER', 'pay', 'on', '>secret', '~{pay}:*', '+@all', '-info');
    const store = storeOn({
      connection: { url, username: 'pay', password: 'secret', enableReadyCheck: false },
    });
    expect(await warnings(() => store.migrate())).toEqual([expect.stringMatching(/INFO/)]);
    expect(await store.add(entry('a'))).toBe('stored');
  });

  it('that crashes and starts again has all that was stored, leases and all', async () => {
    const server = await start('--appendfsync', 'always');
    const connection = clientOn(server.url);
    const store = storeOn({ connection });
    for (const key of ['a', 'b', 'c']) await store.add(entry(key));
    const [a, b] = await store.claim({ ...CLAIM, limit: 2 });
    await store.complete(a!);
    await server.crash();
    await server.start();
    await until(() =>
      store.stats().then(
        ({ backlog }) => backlog === 2,
        () => false,
      ),
    );
    expect(await store.add(entry('a'))).toBe('duplicate');
    expect((await store.claim(CLAIM)).map(({ delivery }) => delivery.key)).toEqual(['c']);
    expect(await store.complete(b!)).toBe(true);
  });

  it.each([
    ['a client without a limit of its own', (url: string) => new Redis(url, { maxRetriesPerRequest: null })],
    ['a connection that it opens', (url: string) => ({ url })],
  ])('that is away is given up in time, with %s, and taken up again', async (_, connect) => {
    const server = await start();
    const connection = connect(server.url);
    if (connection instanceof Redis) {
      connection.on('error', () => undefined);
      closing.push(() => Promise.resolve(connection.disconnect()));
    }
    const store = storeOn({ connection, timeoutMs: 2_000 });
    expect(await store.add(entry('a'))).toBe('stored');
    await server.crash();
    await expect(store.add(entry('b'))).rejects.toThrow();
    await server.start();
    await until(() =>
      store.add(entry('c')).then(
        () => true,
        () => false,
      ),
    );
    expect((await store.stats()).backlog).toBeGreaterThanOrEqual(2);
  });

  it('that answers a claim too late has its entries back at once', async () => {
    const { url } = await start();
    const admin = clientOn(url);
    const store = storeOn({ connection: clientOn(url), timeoutMs: 2_000 });
    await store.add(entry('a'));
    await admin.call('CLIENT', 'PAUSE', '4000', 'ALL');
    await expect(store.claim(CLAIM)).rejects.toThrow(/did not answer/);
    const claimed: ClaimedInboxEntry[] = [];
    const again = () =>
      store.claim(CLAIM).then(
        (more) => claimed.push(...more) > 0,
        () => false,
      );
    await until(again);
    expect(claimed).toMatchObject([{ delivery: { key: 'a' }, attempt: 1 }]);
  });

  it('that is not there stops the boot, and says so', async () => {
    const server = await start();
    await server.crash();
    // ioredis holds on to a socket that never was for so long.
    const connection = { url: server.url, disconnectTimeout: 1 };
    const store = storeOn({ connection, timeoutMs: 300 });
    await expect(store.migrate()).rejects.toThrow(/Redis did not answer within 300 ms/);
  });

  it('that is full refuses new deliveries whole, and lets what it has be worked on', async () => {
    const { url } = await start();
    const admin = clientOn(url);
    const store = storeOn({ connection: clientOn(url) });
    await store.add(entry('a'));
    await admin.config('SET', 'maxmemory', '1');
    await expect(store.add(entry('b'))).rejects.toThrow(/OOM/);
    const [a] = await store.claim(CLAIM);
    expect(a?.delivery.key).toBe('a');
    expect(await store.complete(a!)).toBe(true);
    await admin.config('SET', 'maxmemory', '0');
    expect(await store.add(entry('b'))).toBe('stored');
    expect(await store.stats()).toMatchObject({ backlog: 1 });
  });
});
