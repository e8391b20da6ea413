/**
 * What every script begins with. KEYS[1] is the inbox' name, which holds the hash tag: all keys are made of it and lie in
 * one slot of a cluster. ARGV[1] is the time in ms, empty for Redis' own: clocks of machines differ.
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
 * - `finished` by time: `done:<key>`, and `id:<id>` of what was discarded or refused.
 */
export const COMMON = `
local call = redis.call
local function at(name) return KEYS[1] .. ':' .. name end

local now = tonumber(ARGV[1])
if not now then
  local time = call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function read(id)
  local v = call('HMGET', at('entry:' .. id), 'key', 'fingerprint', 'lane', 'scope', 'state', 'reason', 'holds', 'token')
  if not v[1] then return nil end
  return {
    id = id, key = v[1], fingerprint = v[2], lane = v[3], scope = v[4],
    state = v[5], reason = v[6], holds = v[7] == '1', token = v[8],
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
`;
