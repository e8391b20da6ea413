/**
 * ARGV: key, fingerprint, lane, scope, delivery, source, group (`service` or `other`), whether it can be confirmed. Answers 1 when it was new, or is tried anew: nobody
 * ever confirmed the dead letter that it was.
 */
export const ADD = `
local lane = string.sub(ARGV[4], 1, 1) == '=' and string.sub(ARGV[4], 2)
local entry = { key = ARGV[2], fingerprint = ARGV[3], lane = lane, scope = ARGV[5], state = 'waiting', holds = true,
  source = ARGV[7], group = ARGV[8], confirmable = ARGV[9] == '1' }
if isDone(entry) then return 0 end

local twin = call('HGET', at('known'), known(entry))
if twin then
  local letter = dead(twin)
  if not letter or letter.reason == 'failed' then return 0 end
  lift(letter)
  call('ZREM', at('finished'), 'id:' .. twin)
  call('DEL', at('entry:' .. twin))
  entry.id = twin
else
  entry.id = string.format('%.0f', call('INCR', at('ids')))
end
call('HSET', at('entry:' .. entry.id), 'key', entry.key, 'fingerprint', entry.fingerprint, 'scope', entry.scope,
  'state', 'waiting', 'holds', '1', 'attempts', 0, 'refusals', 0, 'doubts', 0, 'received', now, 'since', now, 'delivery', ARGV[6],
  'source', entry.source, 'group', entry.group, 'confirmable', ARGV[9])
if lane then call('HSET', at('entry:' .. entry.id), 'lane', lane) end
call('HSET', at('known'), known(entry), entry.id)
call('SADD', at('deliveries:' .. entry.key), entry.id)
add(openLists(entry), now, entry.id)
wait(entry, now)
return 1
`;
