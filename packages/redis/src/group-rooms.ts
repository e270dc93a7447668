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
local delayed, browserDelayed = KEYS[3], KEYS[4]
local jobs, browserJobs = ARGV[2], ARGV[3]
local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local room = tonumber(ARGV[4])
local function enter(id)
  redis.call("ZADD", inside, now + ARGV[1], id)
  redis.call("EXPIRE", inside, ${24 * 3600})
end
local function wait(id)
  redis.call("ZADD", line, "NX", now, id)
  redis.call("EXPIRE", line, ${24 * 3600})
  return redis.call("ZRANK", line, id) + 1
end
local function isDelayed(id)
  return redis.call("ZSCORE", delayed, id) or redis.call("ZSCORE", browserDelayed, id)
end
for _, id in ipairs(redis.call("ZRANGEBYSCORE", inside, "-inf", now)) do
  local isThere = redis.call("EXISTS", jobs .. id, browserJobs .. id) > 0
  if isThere and not isDelayed(id) then enter(id) else redis.call("ZREM", inside, id) end
end
room = room - redis.call("ZCARD", inside)`;

/**
 * Lets tasks in while there is room; says of each 0, or its place in the line. Whoever is next in the line may go
 * first. A task that is pushed again while it is delayed takes no room: it asks for some when its time has come.
 * KEYS: inside, line, the delayed jobs of BullMQ's two queues. ARGV: the time a task is counted on; the beginnings of keys
 * of BullMQ's jobs; room; ids.
 */
const enterScript: Script = {
  name: "garnerEnter",
  keys: 4,
  lua: `${opening}
local places = {}
for index = 5, #ARGV do
  local id = ARGV[index]
  if isDelayed(id) then
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
  keys: 4,
  lua: `${opening}
room = room + redis.call("ZREM", inside, ARGV[5])
redis.call("ZREM", line, ARGV[5])
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

/** The beginnings of the keys of BullMQ's queues, the one for tasks that need a browser last. */
export type QueueKeys = readonly [tasks: string, browserTasks: string];

/** The rooms of groups, beside two queues of BullMQ: a task takes the same room in either. */
export function groupRooms({ run }: Connection, [tasks, browserTasks]: QueueKeys, leaseMs: number): GroupRooms {
  const keysOf = ({ name }: TaskGroup) => {
    const group = `${tasks}:group:${digest(name)}`;
    return [`${group}:inside`, `${group}:line`, `${tasks}:delayed`, `${browserTasks}:delayed`];
  };
  const valuesOf = ({ concurrency }: TaskGroup) => {
    return [keptLeases * leaseMs, `${tasks}:`, `${browserTasks}:`, concurrency];
  };
  return {
    enter: (group, ids) => run<readonly number[]>(enterScript, keysOf(group), [...valuesOf(group), ...ids]),
    leave: (group, id) => run<readonly string[]>(leaveScript, keysOf(group), [...valuesOf(group), id]),
  };
}
