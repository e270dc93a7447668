import type { TaskGroup } from "@garner/core";
import type { Connection, Script } from "./connection.ts";
import { digest } from "./keys.ts";

/**
 * The shared part of the scripts. `inside` has the tasks of a group that are handed over or about to be, with the time
 * to check if they still are: tasks of a process that died report no end. `line` has those that wait for room, in the
 * order in which they came.
 */
const opening = `
local inside, line = KEYS[1], KEYS[2]
local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local room = tonumber(ARGV[3])
local function enter(id)
  redis.call("ZADD", inside, now + ARGV[1], id)
  redis.call("EXPIRE", inside, ${24 * 3600})
end
local function wait(id)
  redis.call("ZADD", line, "NX", now, id)
  redis.call("EXPIRE", line, ${24 * 3600})
  return redis.call("ZRANK", line, id) + 1
end
for _, id in ipairs(redis.call("ZRANGEBYSCORE", inside, "-inf", now)) do
  local isDelayed = redis.call("ZSCORE", KEYS[3], id)
  if not isDelayed and redis.call("EXISTS", ARGV[2] .. id) == 1 then enter(id) else redis.call("ZREM", inside, id) end
end
room = room - redis.call("ZCARD", inside)`;

/**
 * Lets tasks in while there is room; says of each 0, or its place in the line. Whoever is next in the line may go
 * first. A task that is pushed again while it is delayed takes no room: it asks for some when its time has come.
 * KEYS: inside, line, BullMQ's delayed jobs. ARGV: the time a task is counted on; the beginning of keys of BullMQ's
 * jobs; room; ids.
 */
const enterScript: Script = {
  name: "garnerEnter",
  keys: 3,
  lua: `${opening}
local places = {}
for index = 4, #ARGV do
  local id = ARGV[index]
  if redis.call("ZSCORE", KEYS[3], id) then
    places[#places + 1] = 0
  elseif redis.call("ZSCORE", inside, id) then
    enter(id)
    places[#places + 1] = 0
  elseif room > 0 then
    redis.call("ZREM", line, id)
    enter(id)
    room = room - 1
    places[#places + 1] = 0
  else
    places[#places + 1] = wait(id)
  end
end
return places`,
};

/**
 * Lets a task out, and those in that waited longest; says which. Keys and values are those of {@link enterScript}, with
 * one id.
 */
const leaveScript: Script = {
  name: "garnerLeave",
  keys: 3,
  lua: `${opening}
room = room + redis.call("ZREM", inside, ARGV[4])
redis.call("ZREM", line, ARGV[4])
local let = {}
while room > 0 do
  local id = redis.call("ZPOPMIN", line)[1]
  if not id then break end
  enter(id)
  let[#let + 1] = id
  room = room - 1
end
return let`,
};

/** The time that the room of a task is missing if nobody reports its end. */
const keptLeases = 6;

/** The tasks of a group that may be handed over: so many at once by all processes, the others in order of arrival. */
export interface GroupRooms {
  /** Returns for each id 0 if it is in, else its place in the line. Asking again changes nothing. */
  enter(group: TaskGroup, ids: readonly string[]): Promise<readonly number[]>;
  /** Gives room back; returns the tasks that got it. */
  leave(group: TaskGroup, id: string): Promise<readonly string[]>;
}

/** The rooms of groups, beside a queue of BullMQ whose keys begin with `queueKey`. */
export function groupRooms({ run }: Connection, queueKey: string, leaseMs: number): GroupRooms {
  const keysOf = ({ name }: TaskGroup) => {
    const group = `${queueKey}:group:${digest(name)}`;
    return [`${group}:inside`, `${group}:line`, `${queueKey}:delayed`];
  };
  const valuesOf = ({ concurrency }: TaskGroup) => [keptLeases * leaseMs, `${queueKey}:`, concurrency];
  return {
    enter: (group, ids) => run<readonly number[]>(enterScript, keysOf(group), [...valuesOf(group), ...ids]),
    leave: (group, id) => run<readonly string[]>(leaveScript, keysOf(group), [...valuesOf(group), id]),
  };
}
