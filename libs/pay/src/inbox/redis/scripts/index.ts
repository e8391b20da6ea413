import type { RedisScripts } from '../../../stores/redis/redis-commands.js';
import { REDIS_LAYOUT } from '../../../stores/redis/redis-server.js';
import { ADD } from './add.js';
import { CLAIM } from './claim.js';
import { COMMON } from './common.js';
import { DEAD_LETTER, DEAD_LETTERS, DISCARD, REPLAY } from './dead-letters.js';
import { FORGET, STATS, TRIM, UNCONFIRMED } from './housekeeping.js';
import { BURY, COMPLETE, FAIL, RELEASE, RENEW } from './lease.js';
import { TURNS } from './turns.js';

const BODIES = {
  add: ADD,
  claim: CLAIM,
  renew: RENEW,
  complete: COMPLETE,
  fail: FAIL,
  bury: BURY,
  release: RELEASE,
  deadLetters: DEAD_LETTERS,
  deadLetter: DEAD_LETTER,
  replay: REPLAY,
  discard: DISCARD,
  stats: STATS,
  forget: FORGET,
  trim: TRIM,
  unconfirmed: UNCONFIRMED,
  migrate: REDIS_LAYOUT,
};

/** What the store does to Redis: one script each, so that each happens whole or not at all. */
export type InboxScript = keyof typeof BODIES;

/** All of them, in Lua. */
export const INBOX_SCRIPTS: RedisScripts<InboxScript> = {
  store: 'Inbox',
  lua: Object.fromEntries(
    Object.entries(BODIES).map(([name, body]) => [name, `${COMMON}${TURNS}${body}`]),
  ) as Record<InboxScript, string>,
};
