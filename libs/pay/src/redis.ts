export { redisStore } from './inbox/redis/redis-store.js';
export type { RedisStore } from './inbox/redis/redis-inbox-store.js';
export { redisJournal } from './journal/redis/redis-journal-store.js';
export type { RedisJournal } from './journal/redis/redis-journal-store.js';
export type { RedisStoreOptions } from './stores/redis/redis-options.js';
