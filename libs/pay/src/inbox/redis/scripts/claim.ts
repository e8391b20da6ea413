/** How many whose time has come are looked at in one claim: Redis does nothing else meanwhile. The next claim has the rest. */
const AT_ONCE = 1000;

/** ARGV: limit, lease in ms, worker, token. Answers a list of id, delivery, lane, attempt, refusals, doubts, age in ms. */
export const CLAIM = `
local limit, lease = tonumber(ARGV[2]), tonumber(ARGV[3])
for _, id in ipairs(call('ZRANGEBYSCORE', at('timed'), '-inf', now, 'LIMIT', 0, ${AT_ONCE})) do
  call('ZREM', at('timed'), id)
  local entry = read(id)
  if entry and entry.state == 'waiting' then wait(entry, now) else call('ZADD', at('ready'), id, id) end
end

local claimed, repeats, looked = {}, {}, 0
while #claimed + #repeats < limit and looked < ${AT_ONCE} do
  looked = looked + 1
  local id = call('ZRANGE', at('ready'), 0, 0)[1]
  if not id then break end
  call('ZREM', at('ready'), id)
  local entry = read(id)
  if entry and not isBlocked(entry) then
    if isDone(entry) then
      repeats[#repeats + 1] = entry
    else
      local name = at('entry:' .. id)
      local attempt = call('HINCRBY', name, 'attempts', 1)
      call('HSET', name, 'state', 'working', 'worker', ARGV[4], 'token', ARGV[5])
      start(entry, now + lease)
      local v = call('HMGET', name, 'delivery', 'refusals', 'doubts', 'since', 'received')
      local age = string.format('%.0f', now - (v[4] or v[5]))
      claimed[#claimed + 1] = { id, v[1], entry.lane or false, attempt, v[2] or 0, v[3] or 0, age }
    end
  end
end
for _, entry in ipairs(repeats) do remove(entry) end
for _, entry in ipairs(repeats) do wake(entry) end
return claimed
`;
