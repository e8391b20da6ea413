import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../free-port.mjs';
import { noteSkipped } from '../skipped.mjs';

const BINARY = 'redis-server';
/** Whether a server can be started here. Without one, the tests on Redis are skipped and `npm test` says so. */
export const HAS_REDIS = spawnSync(BINARY, ['--version']).error === undefined;
if (!HAS_REDIS)
  noteSkipped(
    'Tests on Redis were skipped: redis-server is not installed (Debian: apt-get install redis-server).',
  );

export interface RedisServer {
  url: string;
  /** Kills the server. */
  crash(): Promise<void>;
  /** Starts the server again with its append-only file. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a separate server on a free port, with a temporary folder. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    const where = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''];
    server = spawn(BINARY, [...where, '--appendonly', 'yes', ...settings], { stdio: 'ignore' });
    await waitUntilReady(server, url);
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  await start();
  return {
    url,
    start,
    crash: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`${BINARY} ended with ${String(code)}`);
  });
  try {
    await Promise.race([client.ping(), failed]);
  } finally {
    client.disconnect();
  }
}
