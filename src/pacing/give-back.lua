-- Gives back go-at times of a bucket. KEYS[1] is the bucket. ARGV holds returns (milliseconds), then the times, latest first.
-- The script returns the number of repaired keys. It reads the bucket once, from its end to the earliest of the times.
local returns = tonumber(ARGV[1])

local function give_back(key)
  local oldest = redis.call('lindex', key, 0)
  -- A forgotten time counts until a later one lets no other be less than 60 s after it, so a time that does so stays.
  local least = oldest and string.find(oldest, '.', 1, true) and time_at(key, 0) + returns
  local expires_in = redis.call('pttl', key)
  local stay = {}
  local n = 2
  local newest = time_at(key, -1)
  while n <= #ARGV and newest do
    local time = tonumber(ARGV[n])
    if newest <= time then n = n + 1 end
    if newest >= time then
      local value = redis.call('rpop', key)
      local before = time_at(key, -1)
      local goes = newest == time and (not least or before and (tonumber(stay[1]) or before) >= least)
      if not goes then stay[#stay + 1] = value end
      newest = before
    end
  end
  if #stay == 0 then return end
  for index = #stay, 1, -1 do redis.call('rpush', key, stay[index]) end
  redis.call('pexpire', key, expires_in)
end

on_bucket(KEYS[1], give_back)
return { repaired }
