/** Whether a lease is still held, and what its holder says of the entry. ARGV: id, token, …; answers 1, or 0 when it is lost. */
const OF_LEASE = `
local entry = leased(ARGV[2], ARGV[3])
if not entry then return 0 end
`;

/** ARGV: …, lease in ms. */
export const RENEW = `${OF_LEASE}
call('ZREM', at('ready'), entry.id)
call('ZADD', at('timed'), now + ARGV[4], entry.id)
return 1
`;

export const COMPLETE = `${OF_LEASE}
settle(entry, { waiting = true, working = true, dead = true, discarded = true })
return 1
`;

/** What ends an attempt without an end of the entry. */
const BACK = `
local function back(due, changes)
  leave(entry)
  call('HSET', at('entry:' .. entry.id), 'state', 'waiting', unpack(changes))
  call('HDEL', at('entry:' .. entry.id), 'token', 'worker')
  wait(entry, due)
  wake(entry)
end
`;

/** ARGV: …, error, wait in ms, holds its lane, as what the try counts: the claim has counted it as an attempt. */
export const FAIL = `${OF_LEASE}${BACK}
local name, counts = at('entry:' .. entry.id), ARGV[7]
if counts ~= 'attempt' then call('HINCRBY', name, 'attempts', -1) end
if counts == 'attempt' then call('HSET', name, 'refusals', 0) end
if counts == 'attempt' or counts == 'refusal' then call('HSET', name, 'doubts', 0) end
if counts == 'refusal' or counts == 'doubt' then call('HINCRBY', name, counts .. 's', 1) end
entry.holds = ARGV[6] == '1'
back(now + ARGV[5], { 'error', ARGV[4], 'holds', ARGV[6] })
return 1
`;

export const RELEASE = `${OF_LEASE}${BACK}
call('HINCRBY', at('entry:' .. entry.id), 'attempts', -1)
back(now, {})
return 1
`;

/** ARGV: …, reason, error. */
export const BURY = `${OF_LEASE}
leave(entry)
entry.reason = ARGV[4]
call('HSET', at('entry:' .. entry.id), 'state', 'dead', 'reason', ARGV[4], 'error', ARGV[5], 'finished', now)
call('HDEL', at('entry:' .. entry.id), 'token', 'worker')
take(openLists(entry), entry.id)
lay(entry)
if entry.reason == 'refused' then call('ZADD', at('finished'), now, 'id:' .. entry.id) end
wake(entry)
return 1
`;
