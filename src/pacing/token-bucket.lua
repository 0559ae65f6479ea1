-- Takes a token from a bucket, or only reads the state. Each token comes back after `returns` milliseconds; the key's expiry
-- only removes unused buckets. KEYS[1] is the bucket. ARGV holds limit, at, returns (milliseconds), take (1 or 0).
-- The script returns the number of repaired keys, taken (1 or 0), the number of missing tokens, the time of the last one,
-- and the time of the limit-th last one.
local limit, at, returns = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local function ask(key)
  drop_returned(key, at - returns)
  local out = redis.call('llen', key)
  local newest = time_at(key, -1) or 0
  local taken = 0
  if ARGV[4] == '1' and out < limit then
    -- A stored later time wins over an earlier argument, so that times never go back.
    newest = math.max(at, newest)
    redis.call('rpush', key, string.format('%.0f', newest))
    redis.call('pexpire', key, string.format('%.0f', newest - at + 2 * returns))
    out = out + 1
    taken = 1
  end

  local limit_th = 0
  if out >= limit then limit_th = time_at(key, -limit) end
  return { 0, taken, out, newest, limit_th }
end

local answer = on_bucket(KEYS[1], ask)
answer[1] = repaired
return answer
