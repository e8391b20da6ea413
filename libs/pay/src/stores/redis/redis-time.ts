/** Lua: `now` in ms, of ARGV[1], or of Redis' own clock where that is empty: clocks of machines differ. */
export const REDIS_NOW = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
`;
