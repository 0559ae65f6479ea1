-- Takes one of `limit` places for a holder; a place that the holder has already is its own, with the later expiry.
-- The places are a sorted set of holders by when they expire.
-- KEYS[1] the tenant's places. ARGV: limit, at, holder, when it expires. Answers: acquired (1 or 0), places taken.
local key, holder = KEYS[1], ARGV[3]
local limit, at, expires = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])

redis.call('zremrangebyscore', key, '-inf', at)
local held = redis.call('zscore', key, holder)
local acquired = 0
if held or redis.call('zcard', key) < limit then
  redis.call('zadd', key, string.format('%.0f', math.max(tonumber(held or 0), expires)), holder)
  acquired = 1
end

-- Time is an argument, so this only cleans up: the last expiry, and a minute more for clocks that differ.
local last = redis.call('zrange', key, -1, -1, 'withscores')
if last[2] then redis.call('pexpire', key, string.format('%.0f', math.max(tonumber(last[2]) - at, 0) + 60000)) end
return { acquired, redis.call('zcard', key) }
