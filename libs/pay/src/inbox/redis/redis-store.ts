import type { ConnectionOptions } from 'bullmq';
import type { PayInboxStore } from '../inbox-store.js';
import { RedisInboxStore } from './redis-inbox-store.js';

/** Options of `redisStore`. */
export interface RedisStoreOptions {
  /**
   * As for a BullMQ `Queue`: a client (ioredis, also a cluster; node-redis), which is yours to end, or how to reach Redis
   * (`{ host, port }`, `{ url }`; needs ioredis).
   */
  connection: ConnectionOptions;
  /** Begins the name of all keys, as the hash tag that keeps them in one slot of a cluster. @default 'pay' */
  prefix?: string;
  /** After so long without an answer a delivery is refused with 503, milliseconds. @default 5_000 */
  timeoutMs?: number;
  /** The time, for tests. @default Redis' own */
  now?: () => Date;
}

/** A store in Redis. It has no transaction: `@PayTransaction()` does not boot with it. */
export interface RedisStore extends PayInboxStore<never> {
  /** Ends the connection that the store opened itself; a client that was given stays open. Call it after `app.close()`. */
  close(): Promise<void>;
}

const PREFIX = /^[\w.:-]{1,100}$/;

/**
 * Keeps an inbox in Redis (6.2 or newer; tried with 7.0), through BullMQ's connection. What differs from PostgreSQL stands in
 * docs/webhooks.md: an effect is at least once, and what survives a crash of Redis is a matter of its own settings.
 *
 * @throws RangeError for an option out of its range.
 * @example durableInbox({ store: redisStore({ connection: new Redis(process.env.REDIS_URL) }) })
 */
export function redisStore({
  connection,
  prefix = 'pay',
  timeoutMs = 5_000,
  now,
}: RedisStoreOptions): RedisStore {
  if (!PREFIX.test(prefix))
    throw new RangeError('prefix must be 1 to 100 letters, digits and any of _ . : -');
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1)
    throw new RangeError('timeoutMs must be a whole number of milliseconds, at least 1');
  return new RedisInboxStore(connection, { name: `{${prefix}}:inbox`, timeoutMs, now });
}
