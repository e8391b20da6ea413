/** ARGV: key, fingerprint, lane, scope, delivery. Answers 1 when it was new, or is tried anew: nobody ever confirmed the dead letter that it was. */
export const ADD = `
local lane = string.sub(ARGV[4], 1, 1) == '=' and string.sub(ARGV[4], 2)
local entry = { key = ARGV[2], fingerprint = ARGV[3], lane = lane, scope = ARGV[5], state = 'waiting', holds = true }
if isDone(entry) then return 0 end

local twin = call('HGET', at('known'), known(entry))
if twin then
  local letter = dead(twin)
  if not letter or letter.reason == 'failed' then return 0 end
  take(deadLists(letter), twin)
  call('ZREM', at('finished'), 'id:' .. twin)
  call('DEL', at('entry:' .. twin))
  entry.id = twin
else
  entry.id = string.format('%.0f', call('INCR', at('ids')))
end
call('HSET', at('entry:' .. entry.id), 'key', entry.key, 'fingerprint', entry.fingerprint, 'scope', entry.scope,
  'state', 'waiting', 'holds', '1', 'attempts', 0, 'refusals', 0, 'doubts', 0, 'received', now, 'since', now, 'delivery', ARGV[6])
if lane then call('HSET', at('entry:' .. entry.id), 'lane', lane) end
call('HSET', at('known'), known(entry), entry.id)
call('SADD', at('deliveries:' .. entry.key), entry.id)
add(openLists(entry), now, entry.id)
wait(entry, now)
return 1
`;
