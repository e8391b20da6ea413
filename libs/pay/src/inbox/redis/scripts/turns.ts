/**
 * Whose turn it is. An entry that is due stands in the queues of its key and its lane; one that failed and holds its lane
 * stands in the lane's queue while it waits. It may go when nobody of them is at work and it is first in both. Whoever is
 * not stays in no list of candidates: when something of its lane or key ends, `wake` makes the first one a candidate.
 */
export const TURNS = `
local function groups(entry)
  if entry.lane then return { 'key:' .. entry.key, 'lane:' .. entry.lane } end
  return { 'key:' .. entry.key }
end

local function isBlocked(entry)
  for _, group in ipairs(groups(entry)) do
    local working = call('HGET', at('working'), group)
    if working and working ~= entry.id then return true end
    -- What was at work already goes before what waits: it holds up all others.
    if entry.state == 'waiting' and call('ZRANGE', at(group), 0, 0)[1] ~= entry.id then return true end
  end
  return false
end

-- Lets an entry wait where it belongs: until its time, or for its turn.
local function wait(entry, due)
  local isDue = due <= now
  entry.state = 'waiting'
  count(entry)
  for _, group in ipairs(groups(entry)) do
    if isDue or (entry.holds and group ~= 'key:' .. entry.key) then call('ZADD', at(group), entry.id, entry.id) end
  end
  if not isDue then
    call('ZADD', at('timed'), due, entry.id)
  elseif not isBlocked(entry) then
    call('ZADD', at('ready'), entry.id, entry.id)
  end
end

local function start(entry, due)
  uncount(entry)
  for _, group in ipairs(groups(entry)) do
    call('ZREM', at(group), entry.id)
    call('HSET', at('working'), group, entry.id)
  end
  call('ZADD', at('timed'), due, entry.id)
end

-- Neither waits nor works any more.
local function leave(entry)
  uncount(entry)
  take({ 'timed', 'ready' }, entry.id)
  for _, group in ipairs(groups(entry)) do
    call('ZREM', at(group), entry.id)
    if call('HGET', at('working'), group) == entry.id then call('HDEL', at('working'), group) end
  end
end

local function wake(entry)
  for _, group in ipairs(groups(entry)) do
    local first = call('ZRANGE', at(group), 0, 0)[1]
    if first and call('HEXISTS', at('working'), group) == 0 and not call('ZSCORE', at('timed'), first) then
      call('ZADD', at('ready'), first, first)
    end
  end
end

-- As if it had never come.
local function remove(entry)
  leave(entry)
  take(openLists(entry), entry.id)
  lift(entry)
  call('ZREM', at('finished'), 'id:' .. entry.id)
  call('HDEL', at('known'), known(entry))
  call('SREM', at('deliveries:' .. entry.key), entry.id)
  call('DEL', at('entry:' .. entry.id))
end

-- The key counts as done, and its entries in these states are gone.
local function settle(entry, states)
  local others = {}
  for _, id in ipairs(call('SMEMBERS', at('deliveries:' .. entry.key))) do
    local other = read(id)
    if other and states[other.state] then others[#others + 1] = other end
  end
  for _, other in ipairs(others) do remove(other) end
  for _, other in ipairs(others) do wake(other) end
  know(entry)
end
`;
