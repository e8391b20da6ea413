export { redisStore } from './inbox/redis/redis-store.js';
export type { RedisStore, RedisStoreOptions } from './inbox/redis/redis-store.js';
