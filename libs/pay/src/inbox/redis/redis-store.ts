import { readRedisOptions } from '../../stores/redis/redis-options.js';
import type { RedisStoreOptions } from '../../stores/redis/redis-options.js';
import { RedisInboxStore } from './redis-inbox-store.js';
import type { RedisStore } from './redis-inbox-store.js';

/**
 * Keeps an inbox in Redis (6.2 or newer; tried with 7.0), through BullMQ's connection. What differs from PostgreSQL stands in
 * docs/webhooks.md: an effect is at least once, and what survives a crash of Redis is a matter of its own settings.
 *
 * @throws RangeError for an option out of its range.
 * @example durableInbox({ store: redisStore({ connection: new Redis(process.env.REDIS_URL) }) })
 */
export function redisStore(options: RedisStoreOptions): RedisStore {
  return new RedisInboxStore(readRedisOptions(options, 'inbox'));
}
