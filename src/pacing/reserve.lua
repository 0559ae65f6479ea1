-- Reserves go-at times in buckets, in order of arrival. Each is the latest of now, the time before it, and the limit-th
-- last time plus the time after which a token returns. Times in the future postpone a burst instead of dropping it.
-- KEYS holds the buckets. ARGV holds at and returns (milliseconds), then for each bucket its limit and the number of times.
-- The script returns the number of repaired keys, then the times, bucket after bucket.
local at, returns = tonumber(ARGV[1]), tonumber(ARGV[2])
local answer = { 0 }

for bucket, name in ipairs(KEYS) do
  local limit, count = tonumber(ARGV[2 * bucket + 1]), tonumber(ARGV[2 * bucket + 2])

  local slots = on_bucket(name, function(key)
    drop_returned(key, at - returns)
    local out = redis.call('llen', key)
    local newest = time_at(key, -1) or 0
    local reserved = {}
    for n = 1, count do
      local slot = math.max(at, newest)
      if out >= limit then slot = math.max(slot, time_at(key, -limit) + returns) end
      redis.call('rpush', key, string.format('%.0f', slot))
      out = out + 1
      newest = slot
      reserved[n] = slot
    end
    redis.call('pexpire', key, string.format('%.0f', newest - at + 2 * returns))
    return reserved
  end)
  for _, slot in ipairs(slots) do answer[#answer + 1] = slot end
end

answer[1] = repaired
return answer
