-- Takes a token from a bucket, or only looks. The bucket is a list of the times at which the tokens that are out went,
-- oldest first; each comes back after `returns` milliseconds. Time is an argument; the expiry only cleans up.
-- KEYS[1] the bucket. ARGV: limit, at, returns (milliseconds), take (1 or 0).
-- Answers: taken (1 or 0), tokens out, when the last one went, when the limit-th last one went.
local key = KEYS[1]
local limit, at, returns = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

-- Every token was pushed once and is popped once, so this is O(1) over many calls.
local oldest = redis.call('lindex', key, 0)
while oldest and tonumber(oldest) <= at - returns do
  redis.call('lpop', key)
  oldest = redis.call('lindex', key, 0)
end

local out = redis.call('llen', key)
local newest = tonumber(redis.call('lindex', key, -1) or 0)
local taken = 0
if ARGV[4] == '1' and out < limit then
  -- A later time that is stored wins over an earlier argument: times never go back.
  newest = math.max(at, newest)
  redis.call('rpush', key, string.format('%.0f', newest))
  redis.call('pexpire', key, string.format('%.0f', newest - at + 2 * returns))
  out = out + 1
  taken = 1
end

local limit_th = 0
if out >= limit then limit_th = tonumber(redis.call('lindex', key, -limit)) end
return { taken, out, newest, limit_th }
