/** ARGV: key, fingerprint, lane, scope, delivery. Answers 1 when it was new. */
export const ADD = `
local lane = string.sub(ARGV[4], 1, 1) == '=' and string.sub(ARGV[4], 2)
local entry = { key = ARGV[2], fingerprint = ARGV[3], lane = lane, scope = ARGV[5], state = 'waiting', holds = true }
if isDone(entry) or call('HEXISTS', at('known'), known(entry)) == 1 then return 0 end

entry.id = string.format('%.0f', call('INCR', at('ids')))
call('HSET', at('entry:' .. entry.id), 'key', entry.key, 'fingerprint', entry.fingerprint, 'scope', entry.scope,
  'state', 'waiting', 'holds', '1', 'attempts', 0, 'received', now, 'delivery', ARGV[6])
if lane then call('HSET', at('entry:' .. entry.id), 'lane', lane) end
call('HSET', at('known'), known(entry), entry.id)
call('SADD', at('deliveries:' .. entry.key), entry.id)
add(openLists(entry), now, entry.id)
wait(entry, now)
return 1
`;
