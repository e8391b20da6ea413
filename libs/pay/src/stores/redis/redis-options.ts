import type { ConnectionOptions } from 'bullmq';

/** Options of what keeps something in Redis. */
export interface RedisStoreOptions {
  /**
   * As for a BullMQ `Queue`: a client (ioredis, also a cluster; node-redis), which is yours to end, or how to reach Redis
   * (`{ host, port }`, `{ url }`; needs ioredis).
   */
  connection: ConnectionOptions;
  /** Begins the name of all keys, as the hash tag that keeps them in one slot of a cluster. @default 'pay' */
  prefix?: string;
  /** After so long without an answer Redis counts as away, milliseconds. @default 5_000 */
  timeoutMs?: number;
  /** The time, for tests. @default Redis' own */
  now?: () => Date;
}

/** A store with a connection of its own. */
export interface RedisClosable {
  /** Ends the connection that the store opened itself; a client that was given stays open. Call it after `app.close()`. */
  close(): Promise<void>;
}

/** Options that were looked at. */
export interface RedisPlace {
  connection: ConnectionOptions;
  /** What the name of every key begins with, hash tag and all. */
  name: string;
  timeoutMs: number;
  /** Empty for Redis' own time. */
  now: () => number | '';
}

const PREFIX = /^[\w.:-]{1,100}$/;

/** @param store what the names of its keys go on with. @throws RangeError for an option out of its range. */
export function readRedisOptions(
  { connection, prefix = 'pay', timeoutMs = 5_000, now }: RedisStoreOptions,
  store: 'inbox' | 'journal' | 'tokens',
): RedisPlace {
  if (!PREFIX.test(prefix))
    throw new RangeError('prefix must be 1 to 100 letters, digits and any of _ . : -');
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1)
    throw new RangeError('timeoutMs must be a whole number of milliseconds, at least 1');
  return { connection, name: `{${prefix}}:${store}`, timeoutMs, now: () => now?.().getTime() ?? '' };
}
