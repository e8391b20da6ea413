import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Command, Redis } from 'ioredis';
import { PayJournal, PayWallet } from 'nestjs-pay/client';
import type { JournalTurn } from 'nestjs-pay/client';
import { redisJournal } from 'nestjs-pay/redis';
import type { RedisJournal } from 'nestjs-pay/redis';
import { createPaySimulator } from 'nestjs-pay/simulator';
import { until } from '../until.js';
import { HAS_REDIS_BINARY, startRedis } from '../inbox/redis-server.js';
import type { RedisServer } from '../inbox/redis-server.js';

const LEASE_MS = 60_000;
const entry = (key: string) => ({ key, fingerprint: 'f', inquiry: null });
const tokenOf = (turn: JournalTurn): string => ('token' in turn ? turn.token : '');

/** Sends each script a second time before it tells the second answer, as a client does that lost its connection in between. */
class TwiceSending extends Redis {
  override sendCommand(command: Command): unknown {
    if (!/^eval/.test(command.name)) return super.sendCommand(command);
    const again = new Command(command.name, [...command.args], { replyEncoding: 'utf8' });
    const first = super.sendCommand(again) as Promise<unknown>;
    return first.catch(() => undefined).then(() => super.sendCommand(command));
  }
}

const ownServer = HAS_REDIS_BINARY ? describe : describe.skip;
ownServer('a journal on a Redis server of its own', () => {
  let server: RedisServer;
  let admin: Redis;
  let store: RedisJournal;
  beforeEach(async () => {
    server = await startRedis('--appendfsync', 'always');
    admin = clientOf();
    store = redisJournal({ connection: admin });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.disconnect();
    await server.stop();
  });
  const clients: Redis[] = [];
  const clientOf = (Client: typeof Redis = Redis): Redis => {
    const client = new Client(server.url, { retryStrategy: () => 20 });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };

  it('sends nothing where a key may be thrown away', async () => {
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const simulator = await createPaySimulator({ clock: 'manual' });
    const wallet = new PayWallet({
      ...simulator.credentials.merchant,
      endpoints: simulator.endpoints,
      dev: true,
    });
    const journal = new PayJournal({ store });
    const order = () => journal.once('order-1', () => wallet.payments.createOrder({ amount: 100 }));
    await expect(journal.migrate()).rejects.toThrow(
      /allkeys-lru.*entries of calls that moved money would be lost/,
    );
    expect(await order()).toMatchObject({ code: 'journalerror' });
    expect(simulator.orders.list()).toEqual([]);
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    expect(await order()).toMatchObject({ success: true });
    await wallet.close();
    await simulator.close();
  });

  it('that is full takes no key, and has those whole that it took', async () => {
    const lease = { key: 'a', token: tokenOf(await store.begin(entry('a'), LEASE_MS)) };
    const other = { key: 'b', token: tokenOf(await store.begin(entry('b'), LEASE_MS)) };
    await admin.config('SET', 'maxmemory', '1');
    await expect(store.begin(entry('c'), LEASE_MS)).rejects.toThrow(/OOM/);
    await expect(store.complete(lease, '{}', 't-1')).rejects.toThrow(/OOM/);
    expect(await store.release(other)).toBe(true);
    await admin.config('SET', 'maxmemory', '0');
    expect(await store.find('c')).toBeNull();
    expect(await store.find('b')).toBeNull();
    expect(await store.find('a')).toMatchObject({ state: 'sending', answer: null, transactionId: null });
    expect(await store.complete(lease, '{}', 't-1')).toBe('done');
  });

  it('that crashes and starts again knows every key, its answer, its lease and its transaction', async () => {
    const done = { key: 'done', token: tokenOf(await store.begin(entry('done'), LEASE_MS)) };
    expect(await store.complete(done, '{"data":1}', 't-1')).toBe('done');
    const open = { key: 'open', token: tokenOf(await store.begin(entry('open'), LEASE_MS)) };
    await server.crash();
    await server.start();
    await until(() =>
      store.find('done').then(
        (found) => found?.state === 'done',
        () => false,
      ),
    );
    expect(await store.begin(entry('done'), LEASE_MS)).toEqual({ state: 'done', answer: '{"data":1}' });
    expect(await store.begin(entry('open'), LEASE_MS)).toEqual({ state: 'busy' });
    expect(await store.complete(open, '{}', 't-1')).toBe('taken');
    expect(await store.complete(open, '{}', 't-2')).toBe('done');
  });

  it('is told the same when its client sends a command a second time', async () => {
    const client = clientOf(TwiceSending);
    const twice = redisJournal({ connection: client });
    const turn = await twice.begin(entry('a'), LEASE_MS);
    expect(turn.state).toBe('new');
    const lease = { key: 'a', token: tokenOf(turn) };
    expect(await twice.complete(lease, '{"data":1}', 't-1')).toBe('done');
    // Another answer is no repetition.
    expect(await store.complete(lease, '{"data":2}', 't-1')).toBe('lost');
    const left = { key: 'b', token: tokenOf(await twice.begin(entry('b'), LEASE_MS)) };
    expect(await twice.abandon(left)).toBe(true);
    expect((await twice.begin(entry('b'), LEASE_MS)).state).toBe('unsettled');
  });

  it('that takes a key too late gives it back: nothing was sent under it', async () => {
    const late = redisJournal({ connection: clientOf(), timeoutMs: 1_000 });
    await late.migrate();
    await admin.call('CLIENT', 'PAUSE', '1500', 'WRITE');
    await expect(late.begin(entry('a'), LEASE_MS)).rejects.toThrow(/did not answer within 1000 ms/);
    const taken: JournalTurn[] = [];
    await until(async () => {
      taken.push(await store.begin(entry('a'), LEASE_MS));
      return taken.at(-1)?.state !== 'busy';
    });
    expect(taken.at(-1)?.state).toBe('new');
  });

  it('tells what else is open about an id, in any capitals', async () => {
    const about = (id: string) =>
      ({ operation: 'o', about: 'refund', id, merchantTrns: 'c90d', amount: 1 }) as never;
    const token = tokenOf(await store.begin({ ...entry('a'), inquiry: about('c90d') }, LEASE_MS));
    await store.begin({ ...entry('b'), inquiry: about('C90D') }, LEASE_MS);
    await store.begin({ ...entry('c'), inquiry: about('other') }, LEASE_MS);
    await store.begin(entry('d'), LEASE_MS);
    const open = async (id: string, key: string) => (await store.openAbout(id, key)).map((one) => one.id);
    expect(await open('c90d', 'a')).toEqual(['C90D']);
    expect(await open('C90d', 'b')).toEqual(['c90d']);
    expect(await open('É', 'b')).toEqual([]);
    await store.complete({ key: 'a', token }, '{}', null);
    expect(await open('c90d', 'b')).toEqual([]);
  });

  it('forgets and lists more than it looks at at once', async () => {
    const keys = Array.from({ length: 250 }, (_, at) => `key ${at}`);
    await Promise.all(
      keys.map(async (key) =>
        store.abandon({ key, token: tokenOf(await store.begin(entry(key), LEASE_MS)) }),
      ),
    );
    expect(await store.unknown(1_000)).toHaveLength(250);
    expect(await store.unknown(120)).toHaveLength(120);
    await Promise.all(keys.map((key) => store.resolve(key, '{}')));
    expect(await store.unknown(1)).toEqual([]);
    expect(await store.forget(0)).toBe(250);
    expect(await admin.keys('*')).toEqual(['{pay}:journal:layout']);
  });
});
