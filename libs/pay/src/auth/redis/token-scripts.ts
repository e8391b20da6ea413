import type { RedisScripts } from '../../stores/redis/redis-commands.js';
import { REDIS_NOW } from '../../stores/redis/redis-time.js';

const LUA = {
  read: `return redis.call('GET', KEYS[1])`,

  /** ARGV: token, for how long in ms. It goes with its life. */
  write: `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`,

  /** ARGV: time in ms, empty for Redis' own, lock, lease in ms. Answers 1, or 0 while another has it. */
  lock: `
${REDIS_NOW}
local name = KEYS[1] .. ':lock'
local held = redis.call('HMGET', name, 'lock', 'until')
-- Sent a second time, since the first answer was lost.
if held[1] and held[1] ~= ARGV[2] and tonumber(held[2]) > now then return 0 end
redis.call('HSET', name, 'lock', ARGV[2], 'until', now + ARGV[3])
redis.call('PEXPIRE', name, ARGV[3] + 1000)
return 1
`,

  /** ARGV: lock. */
  unlock: `
local name = KEYS[1] .. ':lock'
if redis.call('HGET', name, 'lock') == ARGV[1] then redis.call('DEL', name) end
return 1
`,
};

/** What the store does to Redis: one script each. KEYS[1] is the name of a token. */
export type TokenScript = keyof typeof LUA;

/** All of them. */
export const TOKEN_SCRIPTS: RedisScripts<TokenScript> = { store: 'Tokens', lua: LUA };
