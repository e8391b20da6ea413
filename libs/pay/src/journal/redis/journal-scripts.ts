import type { RedisScripts } from '../../stores/redis/redis-commands.js';
import { REDIS_LAYOUT } from '../../stores/redis/redis-server.js';
import { REDIS_NOW } from '../../stores/redis/redis-time.js';

/**
 * What every script begins with. KEYS[1] is the journal's name, which holds the hash tag: all keys are made of it and lie in
 * one slot of a cluster. ARGV[1] is the time, ARGV[2] the entry's key where there is one.
 *
 * Keys, each after `<name>:`
 * - `entry:<key>` hash: one entry;
 * - `open` by time of sending: keys of entries that are not done;
 * - `finished` by time: keys of those that are;
 * - `transactions` hash: transaction → the key that has it.
 */
const COMMON = `
local call = redis.call
local function at(name) return KEYS[1] .. ':' .. name end
${REDIS_NOW}
local key = ARGV[2]
local entry = at('entry:' .. (key or ''))

local function drop()
  call('DEL', entry)
  call('ZREM', at('open'), key)
end

local function finish(answer, transaction)
  call('HSET', entry, 'state', 'done', 'answer', answer, 'finished', now)
  call('ZREM', at('open'), key)
  call('ZADD', at('finished'), now, key)
  if not transaction then return end
  call('HSET', entry, 'transaction', transaction)
  call('HSET', at('transactions'), transaction, key)
end

local function isIdle(name)
  local v = call('HMGET', name, 'state', 'until')
  return v[1] and v[1] ~= 'done' and tonumber(v[2]) <= now
end

local function row(name)
  local v = call('HMGET', name, 'state', 'inquiry', 'answer', 'transaction', 'sent')
  return { v[1], v[2], v[3], v[4], v[5] }
end
`;

/** ARGV: …, token of the lease, …; answers 1, or 0 when it is lost. */
const OF_LEASE = `
local lease = call('HMGET', entry, 'token', 'state')
if lease[1] ~= ARGV[3] or lease[2] == 'done' then return 0 end
`;

/** Entries that are not done, those sent first before the others, until `look` has enough. */
const EACH_OPEN = `
local function eachOpen(look)
  local from = 0
  while true do
    local keys = call('ZRANGE', at('open'), from, from + 99)
    for _, one in ipairs(keys) do
      if not look(one, at('entry:' .. one)) then return end
    end
    if #keys < 100 then return end
    from = from + 100
  end
end
`;

const BODIES = {
  migrate: REDIS_LAYOUT,

  /** ARGV: …, token, fingerprint, lease in ms, inquiry. Answers the state and what belongs to it. */
  begin: `
local v = call('HMGET', entry, 'fingerprint', 'answer', 'until', 'token', 'turn', 'inquiry', 'sent')
if not v[1] then
  call('HSET', entry, 'fingerprint', ARGV[4], 'state', 'sending', 'token', ARGV[3], 'turn', 'new',
    'until', now + ARGV[5], 'inquiry', ARGV[6], 'sent', now)
  call('ZADD', at('open'), now, key)
  return { 'new' }
end
if v[1] ~= ARGV[4] then return { 'different' } end
if v[2] then return { 'done', v[2] } end
local turn = 'unsettled'
if v[4] == ARGV[3] then
  -- Sent a second time, since the first answer was lost.
  turn = v[5]
elseif tonumber(v[3]) > now then
  return { 'busy' }
else
  call('HSET', entry, 'token', ARGV[3], 'turn', turn, 'until', now + ARGV[5])
end
return { turn, v[6], string.format('%.0f', now - v[7]) }
`,

  /** ARGV: …, lease in ms. */
  renew: `${OF_LEASE}
call('HSET', entry, 'until', now + ARGV[4])
return 1
`,

  /** ARGV: …, inquiry. */
  resend: `${OF_LEASE}
call('HSET', entry, 'state', 'sending', 'inquiry', ARGV[4], 'sent', now)
call('ZADD', at('open'), now, key)
return 1
`,

  /** ARGV: …, answer, transaction, empty for none. Answers `done`, `lost` or `taken`. */
  complete: `
local transaction = ARGV[5] ~= '' and ARGV[5]
local holder = transaction and call('HGET', at('transactions'), transaction)
if holder and holder ~= key then return 'taken' end
local v = call('HMGET', entry, 'token', 'state', 'answer')
if v[1] ~= ARGV[3] then return 'lost' end
-- The same answer is sent a second time, since the first answer of Redis was lost.
if v[2] == 'done' then return v[3] == ARGV[4] and 'done' or 'lost' end
finish(ARGV[4], transaction)
return 'done'
`,

  abandon: `${OF_LEASE}
call('HSET', entry, 'state', 'unknown', 'until', now)
return 1
`,

  release: `${OF_LEASE}
drop()
return 1
`,

  /** Answers a row, of which the state is nil where there is none. */
  find: `return row(entry)`,

  /** ARGV: …, answer, transaction, empty for none. */
  settle: `
if not isIdle(entry) then return 0 end
local transaction = ARGV[4] ~= '' and ARGV[4]
finish(ARGV[3], transaction and not call('HGET', at('transactions'), transaction) and transaction)
return 1
`,

  drop: `
if not isIdle(entry) then return 0 end
drop()
return 1
`,

  /** ARGV: time, at most how many. Answers a key and a row for each. */
  unknown: `${EACH_OPEN}
local most, list = tonumber(ARGV[2]), {}
eachOpen(function(one, name)
  if #list == most then return false end
  if isIdle(name) then list[#list + 1] = { one, row(name) } end
  return true
end)
return list
`,

  /** ARGV: …, a part of the inquiry's text in small letters. Answers the inquiries of the other entries that are open. */
  openAbout: `${EACH_OPEN}
local list = {}
eachOpen(function(one, name)
  local inquiry = one ~= key and call('HGET', name, 'inquiry')
  if inquiry and string.find(string.lower(inquiry), ARGV[3], 1, true) then list[#list + 1] = inquiry end
  return true
end)
return list
`,

  /** ARGV: time, age in ms, at most how many. Answers how many. */
  forget: `
local gone = call('ZRANGEBYSCORE', at('finished'), '-inf', now - ARGV[2], 'LIMIT', 0, ARGV[3])
for _, one in ipairs(gone) do
  local transaction = call('HGET', at('entry:' .. one), 'transaction')
  if transaction then call('HDEL', at('transactions'), transaction) end
  call('DEL', at('entry:' .. one))
  call('ZREM', at('finished'), one)
end
return #gone
`,
};

/** What the store does to Redis: one script each, so that each happens whole or not at all. */
export type JournalScript = keyof typeof BODIES;

/** All of them, in Lua. */
export const JOURNAL_SCRIPTS: RedisScripts<JournalScript> = {
  store: 'Journal',
  lua: Object.fromEntries(Object.entries(BODIES).map(([name, body]) => [name, `${COMMON}${body}`])) as Record<
    JournalScript,
    string
  >,
};
