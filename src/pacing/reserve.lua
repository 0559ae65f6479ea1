-- Reserves slots in buckets, in order of arrival: each the latest of now, the slot before it, and the limit-th last slot
-- plus the time after which a token returns. Slots ahead of now are what keeps a burst from being dropped.
-- KEYS the buckets. ARGV: at, returns (milliseconds), then for each bucket its limit and how many. Answers: the slots,
-- one bucket's after the other's.
local at, returns = tonumber(ARGV[1]), tonumber(ARGV[2])
local slots = {}

for bucket, key in ipairs(KEYS) do
  local limit, count = tonumber(ARGV[2 * bucket + 1]), tonumber(ARGV[2 * bucket + 2])
  local oldest = redis.call('lindex', key, 0)
  while oldest and tonumber(oldest) <= at - returns do
    redis.call('lpop', key)
    oldest = redis.call('lindex', key, 0)
  end

  local out = redis.call('llen', key)
  local newest = tonumber(redis.call('lindex', key, -1) or 0)
  for _ = 1, count do
    local slot = math.max(at, newest)
    if out >= limit then slot = math.max(slot, tonumber(redis.call('lindex', key, -limit)) + returns) end
    redis.call('rpush', key, string.format('%.0f', slot))
    out = out + 1
    newest = slot
    -- A slot that lies ahead needs no more than the limit behind it. What a lowered limit leaves over must age first.
    while out > limit and tonumber(redis.call('lindex', key, 0)) <= slot - returns do
      redis.call('lpop', key)
      out = out - 1
    end
    slots[#slots + 1] = slot
  end
  redis.call('pexpire', key, string.format('%.0f', newest - at + 2 * returns))
end
return slots
