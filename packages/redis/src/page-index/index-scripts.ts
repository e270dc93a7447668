import type { Script } from "../connection.ts";

/** Takes a page out, with its links. Its words stay behind, without a page. */
const forget = `
local pages, metas, numbers, order, hosts = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local all = ARGV[1]
local function forget(number)
  local text = redis.call("HGET", metas, number)
  if not text then return end
  local meta = cjson.decode(text)
  redis.call("HDEL", pages, number)
  redis.call("HDEL", metas, number)
  redis.call("ZREM", order, number)
  redis.call("HDEL", numbers, meta[4])
  redis.call("ZREM", all .. ":host:" .. meta[1], number)
  if redis.call("EXISTS", all .. ":host:" .. meta[1]) == 0 then redis.call("SREM", hosts, meta[1]) end
  for _, target in ipairs(meta[3]) do redis.call("SREM", all .. ":links:" .. target, number) end
end`;

/**
 * Puts a page in place of its earlier version. KEYS: pages, meta, numbers, order, hosts. ARGV: beginning of keys;
 * number; digest; meta; page; most pages; the time before which pages go; most bytes of a list; then each word and its
 * record. Returns the keys of lists that are too long.
 */
export const putPage: Script = {
  name: "garnerPutPage",
  keys: 5,
  lua: `${forget}
local number, digest = ARGV[2], ARGV[3]
local old = redis.call("HGET", numbers, digest)
if old then forget(old) end
local meta = cjson.decode(ARGV[4])
redis.call("HSET", numbers, digest, number)
redis.call("HSET", metas, number, ARGV[4])
redis.call("HSET", pages, number, ARGV[5])
redis.call("ZADD", order, number, number)
redis.call("ZADD", all .. ":host:" .. meta[1], meta[2], number)
redis.call("SADD", hosts, meta[1])
for _, target in ipairs(meta[3]) do redis.call("SADD", all .. ":links:" .. target, number) end
local long = {}
for index = 9, #ARGV, 2 do
  local list = all .. ":word:" .. ARGV[index]
  if redis.call("APPEND", list, ARGV[index + 1]) > tonumber(ARGV[8]) then long[#long + 1] = list end
end
for _ = 1, 10 do
  local oldest = redis.call("ZRANGE", order, 0, 0)[1]
  if oldest == number then break end
  local indexed = cjson.decode(redis.call("HGET", metas, oldest))[2]
  if redis.call("ZCARD", order) <= tonumber(ARGV[6]) and indexed >= tonumber(ARGV[7]) then break end
  forget(oldest)
end
return long`,
};

/** Takes a page out. KEYS: as above. ARGV: beginning of keys; digest. */
export const removePage: Script = {
  name: "garnerRemovePage",
  keys: 5,
  lua: `${forget}
local old = redis.call("HGET", numbers, ARGV[2])
if old then forget(old) end
return 1`,
};

/** Replaces a list unless it has grown. KEYS: list. ARGV: its length; its new content. */
export const replaceList: Script = {
  name: "garnerReplaceList",
  keys: 1,
  lua: `
if redis.call("STRLEN", KEYS[1]) == tonumber(ARGV[1]) then redis.call("SET", KEYS[1], ARGV[2]) end
return 1`,
};
