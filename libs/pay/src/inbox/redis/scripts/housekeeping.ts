/** ARGV: what is added to the lists' names, for one account. Answers backlog, age in ms or nil, failed, unconfirmed, refused. */
export const STATS = `
local oldest = call('ZRANGE', at('open' .. ARGV[2]), 0, 0, 'WITHSCORES')[2]
return {
  call('ZCARD', at('open' .. ARGV[2])),
  oldest and string.format('%.0f', now - oldest) or false,
  call('ZCARD', at('dead:failed' .. ARGV[2])),
  call('ZCARD', at('dead:unconfirmed' .. ARGV[2])),
  call('ZCARD', at('dead:refused' .. ARGV[2])),
}
`;

/** ARGV: age in ms, at most how many. Answers how many. */
export const FORGET = `
local gone = call('ZRANGEBYSCORE', at('finished'), '-inf', now - ARGV[2], 'LIMIT', 0, ARGV[3])
for _, member in ipairs(gone) do
  call('ZREM', at('finished'), member)
  local what, name = string.match(member, '^(%a+):(.*)$')
  local entry = what == 'id' and read(name)
  if entry then remove(entry) end
  if what == 'done' then unknow(name) end
end
return #gone
`;

/** ARGV: the account. Answers a list of source, how many of it wait unconfirmed, …. */
export const UNCONFIRMED = `
return call('HGETALL', at('unconfirmed:' .. ARGV[2]))
`;

/** ARGV: of what anybody can have made up how many keys and how many dead letters stay, at most how many go. Answers how many went. */
export const TRIM = `
local gone, most = 0, tonumber(ARGV[4])
for _, list in ipairs(call('SMEMBERS', at('made-up'))) do
  local isDone = string.sub(list, 1, 5) == 'done:'
  local beyond = call('ZCARD', at('made-up:' .. list)) - ARGV[isDone and 2 or 3]
  local last = math.min(beyond, most - gone) - 1
  for _, member in ipairs(last >= 0 and call('ZRANGE', at('made-up:' .. list), 0, last) or {}) do
    gone = gone + 1
    if isDone then
      call('ZREM', at('finished'), 'done:' .. member)
      unknow(member)
    else
      local entry = read(member)
      if entry then remove(entry) end
    end
  end
end
return gone
`;
