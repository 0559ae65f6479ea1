-- Functions that the scripts on buckets share. Each script is appended to this text.
-- A bucket is a list of the times at which its missing tokens were taken, oldest first. Time is always an argument.

local repaired = 0

-- Returns the time at an index of a list, or nil if there is none.
local function time_at(key, index)
  local value = redis.call('lindex', key, index)
  if not value then return nil end
  return tonumber(value) or error('WRONGTYPE: a list of something else than times')
end

-- Removes the tokens that have come back. Every token is pushed once and popped once, so this is O(1) over many calls.
local function drop_returned(key, before)
  local oldest = time_at(key, 0)
  while oldest and oldest <= before do
    redis.call('lpop', key)
    oldest = time_at(key, 0)
  end
end

-- Runs `work` on a bucket. A key that holds another type is deleted, and the work runs on an empty bucket.
local function on_bucket(key, work)
  local done, answer = pcall(work, key)
  if done then return answer end
  local message = type(answer) == 'table' and answer.err or tostring(answer)
  if not string.find(message, 'WRONGTYPE', 1, true) then error(answer, 0) end
  redis.call('unlink', key)
  repaired = repaired + 1
  return work(key)
end
