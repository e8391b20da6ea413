import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cluster, Redis } from 'ioredis';
import { redisJournal } from 'nestjs-pay/redis';
import { inboxStoreCases } from 'nestjs-pay/testing';
import { journalCases } from '../stores/journal-cases.js';
import { redisPlace } from '../stores/places.js';
import { startCluster } from './redis-cluster.js';
import type { RedisCluster } from './redis-cluster.js';
import { HAS_REDIS, HAS_REDIS_BINARY, openRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';
import { openRedisStore } from './stores.js';

const onRedis = HAS_REDIS ? describe : describe.skip;
onRedis('a store in Redis', () => {
  let server: RedisServer;
  let connection: Redis;
  beforeAll(async () => {
    server = await openRedis();
    connection = new Redis(server.url);
  });
  afterAll(async () => {
    await connection.quit();
    await server.stop();
  });
  const open = () => openRedisStore(connection, { connection: { url: server.url } });
  for (const { name, run } of inboxStoreCases(open)) it(name, run);
});

const onCluster = HAS_REDIS_BINARY ? describe : describe.skip;
onCluster('a store in a cluster of Redis', () => {
  let cluster: RedisCluster;
  let clients: [Cluster, Cluster];
  beforeAll(async () => {
    cluster = await startCluster();
    clients = [new Cluster(cluster.urls), new Cluster(cluster.urls)];
    // It means something: a script that reads a key of another slot is refused.
    await expect(clients[0].eval("return redis.call('GET', 'b')", 1, 'a')).rejects.toThrow(/non local key/);
  }, 30_000);
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await cluster.stop();
  });
  const open = () => openRedisStore(clients[0], { connection: clients[1] });
  for (const { name, run } of inboxStoreCases(open)) it(name, run);
  describe('of journals', () => journalCases(() => redisPlace(clients).open(redisJournal)));
});
