import { Redis } from 'ioredis';
import { until } from '../until.js';
import { freePort, startRedis } from './redis-server.js';

export interface RedisCluster {
  urls: string[];
  stop(): Promise<void>;
}

const HALVES = [
  ['0', '8191'],
  ['8192', '16383'],
] as const;

/** Two servers of this machine, with half of the slots each. */
export async function startCluster(): Promise<RedisCluster> {
  const bus = [await freePort(), await freePort()];
  const servers = await Promise.all(
    bus.map((port) => startRedis('--cluster-enabled', 'yes', '--cluster-port', String(port))),
  );
  const urls = servers.map(({ url }) => url);
  const nodes = urls.map((url) => new Redis(url));
  for (const [at, half] of HALVES.entries()) await nodes[at]?.call('CLUSTER', 'ADDSLOTSRANGE', ...half);
  await nodes[1]?.call('CLUSTER', 'MEET', '127.0.0.1', new URL(urls[0] ?? '').port, String(bus[0]));
  for (const node of nodes) {
    await until(async () => {
      const info = String(await node.call('CLUSTER', 'INFO'));
      return info.includes('cluster_state:ok') && info.includes('cluster_slots_ok:16384');
    });
    node.disconnect();
  }
  return { urls, stop: async () => void (await Promise.all(servers.map((server) => server.stop()))) };
}
