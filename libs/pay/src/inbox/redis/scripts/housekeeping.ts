/** ARGV: the layout that this version of the library writes. Answers the one that is there. */
export const MIGRATE = `
call('SETNX', at('layout'), ARGV[2])
return call('GET', at('layout'))
`;

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
  local id = string.match(member, '^id:(.*)$')
  local entry = id and read(id)
  if entry then remove(entry) end
end
return #gone
`;
