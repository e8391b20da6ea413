import { REDIS_NOW } from '../../../stores/redis/redis-time.js';

/**
 * What every script begins with. KEYS[1] is the inbox' name, which holds the hash tag: all keys are made of it and lie in
 * one slot of a cluster.
 *
 * Keys, each after `<name>:`
 * - `entry:<id>` hash: one entry;
 * - `known` hash: key and fingerprint → id;
 * - `deliveries:<key>` set: the ids of a key;
 * - `timed` by due time: waits for its time, or at work until its lease ends;
 * - `lane:<lane>`, `key:<key>` by id: what waits its turn there; who is first goes first;
 * - `ready` by id: what may go now, to be looked at by the next claim;
 * - `working` hash: `lane:<lane>` and `key:<key>` → the id that is at work;
 * - `open…` by time of receipt, `dead…` by id: for reading, of all and of each account and reason;
 * - `unconfirmed:<account>` hash: source → how many wait that were not confirmed;
 * - `made-up:<done or dead>:<account>…` by id: what anybody can have made up, keys or ids; `made-up` set: which of them there are;
 * - `doubtful` hash: key that is done → in which of them it stands;
 * - `finished` by time: `done:<key>`, and `id:<id>` of what was discarded or refused.
 */
export const COMMON = `
local call = redis.call
local function at(name) return KEYS[1] .. ':' .. name end
${REDIS_NOW}
local function read(id)
  local v = call('HMGET', at('entry:' .. id), 'key', 'fingerprint', 'lane', 'scope', 'state', 'reason', 'holds', 'token',
    'source', 'group', 'confirmable', 'counted')
  if not v[1] then return nil end
  return {
    id = id, key = v[1], fingerprint = v[2], lane = v[3], scope = v[4],
    state = v[5], reason = v[6], holds = v[7] == '1', token = v[8],
    source = v[9] or '-', group = v[10] or 'service', confirmable = v[11] ~= '0', counted = v[12],
  }
end

-- The entry that a lease is of, while it is.
local function leased(id, token)
  local entry = read(id)
  if entry and entry.state == 'working' and entry.token == token then return entry end
end

local function dead(id)
  local entry = read(id)
  if entry and entry.state == 'dead' then return entry end
end

local function known(entry) return #entry.key .. ':' .. entry.key .. entry.fingerprint end

local function isDone(entry) return call('ZSCORE', at('finished'), 'done:' .. entry.key) end

local function add(names, score, id)
  for _, name in ipairs(names) do call('ZADD', at(name), score, id) end
end

local function take(names, id)
  for _, name in ipairs(names) do call('ZREM', at(name), id) end
end

local function openLists(entry) return { 'open', 'open:' .. entry.scope } end

local function deadLists(entry)
  local reason = 'dead:' .. (entry.reason or 'failed')
  return { 'dead', 'dead:' .. entry.scope, reason, reason .. ':' .. entry.scope }
end

local function suspect(list, id, member)
  call('ZADD', at('made-up:' .. list), id, member)
  call('SADD', at('made-up'), list)
end

local function unsuspect(list, member)
  call('ZREM', at('made-up:' .. list), member)
  if call('EXISTS', at('made-up:' .. list)) == 0 then call('SREM', at('made-up'), list) end
end

local function madeUpList(entry) return 'dead:' .. entry.scope .. ':' .. entry.group end

-- Among the dead letters, and out of them.
local function lay(entry)
  add(deadLists(entry), entry.id, entry.id)
  if entry.reason ~= 'failed' then suspect(madeUpList(entry), entry.id, entry.id) end
end

local function lift(entry)
  take(deadLists(entry), entry.id)
  unsuspect(madeUpList(entry), entry.id)
end

-- A key that is done; where nothing could confirm it, how long it is known is bounded.
local function unknow(key)
  local list = call('HGET', at('doubtful'), key)
  if list then
    call('HDEL', at('doubtful'), key)
    unsuspect(list, key)
  end
end

local function know(entry)
  call('ZADD', at('finished'), now, 'done:' .. entry.key)
  unknow(entry.key)
  if entry.confirmable then return end
  local list = 'done:' .. entry.scope
  call('HSET', at('doubtful'), entry.key, list)
  suspect(list, entry.id, entry.key)
end

-- What waits and was not tried, or does not hold its lane, was not confirmed.
local function count(entry)
  if entry.counted or (entry.holds and call('HGET', at('entry:' .. entry.id), 'attempts') ~= '0') then return end
  entry.counted = true
  call('HSET', at('entry:' .. entry.id), 'counted', '1')
  call('HINCRBY', at('unconfirmed:' .. entry.scope), entry.source, 1)
end

local function uncount(entry)
  if not entry.counted then return end
  entry.counted = nil
  call('HDEL', at('entry:' .. entry.id), 'counted')
  local name = at('unconfirmed:' .. entry.scope)
  if call('HINCRBY', name, entry.source, -1) == 0 then call('HDEL', name, entry.source) end
end
`;
