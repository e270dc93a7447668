import type { Script } from "../connection.ts";

/** Reads hash fields in portions that fit on Lua's stack. */
const many = `
local function many(key, fields)
  local found = {}
  for from = 1, #fields, 4000 do
    local part = redis.call("HMGET", key, unpack(fields, from, math.min(from + 3999, #fields)))
    for index = 1, #part do found[from + index - 1] = part[index] end
  end
  return found
end`;

/** Reads an entry, as a pair with the page that it was found on. */
const entryAt = `
local function found_on(value)
  local body = cjson.decode(string.sub(value, string.find(value, "\\n", 1, true) + 1))
  local page = body[5] and body[5] ~= 0 and redis.call("HGET", found, body[5])
  return body, page or ""
end`;

/**
 * Loads the parts of a job that a step needs, as of one moment.
 * KEYS: job, urls, found, lanes, ready, open, spent, decided.
 * ARGV: the version of the parts that is known; as JSON: digests of entries, digests of links, digests of URLs with
 * decisions, names of lanes, families, 1 for open entries; the number of lanes to look ahead.
 */
export const loadScript: Script = {
  name: "garnerLoad",
  keys: 8,
  lua: `
local found = KEYS[3]
${many}${entryAt}
local head = redis.call("HMGET", KEYS[1], "version", "row", "partsVersion")
if not head[1] then return false end
if head[3] ~= ARGV[1] then
  local large = redis.call("HMGET", KEYS[1], "spec", "parts")
  head[4], head[5] = large[1], large[2]
end
local want = cjson.decode(ARGV[2])
local names, named = {}, {}
local function need(name)
  if not named[name] then
    named[name] = true
    names[#names + 1] = name
  end
end
local families = want[5]
local entries = {}
local function add(value)
  if not value then return end
  local body, page = found_on(value)
  entries[#entries + 1] = value
  entries[#entries + 1] = page
  local state = string.sub(value, 1, 1)
  if state == "p" or state == "o" then
    need(body[3] and body[3] ~= 0 and body[3] or string.match(body[1], "^https?://([^/?#]*)") or "")
  end
  if type(body[6]) == "table" then families[#families + 1] = body[6].family end
end
for _, value in ipairs(many(KEYS[2], want[1])) do add(value) end
if want[6] == 1 then
  for _, value in ipairs(many(KEYS[2], redis.call("SMEMBERS", KEYS[6]))) do add(value) end
end
for _, name in ipairs(want[4]) do need(name) end
local needed = #names
local ahead = tonumber(ARGV[3]) > 0 and redis.call("ZRANGE", KEYS[5], 0, ARGV[3] - 1) or {}
for _, place in ipairs(ahead) do need(string.sub(place, 28)) end
return {
  head, entries, many(KEYS[2], want[2]), many(KEYS[8], want[3]),
  names, many(KEYS[4], names), families, many(KEYS[7], families), ahead, needed,
}`,
};

/**
 * Saves the changes of a step, unless the job has changed since it was loaded.
 * KEYS: job, urls, found, open.
 * ARGV: the version that was loaded ("" for a new job); the channel for news, and the news ("" for none); the least time
 * since the news before, in milliseconds: processes look by themselves later on; the number of commands, each with the
 * number of its parts before them; the number of lanes in which to open entries, each with its name, the number of entries,
 * the number of depths, and these depths; 1 to tell of all open entries.
 */
export const saveScript: Script = {
  name: "garnerSave",
  keys: 4,
  lua: `
local found = KEYS[3]
${many}${entryAt}
local version = redis.call("HGET", KEYS[1], "version")
if (version or "") ~= ARGV[1] then return false end
local at = 6
for _ = 1, tonumber(ARGV[5]) do
  local parts = tonumber(ARGV[at])
  redis.call(unpack(ARGV, at + 1, at + parts))
  at = at + 1 + parts
end
local function first(lane, depth)
  local line, late = KEYS[1] .. ":line:" .. depth .. ":" .. lane, KEYS[1] .. ":late:" .. depth .. ":" .. lane
  local function head(digest)
    local value = digest and redis.call("HGET", KEYS[2], digest)
    local state, where, opening, number, rest = string.match(value or "", "^(%a) (%d+) (%d+) (%d+)(.*)$")
    if state == "p" and where == depth then
      return { digest = digest, opening = opening, number = tonumber(number), rest = rest }
    end
  end
  local one, other
  repeat
    local digest = redis.call("LINDEX", line, 0)
    one = head(digest)
    if digest and not one then redis.call("LPOP", line) end
  until one or not digest
  repeat
    local digest = redis.call("ZRANGE", late, 0, 0)[1]
    other = head(digest)
    if digest and not other then redis.call("ZREM", late, digest) end
  until other or not digest
  if one and (not other or one.number < other.number) then
    redis.call("LPOP", line)
    return one
  end
  if other then redis.call("ZREM", late, other.digest) end
  return other
end
local opened = {}
local lanes = tonumber(ARGV[at])
at = at + 1
for _ = 1, lanes do
  local lane, left, depths = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local values = {}
  for index = at + 3, at + 2 + depths do
    while left > 0 do
      local entry = first(lane, ARGV[index])
      if not entry then break end
      left = left - 1
      local value = "o " .. ARGV[index] .. " " .. (entry.opening + 1) .. " " .. entry.number .. entry.rest
      redis.call("HSET", KEYS[2], entry.digest, value)
      redis.call("SADD", KEYS[4], entry.digest)
      local _, page = found_on(value)
      values[#values + 1] = value
      values[#values + 1] = page
    end
  end
  opened[#opened + 1] = values
  at = at + 3 + depths
end
local open = {}
if ARGV[at] == "1" then
  for _, value in ipairs(many(KEYS[2], redis.call("SMEMBERS", KEYS[4]))) do
    local _, page = found_on(value)
    open[#open + 1] = value
    open[#open + 1] = page
  end
end
if ARGV[3] ~= "" then
  local clock = redis.call("TIME")
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  local since = now - (redis.call("HGET", KEYS[1], "toldAt") or 0)
  if since < 0 or since >= tonumber(ARGV[4]) then
    redis.call("HSET", KEYS[1], "toldAt", now)
    redis.call("PUBLISH", ARGV[2], ARGV[3])
  end
end
return { opened, open }`,
};
