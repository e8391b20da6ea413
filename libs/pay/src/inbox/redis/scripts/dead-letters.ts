const LETTER = `
local function letter(id)
  local v = call('HMGET', at('entry:' .. id), 'reason', 'error', 'attempts', 'refusals', 'doubts', 'received', 'finished',
    'delivery', 'key', 'scope')
  return { id, v[1], v[2], v[3] + (v[4] or 0) + (v[5] or 0), v[6], v[7], v[8], v[9], v[10] }
end
`;

/** ARGV: which list, before which id (or empty), limit. */
export const DEAD_LETTERS = `${LETTER}
local newest = ARGV[3] == '' and '+inf' or '(' .. ARGV[3]
local letters = {}
for _, id in ipairs(call('ZREVRANGEBYSCORE', at(ARGV[2]), newest, '-inf', 'LIMIT', 0, ARGV[4])) do
  letters[#letters + 1] = letter(id)
end
return letters
`;

/** ARGV: id. */
export const DEAD_LETTER = `${LETTER}
return dead(ARGV[2]) and letter(ARGV[2]) or false
`;

/** ARGV: id. */
export const REPLAY = `
local entry = dead(ARGV[2])
if not entry then return 0 end
local name = at('entry:' .. entry.id)
lift(entry)
call('ZREM', at('finished'), 'id:' .. entry.id)
call('HSET', name, 'state', 'waiting', 'attempts', 0, 'refusals', 0, 'doubts', 0, 'since', now, 'holds', '1')
call('HDEL', name, 'reason', 'finished')
add(openLists(entry), call('HGET', name, 'received'), entry.id)
wait(entry, now)
return 1
`;

/** ARGV: id. What the service confirmed is settled with its key; all else says nothing of the true event. */
export const DISCARD = `
local entry = dead(ARGV[2])
if not entry then return 0 end
if entry.reason ~= 'failed' then
  lift(entry)
  call('HSET', at('entry:' .. entry.id), 'state', 'discarded')
  call('HDEL', at('entry:' .. entry.id), 'delivery', 'error')
  call('ZADD', at('finished'), now, 'id:' .. entry.id)
  return 1
end
settle(entry, { waiting = true, dead = true })
return 1
`;
