// Measures inboxes on one PostgreSQL server and one Redis server, which both wait for the disk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../test/postgres/server.mjs';
import { startContestant } from './contestant.mjs';

const EVENTS = 3_000;
let server;
let redis;

/** Starts the server once, and returns its address. */
export const serverUrl = async () => (await (server ??= startServer())).url;

/** A slice stores and handles events in a new process. Its cost is in milliseconds for each event. */
export async function openInbox(contestant, node) {
  const url = contestant.server === 'redis' ? await redisUrl() : await serverUrl();
  return {
    async measure() {
      const inbox = startContestant(contestant, node);
      try {
        const { milliseconds } = await inbox.ask({ url, calls: EVENTS, inFlight: 64 });
        return milliseconds / EVENTS;
      } finally {
        await inbox.close();
      }
    },
  };
}

/** Starts a Redis server once, and returns its address. */
async function redisUrl() {
  redis ??= await startRedis();
  return redis.url;
}

async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-redis-'));
  // A socket needs no free port.
  const socket = join(folder, 'socket');
  const settings = {
    port: 0,
    unixsocket: socket,
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'always',
  };
  const child = spawn(
    'redis-server',
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  );
  await once(child, 'spawn');
  await new Promise((resolve) =>
    child.stdout.on('data', (text) => /ready to accept/i.test(text) && resolve()),
  );
  return {
    url: socket,
    async remove() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function stopServer() {
  await (await server)?.remove();
  await redis?.remove();
  server = undefined;
  redis = undefined;
}
