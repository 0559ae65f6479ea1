-- Gives back go-at times of a bucket. KEYS[1] is the bucket. ARGV holds the times, latest first.
-- The script returns the number of repaired keys. Of a long bucket it reads little more than the places of the times.

-- Returns the last index before `past` whose time is not after `time`, or -1, and that time. It looks farther each time, then by halves.
local function last_not_after(key, time, past)
  local index, step = past - 1, 1
  while index >= 0 and time_at(key, index) > time do
    past, index, step = index, index - step, 2 * step
  end
  index = math.max(index, -1)
  while past - index > 1 do
    local middle = math.floor((past + index) / 2)
    if time_at(key, middle) > time then past = middle else index = middle end
  end
  return index, index >= 0 and time_at(key, index)
end

local function give_back(key)
  local index = redis.call('llen', key) - 1
  local newest = index >= 0 and time_at(key, index)
  for _, given in ipairs(ARGV) do
    local time = tonumber(given)
    if newest and newest > time then
      index, newest = last_not_after(key, time, index)
    end
    if newest == time then
      redis.call('lset', key, index, '')
      index = index - 1
      newest = index >= 0 and time_at(key, index)
    end
  end
  redis.call('lrem', key, 0, '')
end

on_bucket(KEYS[1], give_back)
return { repaired }
